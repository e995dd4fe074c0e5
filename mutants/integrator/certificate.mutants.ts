import type { JsonWebKey } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import type { ObligationId } from '../../support/obligations';
import { conformingSeams } from '../../support/client/integrator';
import type { CertificatePolicy } from '../../support/client/integrator/certificate-cache';
import type { KeyChoice, RejectionPolicy } from '../../support/client/integrator/field-sealer';
import type { RawAnswer } from '../../support/client/sender';
import type { Mutant } from '../mutant';
import type { EditRequest } from './edits';
import { interceptRequests, editRequests, editCertificateRequests, freshStamp, withHeaders } from './edits';
import { brokenIntegrator } from './specimens';

function lacking(
  name: string,
  service: 'identity' | 'registry',
  header: string,
  breaks: readonly ObligationId[],
): Mutant {
  const story = `The ${service} certificate is public, and so fetched without ${header}.`;
  const edit: EditRequest = (request) => withHeaders(request, { [header]: undefined });
  return brokenIntegrator(name, breaks, story, editCertificateRequests(service, edit));
}

/** How a certificate is asked for (CRT-04, CRT-05, CRT-06). */
const requests: Mutant[] = [
  lacking('identity-key-without-token', 'identity', 'Authorization', ['CRT-04', 'HDR-01']),
  lacking('identity-key-without-request-id', 'identity', 'REQUEST-ID', ['CRT-04', 'HDR-02']),
  lacking('identity-key-without-timestamp', 'identity', 'TIMESTAMP', ['CRT-04', 'HDR-06']),
  lacking('registry-key-without-token', 'registry', 'Authorization', ['CRT-05', 'HDR-01']),
  brokenIntegrator(
    'registry-key-with-token-elsewhere',
    ['CRT-05', 'HDR-01'],
    'The registry is given the token in a header of another name.',
    editCertificateRequests('registry', (request) =>
      withHeaders(request, { Authorization: undefined, 'X-Token': request.headers.Authorization }),
    ),
  ),
  {
    ...brokenIntegrator(
      'registry-key-with-token-in-a-cookie',
      ['CRT-05', 'HDR-01'],
      'The registry is given the token as browsers give it.',
      editCertificateRequests('registry', (request) =>
        withHeaders(request, {
          Authorization: undefined,
          Cookie: `theme=dark; token=${request.headers.Authorization?.replace('Bearer ', '') ?? ''}`,
        }),
      ),
    ),
    diagnosis: { 'HDR-01': 'the token stands in the header cookie' },
  },
  brokenIntegrator(
    'certificates-by-post',
    ['CRT-06'],
    'The shared client knows POST only.',
    editRequests(['certificate'], (request) => ({ ...request, method: 'POST' })),
  ),
  brokenIntegrator(
    'certificate-with-empty-object',
    ['CRT-06'],
    'The shared client sends an empty object where it has nothing to say.',
    editRequests(['certificate'], (request) => ({
      ...withHeaders(request, { 'Content-Type': 'application/json' }),
      body: '{}',
    })),
  ),
];

function caching(name: string, story: string, change: () => CertificatePolicy): Mutant {
  return brokenIntegrator(name, ['CRT-07'], story, () => ({ certificates: change() }));
}

/** How long it is kept (CRT-07). */
const caches: Mutant[] = [
  caching('certificate-for-each-value', 'The certificate is fetched for each value.', () => ({
    usable: () => false,
  })),
  caching(
    'registry-certificate-for-each-value',
    'The certificate of the registry alone is not kept.',
    () => ({
      usable: ({ service }) => service !== 'registry',
    }),
  ),
  caching('identity-certificate-for-each-value', 'That of the identity service alone is not kept.', () => ({
    usable: ({ service }) => service !== 'identity',
  })),
  caching('certificate-for-four-values', 'The object that keeps it does not live long.', () => {
    let uses = 0;
    return { usable: () => (uses += 1) % 4 !== 0 };
  }),
  brokenIntegrator(
    'one-slot-for-certificates',
    ['CRT-07'],
    'One slot keeps the certificates of both services.',
    () => {
      let last: string | undefined;
      const { requests: own } = conformingSeams;
      return {
        certificates: { usable: ({ service }) => service === last },
        requests: {
          ...own,
          certificate: (composing, service, token) => {
            last = service;
            return own.certificate(composing, service, token);
          },
        },
      };
    },
  ),
];

function rejecting(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  change: Partial<RejectionPolicy>,
): Mutant {
  return brokenIntegrator(name, breaks, story, { rejections: { ...conformingSeams.rejections, ...change } });
}

/** Answers to GET are kept for good, as an HTTP cache without bounds does. */
const httpCache = interceptRequests(() => {
  const kept = new Map<string, RawAnswer>();
  return async (request, send) => {
    const answer = kept.get(request.url) ?? (await send(request));
    if (request.method === 'GET' && answer.status === 200) kept.set(request.url, answer);
    return answer;
  };
});

/** Certificates are fetched again as they should be, and the first one is used all the same. */
const deafToRenewal = interceptRequests(() => {
  const first = new Map<string, RawAnswer>();
  return async (request, send) => {
    const answer = await send(request);
    if (request.operation?.startsWith('certificate.') !== true || answer.status !== 200) return answer;
    const kept = first.get(request.url) ?? answer;
    first.set(request.url, kept);
    return kept;
  };
});

/** What a client does after a rejection (CRT-08). */
const refetches: Mutant[] = [
  rejecting('certificate-for-good', ['CRT-08'], 'The certificate is cached for good.', { refetches: false }),
  brokenIntegrator('certificate-from-http-cache', ['CRT-08'], 'A cache answers the second fetch.', httpCache),
  brokenIntegrator('errors-of-one-shape', ['CRT-08', 'ENC-05'], 'Errors are looked for in a list.', {
    errors: ({ body }) => {
      const parsed: unknown = JSON.parse(body.toString());
      return Array.isArray(parsed) ? [JSON.stringify(parsed)] : [];
    },
  }),
  rejecting(
    'rejection-by-exact-code',
    ['CRT-08', 'ENC-05'],
    'The rejection is known by a code that this service does not use.',
    { isRejection: (_answer, texts) => texts.includes('SVC-2002: ') },
  ),
];

function choosing(name: string, story: string, keyChoice: KeyChoice): Mutant {
  return {
    ...brokenIntegrator(name, ['CRT-09'], story, { keyChoice }),
    diagnosis: { 'CRT-09': 'each service has one of its own' },
  };
}

/** The keys that sign callbacks, taken for the certificate of a service. */
const callbackKey = interceptRequests(() => {
  let gateway = '';
  return async (request, send) => {
    if (request.service === 'gateway') gateway = new URL(request.url).origin;
    const answer = await send(request);
    if (request.operation !== 'certificate.registry' || answer.status !== 200) return answer;
    const { Authorization = '' } = request.headers;
    const url = `${gateway}/api/hiecm/gateway/v3/certs`;
    const headers = { Authorization, ...freshStamp() };
    const published = await send({ service: 'gateway', method: 'GET', url, headers });
    const { keys } = JSON.parse(published.body.toString()) as { keys: JsonWebKey[] };
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
    return { ...answer, body: Buffer.from(key.export({ type: 'spki', format: 'pem' })) };
  };
});

/** Whose key it is (CRT-09). */
const keys: Mutant[] = [
  choosing('identity-key-for-both', 'One certificate serves all services.', () => 'identity'),
  choosing('registry-key-for-both', 'One certificate serves all services.', () => 'registry'),
  choosing('keys-swapped', 'The two certificates are mixed up in the configuration.', (service) =>
    service === 'identity' ? 'registry' : 'identity',
  ),
  brokenIntegrator(
    'renewed-key-unused',
    ['CRT-09'],
    'The certificate is fetched again, and the old one used.',
    deafToRenewal,
  ),
  {
    ...brokenIntegrator(
      'callback-key-for-registry',
      ['CRT-09'],
      'The JWKS is taken for the certificate.',
      callbackKey,
    ),
    diagnosis: { 'CRT-09': 'the callback JWKS is taken for the certificate' },
  },
];

/** Mistakes with certificates. */
export const certificateUseMutants: readonly Mutant[] = [...requests, ...caches, ...refetches, ...keys];
