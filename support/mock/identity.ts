import { operationPath, type PathStandIns } from '../contract/operations';
import { identityFieldsRoute } from './enrolment';
import { checkBearer, checkV3Headers } from './request-checks';
import type { Handler, Route } from './seams';

/** GET …/profile/public/certificate (clause 4.2): for callers with a token, and with the headers of v3. */
export const identityCertificate: Handler = async (call, state) => {
  const refused = (await checkBearer(call, state, 'authorization')) ?? checkV3Headers(call, state);
  return refused ?? { status: 200, body: state.seams.certificate.identity() };
};

export const identityRoutes = (paths: PathStandIns): Route[] => [
  { method: 'GET', path: operationPath('certificate.identity', paths), operation: 'certificate.identity' },
  identityFieldsRoute(paths),
];
