import { headerDifference, headerDifferences } from '../../contract/names';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';

const strayBlank = 'a blank stands before the colon of the header, which makes the request unreadable';
const unfilled = 'the header was sent without a value: what it is filled from was empty';

/** Why a header is missing that was sent under another name, or without a value. */
export const misnamedCauses: readonly string[] = [...Object.values(headerDifferences), strayBlank, unfilled];

/** A header that was sent under almost the right name, and how the name differs. */
export interface Misnamed {
  readonly name: string;
  readonly why: string;
}

/** Names that are right for something, however much they are alike. */
const rightNames = ['authorization', 'request-id', 'timestamp', 'x-cm-id', 'x-hip-id', 'x-hiu-id'].concat([
  'content-type',
  'content-length',
  'content-encoding',
  'accept',
  'bearer_auth',
  'date',
]);

/** What was sent where a header is missing; `undefined` where nothing comes near its name. */
export function misnamed({ request }: Exchange, header: string): Misnamed | undefined {
  const unreadable = request.flaw?.header;
  if (unreadable?.trim().toLowerCase() === header.toLowerCase()) return { name: unreadable, why: strayBlank };
  for (const [name] of request.headers) {
    const why = rightNames.includes(name.toLowerCase()) ? undefined : headerDifference(name, header);
    if (why !== undefined) return { name, why };
  }
  return undefined;
}

/** For the lines "seen" and "likely" of a message. */
export function tellMissing(
  exchange: Exchange,
  header: string,
  otherwise: string,
): { readonly seen: string; readonly cause: string } {
  const found = misnamed(exchange, header);
  if (found === undefined) {
    const isBlank = headerValue(exchange.request.headers, header) !== undefined;
    return {
      seen: isBlank ? `a blank ${header}` : `no ${header}`,
      cause: isBlank ? unfilled : otherwise,
    };
  }
  return { seen: `no ${header}, but ${JSON.stringify(found.name)}`, cause: found.why };
}
