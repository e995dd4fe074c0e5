import type { HeaderList } from '../../../support/exchange/exchange';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import type { FormatBasis } from '../../../support/traffic/format-basis';
import { recordedFormat } from '../../../support/traffic/format-basis';
import type { TrafficFormat, WrittenJson } from './har';
import { responseBytes, requestBytes } from './har';

/** Returns the log that a gateway writes with its configuration in `examples/logs`. Gateways differ in the headers. */
function logBy(basis: FormatBasis, headersOf: (headers: HeaderList) => unknown): TrafficFormat {
  return {
    basis,
    write: (seen) => seen.map((each) => `${JSON.stringify(lineOf(each, headersOf))}\n`).join(''),
  };
}

function lineOf(seen: WireRecord, headersOf: (headers: HeaderList) => unknown): WrittenJson {
  const { method, url, headers } = seen.request;
  const body = requestBytes(seen.request);
  return {
    startedAt: seen.arrivedAt,
    durationMs: seen.answeredAt - seen.arrivedAt,
    client: { address: seen.source },
    request: {
      method,
      url,
      headers: headersOf(headers),
      ...(body.length > 0 && { bodyBase64: body.toString('base64') }),
    },
    response: {
      status: seen.response?.status,
      headers: headersOf(seen.response?.headers ?? []),
      bodyBase64: responseBytes(seen).toString('base64'),
    },
  };
}

/** NGINX logs headers as pairs. */
export const nginx = logBy(
  recordedFormat('NGINX with njs, which the test of examples/logs runs'),
  (headers) => headers,
);

/** Kong logs headers as an object. */
export const kong = logBy(
  recordedFormat('the plugin of Kong, which the test of examples/logs runs'),
  // Lua writes a list for a header that was sent more than once.
  (headers) =>
    Object.fromEntries(
      [...Map.groupBy(headers, ([name]) => name)].map(([name, fields]) => {
        const [value = '', ...further] = fields.map(([, each]) => each);
        return [name, further.length === 0 ? value : [value, ...further]];
      }),
    ),
);
