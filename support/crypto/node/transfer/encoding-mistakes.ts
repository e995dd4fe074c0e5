import type { Mistake } from './ingredients';
import { mistakesAt } from './ingredients';

const line = 'the suite takes standard, padded Base64 on one line';

const base64 = (content: Buffer): string => content.toString('base64');
const hex = (content: Buffer): string => content.toString('hex');

const wrapped = (end: string) => (content: Buffer) => base64(content).replace(/.{76}(?=.)/g, `$&${end}`);

/** Encodes the content with `first`, and then encodes the resulting string in Base64. */
const twice = (first: (content: Buffer) => string) => (content: Buffer) =>
  base64(Buffer.from(first(content)));

const urlSafe = (content: Buffer): string => base64(content).replaceAll('+', '-').replaceAll('/', '_');

/**
 * Mistakes of a client that encrypts the bundle correctly, but does not encode the result as standard, padded
 * Base64 on one line.
 */
export const encodingMistakes: readonly Mistake[] = mistakesAt('encode', line, {
  'content-in-hex': ['the content is written in hexadecimal', hex],
  'content-in-upper-hex': ['the content is written in hexadecimal', (each) => hex(each).toUpperCase()],
  'content-base64url': ['the content is written in base64url', (each) => each.toString('base64url')],
  'content-base64url-padded': ['the content is written in base64url', urlSafe],
  'content-unpadded': [
    "the padding of the content's Base64 is left out",
    (each) => base64(each).replace(/=+$/, ''),
  ],
  'content-base64-twice': ['the content is encoded in Base64 twice', twice(base64)],
  'content-hex-in-base64': ['the content is written in hexadecimal, and that in Base64', twice(hex)],
  'content-wrapped': ['the content has line breaks', wrapped('\r\n')],
  'content-wrapped-lf': ['the content has line breaks', wrapped('\n')],
  'content-newline': ['the content ends with a line break', (each) => `${base64(each)}\n`],
  'content-as-utf8': [
    'the bytes of the content are taken for UTF-8 text, so that some are lost',
    (each) => each.toString(),
  ],
  'content-as-latin1': [
    'each byte of the content is written as a character',
    (each) => each.toString('latin1'),
  ],
});

/**
 * The mistake of sending the correct bytes in a non-canonical Base64 that {@link encodingMistakes} does not
 * list.
 */
export const looseEncoding: Mistake = {
  id: 'content-loose',
  stage: 'seal',
  text: `the Base64 of the content has blanks, line breaks, another padding or signs of its own; ${line}`,
};
