import { headers as documented } from '../contract/headers';
import type { Exchange, WithheldHeaders, Withholding } from './exchange';
import { headerValue, exchangeReference } from './exchange';
import type { RawExchange, WireRecord } from './raw-exchange';
import type { ReportText } from './text';
import { reportText } from './text';

/** Matches an authentication scheme such as `Bearer`, which many logs leave readable before a masked token. */
const scheme = /^(?:Bearer|Basic|Token)\s+/i;
const repeated = String.raw`([xX#%?~.·_-])\1{2,}`;
const runs = new RegExp(`[*•●█■]{3,}|^${repeated}$`);
/** Matches a value that an ellipsis shortens or replaces, such as `eyJh…x7Qk` or `...`. */
const shortened = /^[[<({]?[\w.=+/-]{0,40}(?:…|\.{3})[\w.=+/-]{0,40}[\])}>]?$/;

const words =
  'redacted|masked|filtered|scrubbed|obfuscated|saniti[sz]ed|anonymi[sz]ed|hidden|not[ _-](?:shown|logged|recorded|kept)';
const bracketed = 'removed|omitted|deleted|sensitive';
/** Matches a bracketed note, such as `[Authorization redacted]` or `(sensitive value)`. */
const phrase =
  String.raw`[[<({][^\])}>]{0,60}(?<![a-z])(?:${words}|${bracketed})(?![a-z])[^\])}>]{0,60}[\])}>]` +
  String.raw`|[[<({]secret[\])}>]`;
const named = '(?:[a-z]+_)*redacted(?:_[a-z]+)*|hidden_due_to_[a-z_]+';
const word = new RegExp(String.raw`^(?:\W*(?:${words})\W*|${phrase}|${named})$`, 'i');

/** Returns whether a value is a mask, such as `****` or `[REDACTED]`, that a log writes instead of a hidden value. */
export function isMask(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const bare = value.trim().replace(scheme, '');
  return runs.test(bare) || shortened.test(bare) || word.test(bare);
}

const maskWord = new RegExp(`(?<![a-z])(?:${words}|${bracketed})(?![a-z])`, 'i');
/** Matches a whole part of an address that tools write in place of a real one, such as `xxx` or `user`. */
const replacedPart = /^(?:([a-z_])\1+|(\d)\2{2,}|user(?:name)?|name|email|anonymous)$/i;

/** Returns whether a tool may have written an address, such as `redacted-email@sbx`, in place of a real one. */
export const isReplacedAddress = (address: string): boolean =>
  maskWord.test(address) || address.split(/[@.]/).some((part) => replacedPart.test(part));

const enclosed = /^(?:<[^<>]*>|\[[^[\]]*\]|\$?\{{1,2}[^{}]*\}{1,2}|\$[A-Z_]+|%[A-Z_]+%)$/;
const placeholderWords = new RegExp(
  '^(?:(?:your|my|the|our|insert|enter|put|add|here|change|replace|me|it|this|with|client|app|api|secret|key|value' +
    '|password|placeholder|dummy|example|sample|test|todo|string)[\\W_]*)+\\d{0,4}$',
  'i',
);

/** Returns whether a text is a placeholder, such as `<client-secret>`, `{{clientSecret}}` or `changeme`. */
export function isPlaceholder(text: string): boolean {
  const bare = text.trim();
  return bare.length <= 60 && (enclosed.test(bare) || placeholderWords.test(bare));
}

/**
 * Matches `<secret>`, and characters of masks that are written as JSON escapes: some libraries escape `<` and all
 * characters outside ASCII.
 */
const escaped = String.raw`\\u(?:00b7|20(?:22|26)|25[0-9a-f]{2})|(?:[[<({]|003c)secret(?:[\])}>]|\\)`;
/** Matches the masks that {@link anyWord} does not match. One pattern for all masks would be much slower. */
const signs = new RegExp(
  String.raw`[*•●█■]{3,}|…|\.{3}|"(?:(?:Bearer|Basic|Token) )?${repeated}\\*"|${escaped}`,
  'i',
);
const anyWord = new RegExp(`${words}|${bracketed}`, 'i');

/** Returns whether a JSON text may contain a mask. Most texts do not, so they are not searched further. */
export const mayHoldMask = (text: string): boolean => signs.test(text) || anyWord.test(text);

/**
 * Removes the request headers with masked values, and notes that these headers were masked. Marks a body that consists
 * of one mask as not recorded. The original headers and bodies are unknown.
 */
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

/** Returns whether a whole body is one mask. A body with members is not: there, single values may be masks. */
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

/** Returns the reason why a masked value cannot be judged, and how to avoid this. */
export const whyMaskedUnjudged = (what: string): string =>
  `${what} is masked by the log: have it written as it is`;

/** Lowercase names of the headers that a HAR file may lack. Browsers leave out only these headers and cookies. */
export const leftOutOfHar: readonly string[] = ['authorization'];

/** Headers that announce the body of a request (RFC 9112, section 6.3). */
const announcing = ['content-length', 'transfer-encoding'];

/** Headers that browsers add to a request. Leaves out Referer, because HTTP libraries of backends set it, too. */
export const browserHeaders = ['Origin', 'Sec-Fetch-Site', 'Sec-Fetch-Dest'];

/**
 * Lowercase names of the headers that a complete log contains at least once. If no request of a log has one of these
 * headers, the log may leave the header out.
 */
export const wantedInLogs: readonly string[] = [...Object.keys(documented), ...announcing].map((name) =>
  name.toLowerCase(),
);

/**
 * Returns the headers that a log line cannot show, given the names of the headers that its log keeps. Considers only
 * {@link wantedInLogs} and {@link browserHeaders}.
 */
export function withheldBesides(kept: readonly string[]): WithheldHeaders {
  const names = new Set(kept.map((name) => name.toLowerCase()));
  const wanted = [...wantedInLogs, ...browserHeaders.map((name) => name.toLowerCase())];
  return Object.fromEntries(wanted.filter((name) => !names.has(name)).map((name) => [name, 'kept']));
}

/** Returns whether a recording cannot show any of the headers that announce the body of a request. */
export const isBodyPresenceUnknown = (withheld: WithheldHeaders): boolean =>
  announcing.every((name) => name in withheld);

/**
 * Returns the reason why a recording cannot show whether a request had a header. Returns `undefined` if the recording
 * shows the header, or shows that it was missing.
 */
export function whyWithheld({ request }: Pick<Exchange, 'request'>, header: string): string | undefined {
  const why = request.withheld?.[header.toLowerCase()];
  if (why === undefined || (headerValue(request.headers, header)?.trim() ?? '') !== '') return undefined;
  return reasons[why](header);
}

/**
 * Returns whether the content of a body is unknown, because the recording does not contain all of it. If a compressed
 * body was sent without a Content-Encoding, the suite knows enough: the message announces another content.
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
  return reportText`the recording keeps only the beginning of a body of ${name}`;
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
