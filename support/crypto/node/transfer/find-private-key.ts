import type { ExposureFact } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import { readableIn } from './find-bundle';
import type { PublicKey } from './keys';
import { keyPairFrom, readPublicKey } from './keys';

/** The bytes that a string, or a part of it, represents in one encoding. */
interface TextReading {
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/**
 * Maximum length, in characters, of a string that is searched as a whole. Longer strings are searched only
 * near their beginning and their end.
 */
const longest = 4096;
/**
 * Number of characters to search at each end of a long string. They encode 256 bytes in hexadecimal, or 384
 * bytes in Base64. A multiple of four keeps the groups of Base64 aligned.
 */
const endCharacters = 512;
/**
 * Minimum length of a word that may be a private key. 40 characters of Base64 encode 30 bytes: two leading
 * zero bytes of a 32-byte key may be missing, because the key is a number.
 */
const shortestWord = 40;
/**
 * Minimum length of a string that may contain a private key: a key has 32 bytes, and some encodings use one
 * character per byte.
 */
const shortestText = 32;

/**
 * Decodes a string in every encoding in which it may contain a key: Base64, base64url, hexadecimal, decimal
 * number, PEM, or one byte per character.
 */
function readingsOf(text: string): TextReading[] {
  if (text.length < shortestText) return [];
  if (text.length > longest) {
    const tail = Math.floor((text.length - endCharacters) / 4) * 4;
    return [text.slice(0, endCharacters), text.slice(tail)].flatMap(readingsOfWords);
  }
  return [...readingsOfWords(text), ...readingsOfWhole(text)];
}

/** Decodes each word separately, because a key may appear among other words, as in "key: 3f…". */
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
    // A 32-byte number has at most 78 decimal digits.
    ...(/^\d{40,78}$/.test(word) ? [{ encoding: 'decimal', bytes: fromHex(BigInt(word).toString(16)) }] : []),
  ].map((reading) => ({ text: word, ...reading }));
}

/**
 * Returns the Base64 of 32 or 64 bytes after a slash, as in "Curve25519/Qm…". The slash is also a Base64
 * character, so decoding the whole word would give other bytes.
 */
function behindSlash(word: string): string[] {
  return [/\/([\w+/-]{43}=?)$/, /\/([\w+/-]{86}(?:==)?)$/].flatMap(
    (pattern) => pattern.exec(word)?.[1] ?? [],
  );
}

/** Decodes hexadecimal. Adds leading zeros up to 32 bytes, because a number may be written without them. */
function fromHex(digits: string): Buffer {
  return Buffer.from(digits.padStart(Math.max(64, digits.length + (digits.length % 2)), '0'), 'hex');
}

/** Decodes a string as a whole: multi-line Base64, grouped hexadecimal digits, or one byte per character. */
function readingsOfWhole(text: string): TextReading[] {
  const body = text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\\[rn]|\s+/g, '');
  const digits = text.replaceAll(/[:\s-]/g, '');
  return [
    // Base64 split into lines, as in PEM.
    ...(body !== text && /^[\w+/=-]+$/.test(body)
      ? [{ encoding: text.includes('-----BEGIN') ? 'pem' : 'base64', bytes: Buffer.from(body, 'base64') }]
      : []),
    // Hexadecimal digits in groups, as in 3f:9a:…
    ...(digits !== text && /^[0-9a-f]{60,}$/i.test(digits)
      ? [{ encoding: 'hex', bytes: fromHex(digits) }]
      : []),
    ...(/[\x80-\xff]/.test(text) && /^[\0-\xff]+$/.test(text)
      ? [{ encoding: 'raw', bytes: Buffer.from(text, 'latin1') }]
      : []),
  ].map((reading) => ({ ...reading, text }));
}

/**
 * One occurrence of a private key in the data that a client sent. `text` contains the key, so it must not be
 * recorded.
 */
interface ExposedKey extends ExposureFact {
  readonly text: string;
}

const keyBytes = 32;
/**
 * Maximum length, in bytes, of a value that is searched as a whole. Longer values are treated as encrypted
 * content. They are searched only near their ends, because a client may have added a key before or after the
 * content.
 */
const searchedBytes = 1024;
const ends = 256;

/**
 * Searches a JSON value that a client sent for the private key of any of the `publicKeys`. Checks strings,
 * member names, numbers and arrays of bytes, in all common encodings. Returns one finding for each string and
 * encoding that reveal a key.
 */
export function findPrivateKey(about: { sent: unknown; publicKeys: readonly PublicKey[] }): ExposedKey[] {
  const { texts, byteRows } = readableIn(about.sent);
  const isKey = onceForEach((candidate) => about.publicKeys.some((key) => isPrivateKeyOf(candidate, key)));
  const isExposed = (bytes: Buffer): boolean => candidatesIn(bytes).some(isKey);
  return [
    ...texts.flatMap(({ place, text }) =>
      distinct(
        readingsOf(text)
          .filter(({ bytes }) => !isPublicKey(bytes) && isExposed(bytes))
          .map((reading) => ({ place, encoding: reading.encoding, text: exposedPart(reading, isExposed) })),
      ),
    ),
    ...byteRows
      .filter(({ bytes }) => isExposed(bytes))
      .map(({ place, text }) => ({ place, encoding: 'bytes', text })),
  ];
}

/**
 * Removes each finding whose text is part of another finding's text in the same encoding. For example,
 * "Curve25519/Qm…" may give two findings: the part after the slash, and the whole word.
 */
function distinct(found: readonly ExposedKey[]): ExposedKey[] {
  return found.filter(
    ({ encoding, text }, index) =>
      !found.some(
        (other, at) =>
          other.encoding === encoding &&
          other.text.includes(text) &&
          (other.text.length > text.length || at < index),
      ),
  );
}

/**
 * Returns whether the bytes are an encoded public key. Returns false for 32 bytes. Nearly any 32 bytes are a
 * valid X25519 public key, so they could also be a private key.
 */
function isPublicKey(bytes: Buffer): boolean {
  if (bytes.length <= keyBytes) return false;
  try {
    readPublicKey(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Caches the results of `look`. Several encodings may decode a string to the same bytes, and each check costs
 * a multiplication on the curve.
 */
function onceForEach(look: (bytes: Buffer) => boolean): (bytes: Buffer) => boolean {
  const seen = new Map<string, boolean>();
  return (bytes) => {
    const name = bytes.toString('latin1');
    const found = seen.get(name) ?? look(bytes);
    seen.set(name, found);
    return found;
  };
}

/**
 * Returns the parts of the bytes that may be a private key: every sequence of 32 bytes. In a long value,
 * considers only the sequences near its ends. Returns a value of fewer than 32 bytes whole, because a key
 * that is a small number may be shorter.
 */
function candidatesIn(bytes: Buffer): Buffer[] {
  if (bytes.length < keyBytes) return [bytes];
  // The key may be a little-endian or a big-endian number, so try both byte orders.
  if (bytes.length === keyBytes) return [bytes, Buffer.from(bytes).reverse()];
  const parts = bytes.length > searchedBytes ? [bytes.subarray(0, ends), bytes.subarray(-ends)] : [bytes];
  return parts.flatMap((part) =>
    Array.from({ length: part.length - keyBytes + 1 }, (_unused, at) => part.subarray(at, at + keyBytes)),
  );
}

function isPrivateKeyOf(candidate: Buffer, { curve, publicKey }: PublicKey): boolean {
  // Skip the public key's own bytes, which nearly every message contains.
  if (publicKey.includes(candidate)) return false;
  try {
    return keyPairFrom(curve, candidate).publicKey.equals(publicKey);
  } catch (error) {
    if (error instanceof TransferError) return false;
    throw error;
  }
}

/**
 * Returns the characters to redact: in long Base64, only the characters that encode the key. A recording may
 * truncate a long string, and redaction would not find the whole string in it.
 */
function exposedPart({ encoding, text, bytes }: TextReading, isExposed: (bytes: Buffer) => boolean): string {
  if (!encoding.startsWith('base64') || bytes.length <= 2 * keyBytes) return text;
  for (let at = 0; at + keyBytes <= bytes.length; at += 1)
    if (isExposed(bytes.subarray(at, at + keyBytes)))
      return text.slice(Math.floor((at * 8) / 6), Math.ceil(((at + keyBytes) * 8) / 6));
  return text;
}
