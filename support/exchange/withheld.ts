import { headers as documented } from '../contract/headers';
import type { Exchange, Withheld, Withholding } from './exchange';
import { headerValue, nameExchange } from './exchange';
import { whyMasked } from './masks';
import type { Text } from './text';
import { text } from './text';

/** Browsers leave it out of HAR files, with cookies; tools leave no other header out. */
export const leftOutOfHar: readonly string[] = ['authorization'];

/** By which a request says that it has a body (RFC 9112, section 6.3). */
const announcing = ['content-length', 'transfer-encoding'];

/** By which a browser is known. */
export const browserHeaders = ['Origin', 'Referer', 'Sec-Fetch-Site', 'Sec-Fetch-Dest'];

/** Headers that every log would have of some request. */
export const wantedInLogs: readonly string[] = [...Object.keys(documented), ...announcing].map((name) =>
  name.toLowerCase(),
);

/** What a line leaves out that names the headers which its log keeps. */
export function withheldBesides(kept: readonly string[]): Withheld {
  const names = new Set(kept.map((name) => name.toLowerCase()));
  const wanted = [...wantedInLogs, ...browserHeaders.map((name) => name.toLowerCase())];
  return Object.fromEntries(wanted.filter((name) => !names.has(name)).map((name) => [name, 'kept']));
}

/** Whether what tells of a body is unknown. */
export const hidesBodies = (withheld: Withheld): boolean => announcing.every((name) => name in withheld);

/** Why it is unknown whether a request carried a header; `undefined` where it did, or where it is known that it did not. */
export function whyWithheld({ request }: Pick<Exchange, 'request'>, header: string): string | undefined {
  const why = request.withheld?.[header.toLowerCase()];
  if (why === undefined || (headerValue(request.headers, header)?.trim() ?? '') !== '') return undefined;
  return reasons[why](header);
}

/** Why it is unknown what a body said, and how to have it kept. */
export const whyUnkept = (exchange: Exchange): Text =>
  text`the recording keeps no body of ${nameExchange(exchange)}: ${withBodies}`;

const withBodies =
  'export it with bodies (a browser: developer tools open while it records; Playwright: recordHar with ' +
  "content: 'embed', since 'omit' and 'attach' keep none in the file; a log: body or bodyBase64)";

const reasons: Readonly<Record<Withholding, (header: string) => string>> = {
  har: (header) =>
    `no request in the HAR file carries ${header}: browsers leave it out. Export the HAR with sensitive data ` +
    '(Chrome: Settings, Preferences, Network, "Allow to generate HAR with sensitive data")',
  log: (header) =>
    `no line of the log carries ${header}: have it logged, or list it under "kept" if the log keeps it`,
  kept: (header) => `the log does not keep ${header}: its lines do not list it under "kept". Have it logged`,
  mask: whyMasked,
};
