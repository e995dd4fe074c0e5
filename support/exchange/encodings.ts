/** A secret under this length counts only as a whole token: six digits stand by chance in many a number. */
const wholeTokenBelow = 10;

/** One spelling of a value, to be looked for in a text. */
export interface Needle {
  /** In lower case where `caseless`. */
  readonly text: string;
  readonly encoding: 'raw' | 'base64' | 'hex' | 'url-encoded' | 'first digits';
  readonly caseless: boolean;
  /** Counts only where no letter or digit stands beside it. */
  readonly wholeToken: boolean;
}

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
    while (at >= 0 && needle.wholeToken && !this.#standsAlone(at, at + needle.text.length))
      at = text.indexOf(needle.text, at + 1);
    return at;
  }

  #standsAlone(start: number, end: number): boolean {
    const beside = this.text.charAt(start - 1) + this.text.charAt(end);
    return !/[A-Za-z0-9]/.test(beside);
  }
}

/** Keeps the length, so that places stay the same: some letters have a small form of two characters. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * The Base64 characters that depend on the value alone when it starts `offset` bytes into a longer text: what is left
 * after dropping the characters that also carry bits of a neighbour.
 */
function base64At(value: Buffer, offset: 0 | 1 | 2): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), value])
    .toString('base64')
    .replace(/=+$/, '');
  const lead = offset === 0 ? 0 : offset + 1;
  const wholeBytes = (offset + value.length) % 3;
  return encoded.slice(lead, wholeBytes === 0 ? undefined : -1);
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
  const armoured = /^-----BEGIN [^-]+-----([^-]+)-----END [^-]+-----\s*$/.exec(value);
  if (armoured === null) return [value];
  const unix = value.replace(/\r\n?/g, '\n').trim();
  return [unix, unix.replaceAll('\n', '\r\n'), (armoured[1] ?? '').replace(/\s/g, '')];
}

function needlesOfSpelling(value: string): Needle[] {
  const bytes = Buffer.from(value, 'utf8');
  const wholeToken = value.length < wholeTokenBelow;
  // Bodies that are no text are searched as Latin-1.
  const raw = [value, bytes.toString('latin1'), JSON.stringify(value).slice(1, -1)];
  const base64 = ([0, 1, 2] as const)
    .map((offset) => base64At(bytes, offset))
    .filter((each) => each.length >= 6);
  const base64url = base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'));
  const urlHex = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const plain = { caseless: false, wholeToken: false } as const;
  const caseless = { caseless: true, wholeToken: false } as const;
  return [
    ...raw.map((text) => ({ text, encoding: 'raw', caseless: false, wholeToken }) as const),
    { text: encodeURIComponent(value), encoding: 'url-encoded', caseless: false, wholeToken },
    ...[...base64, ...base64.map(encodeURIComponent), ...base64url].map(
      (text) => ({ text, encoding: 'base64', ...plain }) as const,
    ),
    { text: bytes.toString('hex'), encoding: 'hex', ...caseless },
    { text: urlHex, encoding: 'url-encoded', ...caseless },
  ];
}
