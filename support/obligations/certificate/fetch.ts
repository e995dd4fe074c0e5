import { operation } from '../../contract/operations';
import { showRequest } from '../judge/fates';
import { kept } from '../judge/judge';
import { certificateOf, eachRequest } from '../judge/requests';
import { judgeHeaders } from '../session/requests';

/** Clause 4.2: the three headers of the identity certificate's request. */
export const identityFetchHeaders = eachRequest('CRT-04', (exchange) =>
  certificateOf(exchange) === 'identity'
    ? judgeHeaders(exchange, operation('certificate.identity').headers)
    : undefined,
);

/** Clause 4.2: the header of the registry certificate's request. */
export const registryFetchHeaders = eachRequest('CRT-05', (exchange) =>
  certificateOf(exchange) === 'registry'
    ? judgeHeaders(exchange, operation('certificate.registry').headers)
    : undefined,
);

/** Clause 4.2: GET, no body. */
export const fetchedByGet = eachRequest('CRT-06', (exchange) => {
  if (certificateOf(exchange) === undefined) return undefined;
  const { method, body } = exchange.request;
  const bytes = body?.bytes ?? 0;
  if (method === 'GET' && bytes === 0) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'for a certificate'),
      expected: 'GET without a body',
      got: `${method} ${bytes === 0 ? 'without a body' : `with a body of ${bytes} bytes`}`,
      likely: 'a shared client that sends POST, or an empty JSON object with every request',
    },
  };
});
