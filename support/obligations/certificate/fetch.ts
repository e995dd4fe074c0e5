import { home } from '../judge/home';
import { requestId, timestamp, needed, at } from '../judge/places';
import { operation } from '../../contract/operations';
import { showRequest } from '../judge/fates';
import { kept } from '../judge/judge';
import type { KeyService } from '../judge/requests';
import { certificateOf, eachRequest } from '../judge/requests';
import { judgeHeaders, missingCauses } from '../session/request-headers';
import { anyCiphertext } from '../fields/needs';

const headersOfFetch = (service: KeyService) =>
  eachRequest((exchange) =>
    certificateOf(exchange) === service
      ? judgeHeaders(exchange, operation(`certificate.${service}`).headers)
      : undefined,
  );

/** Clause 4.2: the three headers of the identity certificate's request. */
export const identityFetchHeaders = home({
  id: 'CRT-04',
  clauses: ['4.2'],
  quote: 'The identity call also sends REQUEST-ID and TIMESTAMP.',
  subject: 'integrator',
  roles: ['identity'],
  level: 'must',
  seen: 'passive',
  title: 'Identity certificate requests have their three headers',
  rule:
    'Authorization, REQUEST-ID and TIMESTAMP are on the request that fetches the certificate of the ' +
    'identity service.',
  causes: missingCauses,
  on: ['identity', 'registry', 'gateway'],
  follows: ['HDR-01', 'HDR-02', 'HDR-06'],
  ...anyCiphertext,
  tells: [...needed('request header authorization'), ...requestId, ...timestamp],
  judge: headersOfFetch('identity'),
});

/** Clause 4.2: the header of the registry certificate's request. */
export const registryFetchHeaders = home({
  id: 'CRT-05',
  clauses: ['4.2'],
  quote:
    'Headers: Authorization: Bearer <ACCESS_TOKEN>. The identity call also sends REQUEST-ID and ' +
    'TIMESTAMP.',
  subject: 'integrator',
  roles: ['registry'],
  level: 'must',
  seen: 'passive',
  title: 'Registry certificate requests have Authorization',
  rule: 'The request that fetches the certificate of the registry has the header Authorization.',
  causes: missingCauses,
  on: ['identity', 'registry', 'gateway'],
  follows: ['HDR-01'],
  ...anyCiphertext,
  tells: needed('request header authorization'),
  judge: headersOfFetch('registry'),
});

const withBody = 'a shared client sends a body with every request, as an empty JSON object';
const otherMethod = 'a shared client sends another method for every request';

/** Clause 4.2: GET, no body. */
export const fetchedByGet = home({
  id: 'CRT-06',
  clauses: ['4.2'],
  quote: 'Public certificates (GET, no body)',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'passive',
  title: 'Certificate requests are GET without a body',
  rule: 'The integrator uses GET to fetch a certificate and sends no body with it.',
  causes: [withBody, otherMethod],
  on: ['identity', 'registry', 'gateway'],
  ...anyCiphertext,
  tells: at('request line', 'request body'),
  judge: eachRequest((exchange) => {
    if (certificateOf(exchange) === undefined) return undefined;
    const { method, body } = exchange.request;
    const bytes = body?.bytes ?? 0;
    if (method === 'GET' && bytes === 0) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'for a certificate'),
        expected: 'GET without a body',
        seen: `${method} ${bytes === 0 ? 'without a body' : `with a body of ${bytes} bytes`}`,
        cause: method === 'GET' ? withBody : otherMethod,
      },
    };
  }),
});
