import { TransferError } from '../../../contract/transfer-error';
import type { ExposureFact } from '../../../contract/transfer-facts';
import { toBigEndian } from './field';
import type { PublicKey } from './keys';
import { keyPairFrom, readPublicKey } from './keys';

/** A text as it stands somewhere in what was sent. */
interface Placed {
  /** JSON pointer; that of the member for a name. */
  readonly place: string;
  readonly text: string;
}

/** A private key that can be read, and the text that it is read from, which must not be recorded. */
export interface ExposedKey extends ExposureFact {
  readonly text: string;
}

/** Looks for the private key of one of those public keys in everything that was sent, as text of any usual encoding. */
export function findPrivateKey(about: { sent: unknown; publicKeys: readonly PublicKey[] }): ExposedKey[] {
  return textsOf(about.sent).flatMap(({ place, text }) => {
    const found = readings(text).find(({ bytes }) => holdsKeyOf(bytes, about.publicKeys));
    return found === undefined ? [] : [{ place, encoding: found.encoding, text }];
  });
}

interface Reading {
  readonly encoding: string;
  readonly bytes: Buffer;
}

/** Longer texts are contents: those can hide a key at their ends alone, where something was put before or behind them. */
const longest = 4096;
const ends = 256;

/** What a text can be read as. */
function readings(text: string): Reading[] {
  const parts = text.length > longest ? [text.slice(0, ends * 2), text.slice(-ends * 2)] : [text];
  return parts.flatMap((part) =>
    // A text may stand among other words, as in "key: 3f…".
    (part.match(/[\w+/=-]+/g) ?? []).filter((word) => word.length >= 40).flatMap(readingsOfWord),
  );
}

function readingsOfWord(word: string): Reading[] {
  const base64 = Buffer.from(word.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
  if (isPublicKey(base64)) return [];
  return [
    { encoding: 'base64', bytes: base64 },
    ...(/^[0-9a-f]+$/i.test(word) ? [{ encoding: 'hex', bytes: Buffer.from(word, 'hex') }] : []),
    ...(/^\d{60,80}$/.test(word) ? [{ encoding: 'decimal', bytes: toBigEndian(BigInt(word)) }] : []),
  ];
}

function isPublicKey(bytes: Buffer): boolean {
  try {
    readPublicKey(bytes);
    // Any 32 bytes are a key of X25519: a private key, too.
    return bytes.length !== 32;
  } catch {
    return false;
  }
}

const keyBytes = 32;

/** Whether 32 bytes in a row are the private key. */
function holdsKeyOf(bytes: Buffer, publicKeys: readonly PublicKey[]): boolean {
  const windows = bytes.length > 2 * ends ? [bytes.subarray(0, ends), bytes.subarray(-ends)] : [bytes];
  return windows.some((window) => {
    for (let at = 0; at + keyBytes <= window.length; at += 1) {
      const candidate = window.subarray(at, at + keyBytes);
      if (publicKeys.some((key) => isPrivateKeyOf(candidate, key))) return true;
    }
    return false;
  });
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

/** Looks for a part of the bundle, by a text that stands nowhere else. */
export function findBundle({ sent, marker }: { sent: unknown; marker: string }): ExposureFact[] {
  const sought = encodingsOf(marker);
  return textsOf(sent).flatMap(({ place, text }) => {
    const found = sought.find(([, needles]) => needles.some((needle) => text.includes(needle)));
    return found === undefined ? [] : [{ place, encoding: found[0] }];
  });
}

function encodingsOf(marker: string): (readonly [encoding: string, needles: readonly string[]])[] {
  const bytes = Buffer.from(marker);
  const base64 = [0, 1, 2].map((offset) => atOffset(bytes, offset));
  return [
    ['raw', [marker]],
    ['base64', base64],
    ['base64url', base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
    ['hex', [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]],
    ['url-encoded', [encodeURIComponent(marker)]],
    ['json-escaped', [escaped(marker)]],
  ];
}

/** The characters of Base64 that depend on the bytes alone, which stand so far behind a multiple of three. */
function atOffset(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const skipped = Math.ceil((offset * 8) / 6);
  const whole = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(skipped, whole);
}

function escaped(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Every text in a JSON value, names of members among them. */
function textsOf(value: unknown, place = ''): Placed[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value === 'number' || typeof value === 'bigint') return [{ place, text: String(value) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    { place: `${place}/${name}`, text: name },
    ...textsOf(member, `${place}/${name}`),
  ]);
}
