/** A secret under this length counts only as a whole token: six digits stand by chance in many a number. */
const wholeTokenBelow = 10;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

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
 * Regular-expression sources that find a value in any encoding in which it may leak: raw, JSON- and URL-escaped,
 * hexadecimal, Base64 at each of the three byte offsets, base64url.
 */
export function encodingPatterns(value: string): string[] {
  return [...new Set(spellingsOf(value).flatMap(patternsOf))];
}

/** A PEM block may have other line ends, or neither lines nor armour. */
function spellingsOf(value: string): string[] {
  const armoured = /^-----BEGIN [^-]+-----([^-]+)-----END [^-]+-----\s*$/.exec(value);
  if (armoured === null) return [value];
  const unix = value.replace(/\r\n?/g, '\n').trim();
  return [unix, unix.replaceAll('\n', '\r\n'), (armoured[1] ?? '').replace(/\s/g, '')];
}

function patternsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  // Bodies that are no text are searched as Latin-1.
  const raw = new Set([
    value,
    bytes.toString('latin1'),
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
  ]);
  const raws = [...raw].map((each) =>
    value.length < wholeTokenBelow
      ? `(?<![A-Za-z0-9])${escapeRegExp(each)}(?![A-Za-z0-9])`
      : escapeRegExp(each),
  );
  const base64 = ([0, 1, 2] as const)
    .map((offset) => base64At(bytes, offset))
    .filter((each) => each.length >= 6);
  const base64url = base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  const urlHex = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    ...raws,
    ...new Set([...base64, ...base64.map(encodeURIComponent), ...base64url].map(escapeRegExp)),
    caseless(hex),
    caseless(urlHex),
  ];
}

function caseless(text: string): string {
  return text.replace(/[a-f]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
