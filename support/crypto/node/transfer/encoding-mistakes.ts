import type { Mistake } from './ingredients';
import { mistakesOf } from './ingredients';

const base64 = 'the suite takes standard, padded Base64 on one line';
const wrapped = (content: Buffer, end: string): string =>
  content.toString('base64').replace(/.{76}(?=.)/g, `$&${end}`);

/** Ways in which the content is right, and its text is not (reading `content-field`, clause 2.6). */
export const encodingMistakes: readonly Mistake[] = mistakesOf<NonNullable<Mistake['encode']>>(
  'HDT-08',
  [
  [
    'content-in-hex',
    `the content is written in hexadecimal; ${base64}`,
    (content) => content.toString('hex'),
  ],
  [
    'content-in-upper-hex',
    `the content is written in hexadecimal; ${base64}`,
    (content) => content.toString('hex').toUpperCase(),
  ],
  [
    'content-base64url',
    `the content is written in base64url; ${base64}`,
    (content) => content.toString('base64url'),
  ],
  [
    'content-base64url-padded',
    `the content is written in base64url; ${base64}`,
    (content) => content.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ],
  [
    'content-unpadded',
    `the padding of the content's Base64 is left out; ${base64}`,
    (content) => content.toString('base64').replace(/=+$/, ''),
  ],
  [
    'content-base64-twice',
    `the content is encoded twice; ${base64}`,
    (content) => Buffer.from(content.toString('base64')).toString('base64'),
  ],
  ['content-wrapped', `the content has line breaks; ${base64}`, (content) => wrapped(content, '\r\n')],
  ['content-wrapped-lf', `the content has line breaks; ${base64}`, (content) => wrapped(content, '\n')],
  [
    'content-newline',
    `the content ends with a line break; ${base64}`,
    (content) => `${content.toString('base64')}\n`,
  ],
],
  (encode) => ({ encode }),
);
