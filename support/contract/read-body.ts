import type { DecodedText, TextEncoding } from './decode-text';
import { decodeText } from './decode-text';
import { duplicateMembers, parseJson } from './json';

/**
 * A mistake in how a body is written, despite which the value in the body can be read:
 * - `byte order mark`: a byte order mark precedes the text
 * - `UTF-16`: the text is encoded in UTF-16 instead of UTF-8
 * - `JSON in a JSON text`: the body is a JSON string, and the string contains the JSON text
 * - `form`: the body is a URL-encoded form instead of JSON
 */
export type BodySlip = 'byte order mark' | 'UTF-16' | 'JSON in a JSON text' | 'form';

/** The value in a body, and the mistakes in how the body is written. */
export interface ReadBody {
  /** The value. If a member appears twice in an object, the last one counts, as for `JSON.parse`. */
  readonly value: unknown;
  readonly slips: readonly BodySlip[];
  /** JSON pointers of the members that appear more than once in their object. */
  readonly repeated: readonly string[];
}

const slipOfEncoding: Readonly<Record<TextEncoding, BodySlip>> = {
  'utf-8-bom': 'byte order mark',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};

/** Returns the mistakes that the encoding of a text shows. */
export const slipsOfEncoding = (encoding: TextEncoding | undefined): readonly BodySlip[] =>
  encoding === undefined ? [] : [slipOfEncoding[encoding]];

/** Matches a form. In the form of a recording, names may have been replaced, as in `(name,8)=`. */
const form = /^(?:[\w.%+-]+|\(name,[^()=&]*\))=/;

/** Matches Base64 with padding, in either alphabet. Its length, without white space, is a multiple of 4. */
const paddedBase64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)\s*$/;

/** Whether a text is a URL-encoded form. The `=` at the end of padded Base64 does not make it one. */
export const isForm = (text: string): boolean => form.test(text) && !paddedBase64.test(text);

/** The maximum number of JSON strings around a JSON text that {@link readText} removes. */
const mostWrappers = 2;

/**
 * Reads a body that is JSON, JSON in a JSON string, or a form. Returns `undefined` for any other text.
 *
 * @param parse parses a JSON text, and returns `undefined` if the text is not JSON
 */
export function readText(
  { text, encoding }: DecodedText,
  parse: (text: string) => unknown = parseJson,
): ReadBody | undefined {
  const slips = slipsOfEncoding(encoding);
  if (isForm(text)) return { ...readForm(text), slips: [...slips, 'form'] };
  const value = parse(text);
  if (value === undefined) return undefined;
  let inner: unknown = value;
  let innerText = text;
  for (let wrappers = 0; wrappers < mostWrappers && typeof inner === 'string'; wrappers += 1) {
    innerText = inner;
    inner = /^\s*[[{"]/.test(inner) ? parse(inner) : undefined;
  }
  if (typeof inner !== 'object' || inner === null || inner === value)
    return { value, slips, repeated: duplicateMembers(text) };
  return { value: inner, slips: [...slips, 'JSON in a JSON text'], repeated: duplicateMembers(innerText) };
}

/** Reads a body like {@link readText}, from its bytes. */
export const readBytes = (body: Buffer): ReadBody | undefined => readText(decodeText(body));

function readForm(text: string): Pick<ReadBody, 'value' | 'repeated'> {
  const pairs = [...new URLSearchParams(text.trimEnd())];
  const [names, repeated] = [new Set<string>(), new Set<string>()];
  for (const [name] of pairs) (names.has(name) ? repeated : names).add(name);
  return { value: Object.fromEntries(pairs), repeated: [...repeated].map((name) => `/${name}`) };
}
