import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';

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
  if (unreadable?.trim().toLowerCase() === header.toLowerCase())
    return { name: unreadable, why: 'a blank stands before its colon, which makes the request unreadable' };
  for (const [name] of request.headers) {
    const why = rightNames.includes(name.toLowerCase()) ? undefined : difference(name, header);
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
      cause: isBlank ? `${header} was sent without a value: what it is filled from was empty` : otherwise,
    };
  }
  return {
    seen: `no ${header}, but ${JSON.stringify(found.name)}`,
    cause: `the header is called ${JSON.stringify(found.name)} there: ${found.why}`,
  };
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const unprefixed = (name: string): string => bare(name.replace(/^x[-_]/i, ''));

function difference(name: string, header: string): string | undefined {
  if (bare(name) === bare(header)) {
    if (name.includes('_')) return 'an underscore is no hyphen, and many servers drop such headers';
    return 'names of headers are compared letter by letter, hyphens included';
  }
  if (unprefixed(name) === unprefixed(header))
    return /^x[-_]/i.test(name)
      ? 'the document gives it no X- in front'
      : 'the document gives it an X- in front';
  return isOneSlipAway(bare(name), bare(header)) ? 'it is misspelt' : undefined;
}

/** One letter more, less or other, or two letters swapped. */
function isOneSlipAway(name: string, wanted: string): boolean {
  let start = 0;
  while (start < wanted.length && name[start] === wanted[start]) start += 1;
  const [left, right] = [name.slice(start), wanted.slice(start)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    left === right.charAt(1) + right.charAt(0) + right.slice(2)
  );
}
