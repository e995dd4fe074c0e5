import { TransferError } from '../../../contract/transfer-error';
import type { KeyForm } from '../../../contract/transfer-facts';
import type { PublicKey } from './keys';
import { readPublicKey } from './keys';

type Key = PublicKey & { readonly keyForm: KeyForm };

const nonceBytes = 32;

/**
 * The public key that a person could make out in key material of another shape or encoding: so that a slip in how it is
 * written (clause 2.6) does not hide how the content was made.
 */
export function findKey(given: unknown): Key | undefined {
  for (const text of textsIn(given, isKeyName))
    for (const bytes of readings(text)) {
      const key = asKey(bytes);
      if (key !== undefined) return key;
    }
  return undefined;
}

/** The same for a nonce: the one text outside of the public key that stands for 32 bytes. */
export function findNonce(given: unknown): Buffer | undefined {
  const found = textsIn(given, (name) => !isKeyName(name)).flatMap(readings);
  return found.find((bytes) => bytes.length === nonceBytes);
}

/** An instant in any form that names one; in epoch milliseconds. */
export function findInstant(value: unknown): number | undefined {
  const seconds = typeof value === 'number' || /^\d{9,13}$/.test(String(value)) ? Number(value) : undefined;
  if (seconds !== undefined) return seconds < 1e11 ? seconds * 1000 : seconds;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const isKeyName = (name: string): boolean => /key/i.test(name);

/** Texts under a name that is wanted, one level down at most: `dhPublicKey` holds others beside the key. */
function textsIn(value: unknown, isWanted: (name: string) => boolean): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => isWanted(name))
    .flatMap(([, each]) => (typeof each === 'string' ? [each] : textsIn(each, isWanted)));
}

/** Hexadecimal, and Base64 of either alphabet; with PEM lines, blanks or a length around them. */
function readings(text: string): Buffer[] {
  const bare = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
  const hex = /^([0-9a-f]{2})+$/i.test(bare) ? [Buffer.from(bare, 'hex')] : [];
  const base64 = /^[\w+/-]+={0,2}$/.test(bare) ? [Buffer.from(bare, 'base64')] : [];
  return [...hex, ...base64].flatMap((bytes) => [bytes, ...wholePoint(bytes), ...behindLength(bytes)]);
}

/** A length in a byte, which is cut where the key is longer than it can say. */
function behindLength(bytes: Buffer): Buffer[] {
  return bytes[0] === ((bytes.length - 1) & 0xff) ? [bytes.subarray(1)] : [];
}

/** 04‖X‖Y of a point whose first byte is missing. */
function wholePoint(bytes: Buffer): Buffer[] {
  return bytes.length === 64 ? [Buffer.concat([Buffer.of(4), bytes])] : [];
}

function asKey(bytes: Buffer): Key | undefined {
  try {
    return readPublicKey(bytes);
  } catch (error) {
    if (error instanceof TransferError) return undefined;
    throw error;
  }
}
