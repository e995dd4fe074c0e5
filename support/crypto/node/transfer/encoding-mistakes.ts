import type { Mistake } from './ingredients';
import { mistakesOf } from './ingredients';

const wanted = 'the suite takes standard, padded Base64 on one line';

const wrapped = (content: Buffer, end: string): string =>
  content.toString('base64').replace(/.{76}(?=.)/g, `$&${end}`);

/** Ways in which the bytes of the content are right, and its text is not. */
export const encodingMistakes: readonly Mistake[] = mistakesOf<NonNullable<Mistake['encode']>>(
  'seal',
  [
    [
      'content-in-hex',
      `the content is written in hexadecimal; ${wanted}`,
      (content) => content.toString('hex'),
    ],
    [
      'content-in-upper-hex',
      `the content is written in hexadecimal; ${wanted}`,
      (content) => content.toString('hex').toUpperCase(),
    ],
    [
      'content-base64url',
      `the content is written in base64url; ${wanted}`,
      (content) => content.toString('base64url'),
    ],
    [
      'content-base64url-padded',
      `the content is written in base64url; ${wanted}`,
      (content) => content.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    ],
    [
      'content-unpadded',
      `the padding of the content's Base64 is left out; ${wanted}`,
      (content) => content.toString('base64').replace(/=+$/, ''),
    ],
    [
      'content-base64-twice',
      `the content is encoded in Base64 twice; ${wanted}`,
      (content) => Buffer.from(content.toString('base64')).toString('base64'),
    ],
    [
      'content-hex-in-base64',
      `the content is written in hexadecimal, and that in Base64; ${wanted}`,
      (content) => Buffer.from(content.toString('hex')).toString('base64'),
    ],
    ['content-wrapped', `the content has line breaks; ${wanted}`, (content) => wrapped(content, '\r\n')],
    ['content-wrapped-lf', `the content has line breaks; ${wanted}`, (content) => wrapped(content, '\n')],
    [
      'content-newline',
      `the content ends with a line break; ${wanted}`,
      (content) => `${content.toString('base64')}\n`,
    ],
    [
      'content-as-utf8',
      `the bytes of the content are taken for UTF-8 text, so that some are lost; ${wanted}`,
      (content) => content.toString(),
    ],
    [
      'content-as-latin1',
      `each byte of the content is written as a character; ${wanted}`,
      (content) => content.toString('latin1'),
    ],
  ],
  (encode) => ({ encode }),
);

/** A text whose bytes are right, in Base64 that is neither canonical nor one of the above. */
export const looseEncoding: Mistake = {
  id: 'content-loose',
  stage: 'seal',
  text: `the Base64 of the content has blanks, line breaks, another padding or signs of its own; ${wanted}`,
};
