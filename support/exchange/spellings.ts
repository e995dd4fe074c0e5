import { bareKey, base64At, offsets } from './encodings';
import { squeeze } from './squeezed';
import { readingsOf } from './views';

/** The value itself, or it within an encoding of letters and digits. */
type Form = 'plain' | 'encoded';

/** How a value reads in a squeezed text. */
export interface Spelling {
  readonly form: Form;
  readonly squeezed: Uint8Array;
}

/**
 * Every way in which a value may be spelt: itself, in hexadecimal, in Base64 of UTF-8 or UTF-16, in Base64 twice; a key
 * also in DER.
 *
 * @param most how many of its first characters are looked at
 */
export function squeezedSpellings(value: string, most = Infinity): Spelling[] {
  const found = new Map<string, Spelling>();
  const add = (form: Form, text: string): void => {
    const squeezed = squeeze(text);
    const key = Buffer.from(squeezed.buffer, squeezed.byteOffset, squeezed.length).toString('latin1');
    if (!found.has(key)) found.set(key, { form, squeezed });
  };
  const bare = bareKey(value);
  for (const reading of bare === undefined ? new Set(readingsOf(value)) : [value, bare]) {
    const text = cut(reading, most);
    add('plain', text);
    for (const encoded of encodingsOf(text)) add('encoded', encoded);
  }
  const key = bare === undefined ? undefined : Buffer.from(cut(bare, most), 'base64');
  if (key !== undefined)
    for (const coding of ['latin1', 'hex'] as const) add('encoded', key.toString(coding));
  return [...found.values()];
}

/** No half of a surrogate pair stays behind. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const wide = Buffer.from(value, 'utf16le');
  const once = offsets.flatMap((offset) => base64Of(bytes, offset));
  return [
    bytes.toString('hex'),
    bytes.toString('latin1'),
    ...once,
    ...once.flatMap((each) => offsets.flatMap((offset) => base64Of(Buffer.from(each), offset))),
    ...[wide, Buffer.from(wide).swap16()].flatMap((each) =>
      offsets.flatMap((offset) => base64Of(each, offset)),
    ),
  ];
}

/** In both alphabets of Base64. */
function base64Of(bytes: Buffer, offset: 0 | 1 | 2): string[] {
  const text = base64At(bytes, offset);
  const url = text.replaceAll('+', '-').replaceAll('/', '_');
  return url === text ? [text] : [text, url];
}
