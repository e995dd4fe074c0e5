import { conformingSeams } from '../../support/client/integrator';
import type { ObligationId } from '../../support/obligations';
import type { Mutant } from '../mutant';
import type { EditRequest } from './edits';
import { editRequests, editCertificateRequests, withHeaders, withUrl } from './edits';
import { brokenIntegrator } from './specimens';
import { startClientWithSeams } from './stage';

const at =
  (from: string, to: string): EditRequest =>
  (request) =>
    withUrl(request, (url) => url.replace(from, to));

function path(name: string, story: string, from: string, to: string): Mutant {
  return brokenIntegrator(name, ['CRT-10'], story, editRequests(['certificate'], at(from, to)));
}

/** Certificates that are asked for where the document has none (CRT-10). */
const paths: Mutant[] = [
  path(
    'identity-key-without-segment',
    'The base address is taken to hold the first segment.',
    '/identity/api/',
    '/api/',
  ),
  path(
    'identity-key-of-v1',
    'The version of the registry is taken for all.',
    '/identity/api/v3/',
    '/identity/api/v1/',
  ),
  path(
    'identity-key-behind-a-version',
    'The gateway has a version before its paths, and so all have.',
    '/identity/api/',
    '/v3/identity/api/',
  ),
  path('certificate-path-with-slash', 'A slash ends every path.', '/certificate', '/certificate/'),
  path('certificate-path-with-ending', 'It is a file.', '/certificate', '/certificate.pem'),
  path(
    'registry-key-without-prefix',
    'The prefix of the base address is lost when paths are put together.',
    '/v4/api/v1/',
    '/api/v1/',
  ),
  path('registry-key-without-beginning', 'The path begins with its version.', '/v4/api/v1/', '/v4/v1/'),
  brokenIntegrator(
    'certificate-segment-of-another',
    ['CRT-10'],
    "The document's stand-in is sent, although the target names the segment.",
    {
      start: startClientWithSeams(editRequests(['certificate'], at('/abha/', '/identity/')), {
        paths: { identity: 'abha' },
      }),
    },
  ),
  brokenIntegrator(
    'identity-key-at-the-gateway',
    ['CRT-10'],
    'One base address is configured for all of v3.',
    editCertificateRequests('identity', (request, { connection: { services } }) =>
      withUrl(request, (url) => url.replace(services.identity, services.gateway)),
    ),
  ),
];

/** The path of old, at a host of its own and at the gateway's: all else is judged as that of any fetch. */
const oldPath = '/v1/auth/cert';
const atOldPath: EditRequest = (request) =>
  withUrl(request, (url) => url.replace(/\/[^/]+\/api\/v3\/profile\/public\/certificate$/, oldPath));
const atGateway: EditRequest = (request, { connection }) =>
  request.service === 'identity' ? { ...request, url: connection.services.gateway + oldPath } : request;

function old(
  name: string,
  also: ObligationId,
  story: string,
  seams: Parameters<typeof brokenIntegrator>[3],
): Mutant {
  return brokenIntegrator(name, [also, 'CRT-10'], story, seams);
}

const ofOld: Mutant[] = [
  {
    ...old(
      'identity-key-of-the-gateway',
      'TOK-03',
      'The certificate is fetched from the gateway, as before v3.',
      editRequests(['certificate'], atGateway),
    ),
    diagnosis: { 'TOK-03': 'the certificate is that of the identity service' },
  },
  old(
    'identity-key-at-an-old-path-without-timestamp',
    'CRT-04',
    'At the path of v1 no TIMESTAMP was wanted.',
    editCertificateRequests('identity', (request, composing) =>
      withHeaders(atOldPath(request, composing), { TIMESTAMP: undefined }),
    ),
  ),
  old('certificates-at-an-old-path-by-post', 'CRT-06', 'At the path of v1 POST was taken, too.', {
    ...editRequests(['certificate'], (request, composing) => ({
      ...atOldPath(request, composing),
      method: 'POST',
    })),
  }),
  old('certificate-at-an-old-path-for-each-value', 'CRT-07', 'It is fetched for each value.', {
    ...editRequests(['certificate'], atOldPath),
    certificates: { usable: () => false },
  }),
  old('certificate-at-an-old-path-for-good', 'CRT-08', 'It is cached for good.', {
    ...editRequests(['certificate'], atOldPath),
    rejections: { ...conformingSeams.rejections, refetches: false },
  }),
];

/** Certificates that are fetched elsewhere. */
export const certificatePathMutants: readonly Mutant[] = [...paths, ...ofOld];
