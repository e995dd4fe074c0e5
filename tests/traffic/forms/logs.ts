import type { HeaderList } from '../../../support/exchange/exchange';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import type { Written } from './har';
import { answerOf, bytesOf } from './har';

/** A line as the examples of `examples/logs` write it; they differ in their headers. */
function logBy(headersOf: (headers: HeaderList) => unknown): (seen: readonly WireRecord[]) => string {
  return (seen) => seen.map((each) => `${JSON.stringify(lineOf(each, headersOf))}\n`).join('');
}

function lineOf(seen: WireRecord, headersOf: (headers: HeaderList) => unknown): Written {
  const { method, url, headers } = seen.request;
  const body = bytesOf(seen.request);
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
      bodyBase64: answerOf(seen).toString('base64'),
    },
  };
}

/** Pairs, as they arrived. */
export const nginx = logBy((headers) => headers);

/** An object, as its Lua has it. */
export const kong = logBy((headers) => Object.fromEntries(headers));
