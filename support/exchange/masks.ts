import { headers as documented } from '../contract/headers';
import type { Exchange, WithheldHeaders, Withholding } from './exchange';
import { headerValue, exchangeReference } from './exchange';
import type { RawExchange, WireRecord } from './raw-exchange';
import type { ReportText } from './text';
import { reportText } from './text';

/** Bearer and its kind stay readable where a token is masked. */
const scheme = /^(?:Bearer|Basic|Token)\s+/i;
const repeated = String.raw`([xX#%?~.·_-])\1{2,}`;
const runs = new RegExp(`[*•●█■]{3,}|^${repeated}$`);
/** The ends of a value are shown, or nothing of it. */
const shortened = /^[[<({]?[\w.=+/-]{0,40}(?:…|\.{3})[\w.=+/-]{0,40}[\])}>]?$/;

const words =
  'redacted|masked|filtered|scrubbed|obfuscated|sanitized|anonymized|hidden|not[ _-](?:shown|logged|recorded|kept)';
const bracketed = 'removed|omitted|deleted|sensitive';
/** As in `[Authorization redacted]` and `(sensitive value)`. */
const phrase =
  String.raw`[[<({][^\])}>]{0,60}(?<![a-z])(?:${words}|${bracketed})(?![a-z])[^\])}>]{0,60}[\])}>]` +
  String.raw`|[[<({]secret[\])}>]`;
const named = '(?:[a-z]+_)*redacted(?:_[a-z]+)*|hidden_due_to_[a-z_]+';
const word = new RegExp(String.raw`^(?:\W*(?:${words})\W*|${phrase}|${named})$`, 'i');

/** Whether a value stands in place of one that a log does not show, as in `****` and `[REDACTED]`. */
export function isMask(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const bare = value.trim().replace(scheme, '');
  return runs.test(bare) || shortened.test(bare) || word.test(bare);
}

/** Some libraries write other characters than those of ASCII, and `<`, by their numbers. */
const escaped = String.raw`\\u(?:00b7|20(?:22|26)|25[0-9a-f]{2})|(?:[[<({]|003c)secret(?:[\])}>]|\\)`;
/** Apart from each other: together they would take much longer. */
const signs = new RegExp(
  String.raw`[*•●█■]{3,}|…|\.{3}|"(?:(?:Bearer|Basic|Token) )?${repeated}\\*"|${escaped}`,
  'i',
);
const anyWord = new RegExp(`${words}|${bracketed}`, 'i');

/** Whether a text of JSON may hold a mask: most hold none, and need not be looked through. */
export const mayHoldMask = (text: string): boolean => signs.test(text) || anyWord.test(text);

/** Takes masked values out of the headers of a request, and bodies that are masked as a whole: what they were is unknown. */
export function withoutMasks<Of extends Pick<RawExchange, 'request' | 'response' | 'masked'>>(raw: Of): Of {
  const { request, response } = raw;
  const hidden = request.headers.filter(([, value]) => isMask(value));
  const why = Object.fromEntries(hidden.map(([name]) => [name.toLowerCase(), 'mask' as const]));
  const { body, ...head } = request;
  return {
    ...raw,
    masked: true,
    request: {
      ...(isMaskedBody(body) ? { ...head, absent: true } : request),
      headers: request.headers.filter((header) => !hidden.includes(header)),
      ...(hidden.length > 0 && { withheld: { ...request.withheld, ...why } }),
    },
    ...(response && isMaskedBody(response.body) && { response: unkept(response) }),
  };
}

const longestMask = 200;

/** What has members shows which of them are masked. */
function isMaskedBody(body: Buffer | undefined): boolean {
  if (body === undefined || body.length > longestMask) return false;
  const text = body.toString().replace(/^"(.*)"$/, '$1');
  return !/[{="]/.test(text) && isMask(text);
}

const unkept = (response: NonNullable<WireRecord['response']>): WireRecord['response'] => ({
  ...response,
  body: Buffer.alloc(0),
  absent: true,
});

/** Why nothing can be said of a value. */
export const whyMaskedUnjudged = (what: string): string =>
  `${what} is masked by the log: have it written as it is`;

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
export function withheldBesides(kept: readonly string[]): WithheldHeaders {
  const names = new Set(kept.map((name) => name.toLowerCase()));
  const wanted = [...wantedInLogs, ...browserHeaders.map((name) => name.toLowerCase())];
  return Object.fromEntries(wanted.filter((name) => !names.has(name)).map((name) => [name, 'kept']));
}

/** Whether what tells of a body is unknown. */
export const isBodyPresenceUnknown = (withheld: WithheldHeaders): boolean =>
  announcing.every((name) => name in withheld);

/** Why it is unknown whether a request carried a header; `undefined` where it did, or where it is known that it did not. */
export function whyWithheld({ request }: Pick<Exchange, 'request'>, header: string): string | undefined {
  const why = request.withheld?.[header.toLowerCase()];
  if (why === undefined || (headerValue(request.headers, header)?.trim() ?? '') !== '') return undefined;
  return reasons[why](header);
}

/**
 * Whether the recording does not contain the whole content of a body, so that its content is unknown. A body that was
 * sent compressed without a Content-Encoding is known: it is not what the message announces.
 */
export function isUnreadBody(message: Pick<Exchange['request'], 'headers' | 'body'> | undefined): boolean {
  const { body, headers = [] } = message ?? {};
  if (body === undefined) return false;
  if (body.absent === true || body.cut === true) return true;
  return body.sealed !== undefined && headerValue(headers, 'content-encoding') !== undefined;
}

/** Returns the reason why the content of a body is unknown, and how to have the body recorded. */
export function whyBodyNotRecorded(exchange: Exchange): ReportText {
  const bodies = [exchange.request.body, exchange.response?.body];
  const name = exchangeReference(exchange);
  if (bodies.some((body) => body?.absent === true))
    return reportText`the recording keeps no body of ${name}: ${withBodies}`;
  if (bodies.some((body) => body?.sealed !== undefined))
    return reportText`a body of ${name} is compressed in a way that the suite cannot undo (Content-Encoding)`;
  return reportText`a body of ${name} is longer than 1 MiB: the recording keeps only its beginning`;
}

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
  mask: whyMaskedUnjudged,
};
