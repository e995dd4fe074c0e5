import type { ExposureFact } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import { readableIn } from './find-bundle';
import type { PublicKey } from './keys';
import { keyPairFrom, readPublicKey } from './keys';

/** One way to decode a string, or a part of it, to bytes. */
interface TextReading {
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Length in characters. Longer strings are searched only near their beginning and their end. */
const longest = 4096;
/**
 * Number of characters to search at each end of a long string. They encode 256 bytes in hexadecimal, or 384
 * bytes in Base64. A multiple of four keeps the groups of Base64 aligned.
 */
const endCharacters = 512;
/**
 * Minimum length of a word that may be a private key: 40 characters of Base64 encode 30 bytes. The key is a
 * number, so it may have fewer than 32 bytes if its leading zeros are dropped.
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

/**
 * Decodes a string as a whole: Base64 in several lines, hexadecimal digits in groups, or one byte per
 * character.
 */
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

/** A place at which a client exposes a private key. `text` contains the key, so it must not be recorded. */
interface ExposedKey extends ExposureFact {
  readonly text: string;
}

const keyBytes = 32;
/**
 * Length in bytes. Longer values are treated as encrypted content. They are searched only near their ends,
 * because a client may have added a key before or after the content.
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
 * Removes each finding whose text is part of the text of another finding in the same encoding. For example,
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
 * Returns whether the bytes are an encoded public key. Always returns false for 32 bytes, because nearly any
 * 32 bytes are a valid X25519 key. They may therefore also be a private key.
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
 * Caches the results of `look`, because several encodings may decode a string to equal bytes, and each check
 * costs a multiplication on the curve.
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
 * Returns the parts of the bytes that may be a private key. These are all sequences of 32 bytes, or all bytes
 * if there are fewer than 32, because the key may be a small number.
 */
function candidatesIn(bytes: Buffer): Buffer[] {
  if (bytes.length < keyBytes) return [bytes];
  // The private key may be a little-endian or a big-endian number.
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
 * Returns the characters to redact. In long Base64, returns only the characters that encode the key. A
 * recording may contain only the beginning of a long string, and redaction would not find the whole string
 * there.
 */
function exposedPart({ encoding, text, bytes }: TextReading, isExposed: (bytes: Buffer) => boolean): string {
  if (!encoding.startsWith('base64') || bytes.length <= 2 * keyBytes) return text;
  for (let at = 0; at + keyBytes <= bytes.length; at += 1)
    if (isExposed(bytes.subarray(at, at + keyBytes)))
      return text.slice(Math.floor((at * 8) / 6), Math.ceil(((at + keyBytes) * 8) / 6));
  return text;
}
