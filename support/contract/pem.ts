import { isObject, parseJson } from './json';

/**
 * A PEM block: its complete text, its label (such as `PUBLIC KEY`), and the text between its BEGIN and END
 * lines.
 */
export interface PemBlock {
  readonly text: string;
  readonly label: string;
  readonly content: string;
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g;

/** Returns the PEM blocks in a text, in order. If one block contains another, returns only the inner one. */
export function pemBlocks(text: string): PemBlock[] {
  const found = text.matchAll(block);
  return [...found].map(([whole, label = '', content = '']) => ({ text: whole, label, content }));
}

/**
 * Returns whether the BEGIN line and the END line of a block are lines of their own, as RFC 7468 (section 2) requires.
 * Blanks may precede and follow them. Its parsers ignore all white space between these lines.
 *
 * @param whole the text that contains the block
 */
export function hasOwnLines(whole: string, { label }: PemBlock): boolean {
  return ['BEGIN', 'END'].every((edge) =>
    new RegExp(`(?:^|[\\r\\n])[ \\t]*-----${edge} ${label}-----[ \\t]*(?:[\\r\\n]|$)`).test(whole),
  );
}

/** Returns the text of a PEM block with the line ends that RFC 7468 (section 2) requires. */
export function withLineEnds({ label, content }: PemBlock): string {
  const lines = content.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/**
 * PEM text (`inner`) found under an extra layer of encoding, and a phrase that describes this layer (`flaw`).
 */
interface WrappedPem {
  readonly flaw: string;
  readonly inner: string;
}

/**
 * Removes an extra layer of encoding from PEM text: a JSON string, a second BEGIN line, escaped line ends, or
 * Base64. Returns `undefined` if the text contains no PEM text, or no extra layer.
 */
export function wrappedPem(text: string): WrappedPem | undefined {
  const unquoted = parseJson(text);
  if (typeof unquoted === 'string' && unquoted.includes('-----BEGIN'))
    return { flaw: 'the PEM text stands in a JSON string, with \\n for its line ends', inner: unquoted };
  if (/-----BEGIN ([A-Z0-9 ]+)-----\s*-----BEGIN/.test(text))
    return { flaw: 'PEM wrapped twice: its BEGIN line stands twice', inner: text };
  if (pemBlocks(text).length > 0 && /-----\\r?\\?n/.test(text))
    return {
      flaw: 'the line ends of the PEM text are written as \\n',
      inner: text.replaceAll('\\r', '').replaceAll('\\n', '\n'),
    };
  const [outer] = pemBlocks(text);
  const decoded = Buffer.from(outer?.content ?? text, 'base64').toString('latin1');
  if (!decoded.startsWith('-----BEGIN')) return undefined;
  const flaw =
    outer === undefined
      ? 'the whole PEM text was put into Base64 once more'
      : 'PEM wrapped twice: inside the block stands the Base64 of another PEM text';
  return { flaw, inner: decoded };
}

/**
 * Returns whether a text is a JSON Web Key Set (RFC 7517). The gateway publishes one for verifying its
 * callbacks.
 */
export function isJwks(text: string): boolean {
  const value = parseJson(text);
  return (
    isObject(value) && Array.isArray(value.keys) && value.keys.every((key) => isObject(key) && 'kty' in key)
  );
}
