/**
 * The encoding of a text that is not UTF-8 without a byte order mark. RFC 8259 (section 8.1) requires UTF-8 for
 * JSON that systems exchange, forbids senders to add a byte order mark, and allows receivers to ignore one.
 */
export type TextEncoding = 'utf-8-bom' | 'utf-16le' | 'utf-16be';

export interface DecodedText {
  /** The text without its byte order mark. */
  readonly text: string;
  readonly encoding?: TextEncoding;
}

const byteOrderMarks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8-bom', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Returns the encoding of some bytes, and the length of their byte order mark. Returns `undefined` for bytes
 * without a byte order mark that do not look like UTF-16. Without a mark, bytes look like UTF-16 if each of their
 * first two characters has one zero byte, because a JSON text, a form and PEM all begin with ASCII characters.
 */
export function detectEncoding(bytes: Buffer): { encoding: TextEncoding; markBytes: number } | undefined {
  for (const [encoding, mark] of byteOrderMarks)
    if (mark.every((byte, at) => bytes[at] === byte)) return { encoding, markBytes: mark.length };
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : '-')).join('');
  if (zeros === '-0-0') return { encoding: 'utf-16le', markBytes: 0 };
  return zeros === '0-0-' ? { encoding: 'utf-16be', markBytes: 0 } : undefined;
}

/**
 * Decodes bytes as UTF-8, or as UTF-16 if the bytes show that encoding. Bytes that are invalid in the encoding
 * become U+FFFD.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const found = detectEncoding(bytes);
  if (found === undefined) return { text: bytes.toString('utf8') };
  const { encoding, markBytes } = found;
  const content = bytes.subarray(markBytes);
  if (encoding === 'utf-8-bom') return { text: content.toString('utf8'), encoding };
  const whole = content.subarray(0, content.length - (content.length % 2));
  return {
    text: (encoding === 'utf-16be' ? Buffer.from(whole).swap16() : whole).toString('utf16le'),
    encoding,
  };
}

/** Returns the text of a body in any of the encodings that {@link decodeText} recognises. */
export const textOfBody = (body: Buffer): string => decodeText(body).text;

/**
 * Returns the texts that a body may be: the text that {@link decodeText} returns, and for bytes that look like UTF-16
 * the text in UTF-8, too. Bytes that only begin like UTF-16 may contain a readable secret.
 */
export function possibleTextsOf(body: Buffer): string[] {
  const { text, encoding } = decodeText(body);
  return encoding === undefined || encoding === 'utf-8-bom' ? [text] : [text, body.toString('utf8')];
}
