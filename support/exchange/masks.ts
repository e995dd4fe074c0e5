import type { RawExchange, WireRecord } from './raw-exchange';

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
export const whyMasked = (what: string): string => `${what} is masked by the log: have it written as it is`;
