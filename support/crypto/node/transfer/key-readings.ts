/** A text, or a part of it, as the bytes that it may stand for. */
export interface TextReading {
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Longer texts are looked at near their ends alone. */
const longest = 4096;
/** Characters of each end: 256 bytes in hexadecimal, 384 in Base64. A multiple of four, for Base64 to stay in step. */
const endCharacters = 512;
/** Fewer characters hold no key: 30 bytes in Base64 (a private key is a number, and may be shorter than 32). */
const shortestWord = 40;
/** Nor do fewer bytes, written as characters. */
const shortestText = 32;

/** What a text can be read as: Base64, base64url, hexadecimal, a decimal number, PEM, or bytes as characters. */
export function readingsOf(text: string): TextReading[] {
  if (text.length < shortestText) return [];
  if (text.length > longest) {
    const tail = Math.floor((text.length - endCharacters) / 4) * 4;
    return [text.slice(0, endCharacters), text.slice(tail)].flatMap(readingsOfWords);
  }
  return [...readingsOfWords(text), ...readingsOfWhole(text)];
}

/** A key may stand among other words, as in "key: 3f…". */
function readingsOfWords(text: string): TextReading[] {
  return (text.match(/[\w+/=-]+/g) ?? [])
    .filter((word) => word.length >= shortestWord)
    .flatMap(readingsOfWord);
}

function readingsOfWord(word: string): TextReading[] {
  const encoding = /[-_]/.test(word) ? 'base64url' : 'base64';
  const base64 = { encoding, bytes: Buffer.from(word, 'base64') };
  const [, digits = ''] = /^(?:0x)?([0-9a-f]+)$/i.exec(word) ?? [];
  return [
    base64,
    ...behindSlash(word).map((text) => ({ encoding, text, bytes: Buffer.from(text, 'base64') })),
    ...(digits === '' ? [] : [{ encoding: 'hex', bytes: fromHex(digits) }]),
    // 78 digits are the most that 32 bytes make.
    ...(/^\d{40,78}$/.test(word) ? [{ encoding: 'decimal', bytes: fromHex(BigInt(word).toString(16)) }] : []),
  ].map((reading) => ({ text: word, ...reading }));
}

/** What follows a name and a slash, a sign that Base64 has too, as in "Curve25519/Qm…": 32 bytes, padded or not. */
function behindSlash(word: string): string[] {
  return [/\/([\w+/-]{43}=?)$/, /\/([\w+/-]{86}(?:==)?)$/].flatMap(
    (pattern) => pattern.exec(word)?.[1] ?? [],
  );
}

/** A number without leading zeros is filled up to 32 bytes. */
function fromHex(digits: string): Buffer {
  return Buffer.from(digits.padStart(Math.max(64, digits.length + (digits.length % 2)), '0'), 'hex');
}

/** What only shows once the parts of a text are put together. */
function readingsOfWhole(text: string): TextReading[] {
  const body = text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\\[rn]|\s+/g, '');
  const digits = text.replaceAll(/[:\s-]/g, '');
  return [
    // In lines, as in PEM.
    ...(body !== text && /^[\w+/=-]+$/.test(body)
      ? [{ encoding: text.includes('-----BEGIN') ? 'pem' : 'base64', bytes: Buffer.from(body, 'base64') }]
      : []),
    // In groups, as in 3f:9a:…
    ...(digits !== text && /^[0-9a-f]{60,}$/i.test(digits)
      ? [{ encoding: 'hex', bytes: fromHex(digits) }]
      : []),
    ...(/[\x80-\xff]/.test(text) && /^[\0-\xff]+$/.test(text)
      ? [{ encoding: 'raw', bytes: Buffer.from(text, 'latin1') }]
      : []),
  ].map((reading) => ({ ...reading, text }));
}
