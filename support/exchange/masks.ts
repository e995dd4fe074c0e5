import type { RawExchange } from './raw-exchange';

/** Bearer and its kind stay readable where a token is masked. */
const scheme = /^(?:Bearer|Basic|Token)\s+/i;
const runs = /[*•█]{3,}|^([xX#.·_-])\1{2,}$/;
const words = 'redacted|masked|filtered|scrubbed|obfuscated';
const bracketed = 'hidden|removed|omitted|sensitive|secret';
const word = new RegExp(`^(?:\\W*(?:${words})\\W*|[[<({](?:${bracketed})[\\])}>])$`, 'i');

/** Whether a value stands in place of one that a log does not show, as in `****` and `[REDACTED]`. */
export function isMask(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const bare = value.trim().replace(scheme, '');
  return runs.test(bare) || word.test(bare);
}

const inText = new RegExp(
  `[*•█]{3,}|"(?:(?:Bearer|Basic|Token) )?(?:([xX#.·_-])\\1{2,}|\\W*(?:${words})\\W*|[[<({](?:${bracketed})[\\])}>])\\\\?"`,
  'i',
);

/** Whether a text of JSON may hold a mask: most hold none, and need not be looked through. */
export const mayHoldMask = (text: string): boolean => inText.test(text);

/** Takes masked values out of the headers of a request: whether they were right is unknown. */
export function withoutMasks<Of extends Pick<RawExchange, 'request' | 'masked'>>(raw: Of): Of {
  const { request } = raw;
  const hidden = request.headers.filter(([, value]) => isMask(value));
  const why = Object.fromEntries(hidden.map(([name]) => [name.toLowerCase(), 'mask' as const]));
  return {
    ...raw,
    masked: true,
    request: {
      ...request,
      headers: request.headers.filter((header) => !hidden.includes(header)),
      ...(hidden.length > 0 && { withheld: { ...request.withheld, ...why } }),
    },
  };
}

/** Why nothing can be said of a value. */
export const whyMasked = (what: string): string => `${what} is masked by the log: have it written as it is`;
