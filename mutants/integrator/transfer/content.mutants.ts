import type { Mutant } from '../../mutant';
import type { StageMistakeRow } from './slips';
import { twoSidedMutants, mutantHips } from './slips';

const base64 = (content: Buffer): string => content.toString('base64');

/** The text of a content (HDT-08). */
const texts: readonly StageMistakeRow[] = [
  [
    'content-in-hex',
    'The content is written in hexadecimal.',
    'the content is written in hexadecimal',
    { encode: (content) => content.toString('hex'), decode: (content) => Buffer.from(content, 'hex') },
  ],
  [
    'content-in-upper-hex',
    'The content is written in hexadecimal with capital letters.',
    'the content is written in hexadecimal',
    { encode: (content) => content.toString('hex').toUpperCase() },
  ],
  [
    'content-in-base64url',
    'The alphabet is that of tokens.',
    'the content is written in base64url',
    { encode: (content) => content.toString('base64url') },
  ],
  [
    'content-in-padded-base64url',
    'The alphabet is that of URLs.',
    'the content is written in base64url',
    { encode: (content) => base64(content).replaceAll('+', '-').replaceAll('/', '_') },
  ],
  [
    'content-unpadded',
    'The encoder leaves padding out.',
    "the padding of the content's Base64 is left out",
    { encode: (content) => base64(content).replaceAll('=', '') },
  ],
  [
    'content-in-base64-twice',
    'Two layers of the client encode.',
    'the content is encoded in Base64 twice',
    {
      encode: (content) => base64(Buffer.from(base64(content))),
      decode: (content) => Buffer.from(Buffer.from(content, 'base64').toString(), 'base64'),
    },
  ],
  [
    'content-in-hex-and-base64',
    'One layer writes hexadecimal, and another Base64.',
    'the content is written in hexadecimal, and that in Base64',
    { encode: (content) => base64(Buffer.from(content.toString('hex'))) },
  ],
  [
    'content-wrapped-at-76',
    'A MIME encoder breaks lines.',
    'the content has line breaks',
    { encode: (content) => base64(content).replace(/.{76}(?=.)/g, '$&\r\n') },
  ],
  [
    'content-wrapped-by-lf',
    'A command breaks lines.',
    'the content has line breaks',
    { encode: (content) => base64(content).replace(/.{76}(?=.)/g, '$&\n') },
  ],
  [
    'content-with-newline',
    'The output of a command keeps its last line end.',
    'the content ends with a line break',
    { encode: (content) => `${base64(content)}\n` },
  ],
  [
    'content-as-utf-8',
    'The bytes are put into a text, which has no room for all of them.',
    'the bytes of the content are taken for UTF-8 text',
    { encode: (content) => content.toString('utf8') },
  ],
  [
    'content-as-latin-1',
    'Each byte becomes a character.',
    'each byte of the content is written as a character',
    { encode: (content) => content.toString('latin1') },
  ],
];

/** Mistakes in how a content is written (clause 6.2.6). */
export const contentMutants: readonly Mutant[] = [
  ...mutantHips('HDT-08', texts),
  ...twoSidedMutants('HDT-08', texts, ['content-in-hex', 'content-in-base64-twice']),
];
