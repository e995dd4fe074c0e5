import { checkBearer, checkV3Headers } from './request-checks';
import type { Handler } from './seams';

/** GET …/profile/public/certificate (clause 4.2): for callers with a token, and with the headers of v3. */
export const identityCertificate: Handler = async (call, state) => {
  const refused = (await checkBearer(call, state, 'authorization')) ?? checkV3Headers(call, state);
  return refused ?? { status: 200, body: state.seams.certificate.identity() };
};

/** GET …/auth/cert (clause 4.2): for callers with a token; not a v3 call, so nothing else is asked for. */
export const registryCertificate: Handler = async (call, state) => {
  const refused = await checkBearer(call, state, 'authorization');
  return refused ?? { status: 200, body: state.seams.certificate.registry() };
};
