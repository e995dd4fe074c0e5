import type { ExposureFact } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import { readableIn } from './find-bundle';
import type { PublicKey } from './keys';
import { keyPairFrom, readPublicKey } from './keys';

/** Bytes that a text, or a part of it, may encode. */
interface TextReading {
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Longer texts (in characters) are searched only near their ends. */
const longest = 4096;
/**
 * Characters searched at each end: 256 bytes in hexadecimal, 384 in Base64. A multiple of four keeps Base64
 * aligned.
 */
const endCharacters = 512;
/**
 * A shorter word cannot be a key: 40 Base64 characters are 30 bytes. A private key is a number and may have
 * fewer than 32 bytes.
 */
const shortestWord = 40;
/** A shorter text cannot be a key, even with one byte per character. */
const shortestText = 32;

/**
 * Decodes a text in every way that may give a key: Base64, base64url, hexadecimal, decimal number, PEM, or
 * one byte per character.
 */
function readingsOf(text: string): TextReading[] {
  if (text.length < shortestText) return [];
  if (text.length > longest) {
    const tail = Math.floor((text.length - endCharacters) / 4) * 4;
    return [text.slice(0, endCharacters), text.slice(tail)].flatMap(readingsOfWords);
  }
  return [...readingsOfWords(text), ...readingsOfWhole(text)];
}

/** Decodes each word by itself, because a key may occur among other words: "key: 3f…". */
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
    // A number of 32 bytes has at most 78 digits.
    ...(/^\d{40,78}$/.test(word) ? [{ encoding: 'decimal', bytes: fromHex(BigInt(word).toString(16)) }] : []),
  ].map((reading) => ({ text: word, ...reading }));
}

/**
 * Returns the Base64 of 32 or 64 bytes after a slash, as in "Curve25519/Qm…". The slash is also a Base64
 * character, so the word as a whole decodes to other bytes.
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

/** Decodes a text that becomes readable only if its lines or groups are joined. */
function readingsOfWhole(text: string): TextReading[] {
  const body = text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\\[rn]|\s+/g, '');
  const digits = text.replaceAll(/[:\s-]/g, '');
  return [
    // Base64 in lines, as in PEM.
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

/** A readable private key, and the text that contains it. That text must not be recorded. */
interface ExposedKey extends ExposureFact {
  readonly text: string;
}

const keyBytes = 32;
/**
 * Longer values are treated as encrypted contents. They are searched only near their ends, where a client may
 * have added a key.
 */
const searchedBytes = 1024;
const ends = 256;

/**
 * Searches a JSON value that a client sent for the private key of one of these public keys. Checks strings,
 * member names and arrays of bytes, in all common encodings. Returns one finding for each encoding that
 * reveals the key in a text.
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
 * Removes findings whose text is part of another finding in the same encoding. Base64 after a slash may give
 * such a pair: the part after the slash and the whole word.
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
 * Returns whether the bytes are a public key of more than 32 bytes. Any 32 bytes are a valid X25519 key, so
 * those may also be a private key.
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
 * Caches the results of `look`. Several encodings decode a text to equal bytes, and each check costs a
 * multiplication on the curve.
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
 * Returns the parts that may be a private key: each run of 32 bytes, or all bytes if there are fewer (a small
 * number).
 */
function candidatesIn(bytes: Buffer): Buffer[] {
  if (bytes.length < keyBytes) return [bytes];
  // The number may be little-endian or big-endian.
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
 * Returns the characters to redact. In long Base64, these are only the characters of the key: they are still
 * found if the recording keeps only the beginning of a content.
 */
function exposedPart({ encoding, text, bytes }: TextReading, isExposed: (bytes: Buffer) => boolean): string {
  if (!encoding.startsWith('base64') || bytes.length <= 2 * keyBytes) return text;
  for (let at = 0; at + keyBytes <= bytes.length; at += 1)
    if (isExposed(bytes.subarray(at, at + keyBytes)))
      return text.slice(Math.floor((at * 8) / 6), Math.ceil(((at + keyBytes) * 8) / 6));
  return text;
}
