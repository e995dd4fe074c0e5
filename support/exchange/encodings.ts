import { replaceEach } from './replace-each';

/** A secret under this length counts only as a whole token: six digits stand by chance in many a number. */
const wholeTokenBelow = 10;

/** One spelling of a value, to be looked for in a text. */
export interface Needle {
  /** In lower case where `caseless`. */
  readonly text: string;
  readonly encoding: 'raw' | 'base64' | 'hex' | 'url-encoded' | 'first digits';
  readonly caseless: boolean;
  /** Counts only where no letter or digit stands beside it; in Base64, beside what it decodes to. */
  readonly wholeToken: boolean;
  /** Of Base64: the bytes that are sought, as Latin-1, and how many bytes into a group of three they start. */
  readonly encoded?: { readonly bytes: string; readonly offset: Offset };
}

export type Offset = 0 | 1 | 2;
export const offsets: readonly Offset[] = [0, 1, 2];

/** How many characters at the start of a group of four also carry bits of what stands before the value. */
const leadOf = (offset: Offset): number => (offset === 0 ? 0 : offset + 1);

const letterOrDigit = /[A-Za-z0-9]/;

/** A text to be searched, with its lower-case form made once. */
export class Haystack {
  readonly text: string;
  #lower: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Where a needle stands, from `from` on; -1 where it does not. Plain search: needles are many, and some are long. */
  indexOf(needle: Needle, from = 0): number {
    const text = needle.caseless ? (this.#lower ??= lowerAscii(this.text)) : this.text;
    let at = text.indexOf(needle.text, from);
    while (at >= 0 && needle.wholeToken && !this.#standsAlone(at, needle))
      at = text.indexOf(needle.text, at + 1);
    return at;
  }

  #standsAlone(at: number, needle: Needle): boolean {
    if (needle.encoded !== undefined) return standsAloneDecoded(this.text, at, needle.encoded);
    return !letterOrDigit.test(this.text.charAt(at - 1) + this.text.charAt(at + needle.text.length));
  }
}

/**
 * Whether no letter or digit stands beside what Base64 at a place in a text decodes to: a token is Base64 too, and the
 * times in it are longer numbers.
 */
export function standsAloneDecoded(
  text: string,
  at: number,
  { bytes, offset }: NonNullable<Needle['encoded']>,
): boolean {
  const group = at - leadOf(offset);
  const hasNeighbour = /^[\w+/-]{4}$/.test(text.slice(Math.max(0, group - 4), group));
  const start = hasNeighbour ? group - 4 : group;
  const [word = ''] = /^[\w+/-]*/.exec(text.slice(start, at + 2 * bytes.length + 8)) ?? [];
  const decoded = Buffer.from(word, 'base64').toString('latin1');
  const index = offset + (hasNeighbour ? 3 : 0);
  const beside = decoded.charAt(index - 1) + decoded.charAt(index + bytes.length);
  return decoded.startsWith(bytes, index) && !letterOrDigit.test(beside);
}

/** Keeps the length, so that places stay the same: some letters have a small form of two characters. */
function lowerAscii(text: string): string {
  return replaceEach(text, /[A-Z]+/g, ([letters]) => letters.toLowerCase());
}

/**
 * The Base64 characters that depend on the value alone when it starts `offset` bytes into a longer text: what is left
 * after dropping the characters that also carry bits of a neighbour.
 */
export function base64At(value: Buffer, offset: Offset): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), value])
    .toString('base64')
    .replace(/=+$/, '');
  const wholeBytes = (offset + value.length) % 3;
  return encoded.slice(leadOf(offset), wholeBytes === 0 ? undefined : -1);
}

/**
 * The spellings in which a value may leak: raw, JSON- and URL-escaped, hexadecimal, Base64 at each of the three byte
 * offsets, base64url.
 */
export function needlesOf(value: string): Needle[] {
  const needles = spellingsOf(value).flatMap(needlesOfSpelling);
  return needles.filter((each, index) => needles.findIndex(({ text }) => text === each.text) === index);
}

/** A PEM block may have other line ends, or neither lines nor armour. */
function spellingsOf(value: string): string[] {
  const bare = bareKey(value);
  if (bare === undefined) return [value];
  const unix = value.replace(/\r\n?/g, '\n').trim();
  return [unix, unix.replaceAll('\n', '\r\n'), bare];
}

/** The Base64 in a PEM block, without lines or armour. */
export function bareKey(value: string): string | undefined {
  return /^-----BEGIN [^-]+-----([^-]+)-----END [^-]+-----\s*$/.exec(value)?.[1]?.replace(/\s/g, '');
}

function needlesOfSpelling(value: string): Needle[] {
  const bytes = Buffer.from(value, 'utf8');
  const wholeToken = value.length < wholeTokenBelow;
  // Bodies that are no text are searched as Latin-1.
  const raw = [value, bytes.toString('latin1'), JSON.stringify(value).slice(1, -1)];
  const urlHex = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const caseless = { caseless: true, wholeToken: false } as const;
  return [
    ...raw.map((text) => ({ text, encoding: 'raw', caseless: false, wholeToken }) as const),
    { text: encodeURIComponent(value), encoding: 'url-encoded', caseless: false, wholeToken },
    ...offsets.flatMap((offset) => base64Needles(bytes, offset, wholeToken)),
    { text: bytes.toString('hex'), encoding: 'hex', ...caseless },
    { text: urlHex, encoding: 'url-encoded', ...caseless },
  ];
}

function base64Needles(value: Buffer, offset: Offset, wholeToken: boolean): Needle[] {
  const base64 = base64At(value, offset);
  if (base64.length < 6) return [];
  const base64url = base64.replaceAll('+', '-').replaceAll('/', '_');
  const encoded = { bytes: value.toString('latin1'), offset };
  return [base64, encodeURIComponent(base64), base64url].map((text) => ({
    text,
    encoding: 'base64',
    caseless: false,
    // What is escaped is no Base64 to be decoded here.
    ...(wholeToken && !text.includes('%') ? { wholeToken, encoded } : { wholeToken: false }),
  }));
}
