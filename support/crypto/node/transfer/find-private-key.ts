import type { ExposureFact } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import { readableIn } from './find-bundle';
import type { PublicKey } from './keys';
import { keyPairFrom, readPublicKey } from './keys';

/** A text, or a part of it, as the bytes that it may stand for. */
interface TextReading {
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
function readingsOf(text: string): TextReading[] {
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

/** A private key that can be read, and the text that it is read from, which must not be recorded. */
interface ExposedKey extends ExposureFact {
  readonly text: string;
}

const keyBytes = 32;
/** More bytes than this are a content: that can hide a key at its ends alone, where something was put beside it. */
const searchedBytes = 1024;
const ends = 256;

/**
 * Looks for the private key of one of those public keys in a JSON value that was sent: in texts, names of members and
 * rows of bytes, in any usual encoding. One finding for each way in which a text can be read.
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
 * Base64 behind a slash may follow a name, or be the end of longer Base64: where both readings show the key, that is one
 * way to read it, told with the longer text.
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

/** A public key in a form that can be told from a private key: any 32 bytes are a key of X25519. */
function isPublicKey(bytes: Buffer): boolean {
  if (bytes.length <= keyBytes) return false;
  try {
    readPublicKey(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Several encodings read a text as the same bytes, and each look at a key is a multiplication on its curve. */
function onceForEach(look: (bytes: Buffer) => boolean): (bytes: Buffer) => boolean {
  const seen = new Map<string, boolean>();
  return (bytes) => {
    const name = bytes.toString('latin1');
    const found = seen.get(name) ?? look(bytes);
    seen.set(name, found);
    return found;
  };
}

/** What may be a private key: 32 bytes in a row; all bytes where there are fewer, as of a small number. */
function candidatesIn(bytes: Buffer): Buffer[] {
  if (bytes.length < keyBytes) return [bytes];
  // A number may be written from its other end.
  if (bytes.length === keyBytes) return [bytes, Buffer.from(bytes).reverse()];
  const parts = bytes.length > searchedBytes ? [bytes.subarray(0, ends), bytes.subarray(-ends)] : [bytes];
  return parts.flatMap((part) =>
    Array.from({ length: part.length - keyBytes + 1 }, (_unused, at) => part.subarray(at, at + keyBytes)),
  );
}

function isPrivateKeyOf(candidate: Buffer, { curve, publicKey }: PublicKey): boolean {
  // The public key itself is where one would look first.
  if (publicKey.includes(candidate)) return false;
  try {
    return keyPairFrom(curve, candidate).publicKey.equals(publicKey);
  } catch (error) {
    if (error instanceof TransferError) return false;
    throw error;
  }
}

/**
 * The characters that are to be hidden: in a long run of Base64 those of the key alone, so that they are found again
 * where only the beginning of a content is recorded.
 */
function exposedPart({ encoding, text, bytes }: TextReading, isExposed: (bytes: Buffer) => boolean): string {
  if (!encoding.startsWith('base64') || bytes.length <= 2 * keyBytes) return text;
  for (let at = 0; at + keyBytes <= bytes.length; at += 1)
    if (isExposed(bytes.subarray(at, at + keyBytes)))
      return text.slice(Math.floor((at * 8) / 6), Math.ceil(((at + keyBytes) * 8) / 6));
  return text;
}
