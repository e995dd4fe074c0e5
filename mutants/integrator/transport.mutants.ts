import type { ObligationId } from '../../support/obligations';
import { conformingSeams } from '../../support/client/integrator';
import type { RequestComposer } from '../../support/client/integrator/requests';
import type { Mutant } from '../mutant';
import type { EditRequest } from './edits';
import { editRequests, editCertificateRequests, everyRequest, withUrl } from './edits';
import { brokenIntegrator, targetReadings } from './specimens';
import { startClientWithSeams } from './stage';
import { nodeTransport } from './wires';

const inClear: EditRequest = (request) => withUrl(request, (url) => url.replace('https://', 'http://'));

function clear(name: string, story: string, operations: readonly (keyof RequestComposer)[]): Mutant {
  return brokenIntegrator(name, ['SEC-01'], story, editRequests(operations, inClear));
}

/** TLS (SEC-01). */
const transport: Mutant[] = [
  clear('everything-over-http', 'Addresses are configured without the s.', everyRequest),
  clear('otp-over-http', 'One address of three is configured without the s.', ['otp']),
  brokenIntegrator(
    'tls-of-its-last-version',
    ['SEC-01'],
    'The runtime speaks TLS 1.2, and the target wants 1.3.',
    {
      start: startClientWithSeams(
        { transport: nodeTransport({ maxVersion: 'TLSv1.2' }) },
        targetReadings({ 'tls-least': '1.3' }),
      ),
    },
  ),
  brokenIntegrator(
    'registry-key-over-http',
    ['SEC-01'],
    'A certificate is public, and so fetched in clear.',
    editCertificateRequests('registry', inClear),
  ),
];

/** A trust manager that takes everything. */
const unverifying = nodeTransport({ rejectUnauthorized: false });

/** Verification (SEC-03). */
const verification: Mutant[] = [
  brokenIntegrator('certificates-unverified', ['SEC-03'], 'Verification is off, as it was in development.', {
    transport: unverifying,
  }),
  brokenIntegrator(
    'certificates-unverified-on-retry',
    ['SEC-03'],
    'What fails to verify is sent again without verification.',
    {
      transport: (ca) => {
        const own = conformingSeams.transport(ca);
        const lax = unverifying(ca);
        return { send: (request) => own.send(request).catch(() => lax.send(request)) };
      },
    },
  ),
];

function path(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  operation: keyof RequestComposer,
  [from, to]: readonly [string, string],
): Mutant {
  return brokenIntegrator(
    name,
    breaks,
    story,
    editRequests([operation], (request) => withUrl(request, (url) => url.replace(from, to))),
  );
}

/** Version segments (VER-01). */
const versions: Mutant[] = [
  path('registry-key-without-version', ['VER-01'], 'The base address has a version already.', 'certificate', [
    '/api/v1/auth/cert',
    '/api/auth/cert',
  ]),
  path('registry-key-of-v4', ['VER-01'], 'The version of the base is taken for all.', 'certificate', [
    '/api/v1/auth/cert',
    '/api/v4/auth/cert',
  ]),
];

/** Mistakes in transport and paths. */
export const requestTransportMutants: readonly Mutant[] = [...transport, ...verification, ...versions];
