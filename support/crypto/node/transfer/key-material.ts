import { createHash } from 'node:crypto';
import type { ReceivedKeyMaterial } from '../../../adapter/protocol';
import { constants } from '../../../contract/constants';
import type { SchemaProblem } from '../../../contract/schemas';
import { checkSchema } from '../../../contract/schemas';
import { kindOfSchemeName } from '../../../contract/scheme-names';
import { readUtcInstant } from '../../../contract/utc-instant';
import type { KeyForm, KeyMaterialFact } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import { toLittleEndian } from './field';
import type { PublicKey } from './keys';
import { readPublicKey } from './keys';
import { readPoint, toMontgomery } from './weierstrass';

type Key = PublicKey & { readonly keyForm: KeyForm };

const nonceBytes = 32;

/**
 * Searches malformed key material (clause 2.6) for a public key in any known encoding, so that the suite can
 * still examine the encrypted content. Returns `undefined` if the key material does not contain such a key.
 */
function findKey(given: unknown): Key | undefined {
  for (const text of textsIn(given, isKeyName))
    for (const bytes of readings(text)) {
      const key = asKey(bytes);
      if (key !== undefined) return key;
    }
  return undefined;
}

/**
 * Returns the first 32-byte value under a member whose name does not contain "key". This value is probably
 * the nonce.
 */
function findNonce(given: unknown): Buffer | undefined {
  const found = textsIn(given, (name) => !isKeyName(name)).flatMap(readings);
  return found.find((bytes) => bytes.length === nonceBytes);
}

/**
 * Converts a timestamp in any common format to milliseconds since the epoch. Accepts an ISO-8601 date-time in UTC,
 * seconds or milliseconds since the epoch, and any string that Date.parse accepts.
 */
function findInstant(value: unknown): number | undefined {
  const read = typeof value === 'string' ? readUtcInstant(value) : undefined;
  if (read !== undefined && 'at' in read) return read.at;
  const seconds = typeof value === 'number' || /^\d{9,13}$/.test(String(value)) ? Number(value) : undefined;
  if (seconds !== undefined) return seconds < 1e11 ? seconds * 1000 : seconds;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const isKeyName = (name: string): boolean => /key/i.test(name);

/**
 * Collects the strings in nested objects. Includes a string only if `isWanted` accepts its member name and
 * the names of all enclosing objects, such as `dhPublicKey`.
 */
function textsIn(value: unknown, isWanted: (name: string) => boolean): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => isWanted(name))
    .flatMap(([, each]) => (typeof each === 'string' ? [each] : textsIn(each, isWanted)));
}

/**
 * Decodes a string as hexadecimal and as Base64 (both alphabets). Also returns variants of the decoded bytes:
 * one with any length prefix removed, and one with 04 added before the bare coordinates of a point.
 */
function readings(text: string): Buffer[] {
  const bare = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
  const hex = /^([0-9a-f]{2})+$/i.test(bare) ? [Buffer.from(bare, 'hex')] : [];
  const base64 = /^[\w+/-]+={0,2}$/.test(bare) ? [Buffer.from(bare, 'base64')] : [];
  return [...hex, ...base64].flatMap((bytes) => [bytes, ...wholePoint(bytes), ...behindLength(bytes)]);
}

/**
 * Returns the bytes after a one-byte length prefix, which contains the number of bytes that follow (modulo
 * 256). Returns an empty list if the first byte is not such a prefix.
 */
function behindLength(bytes: Buffer): Buffer[] {
  return bytes[0] === ((bytes.length - 1) & 0xff) ? [bytes.subarray(1)] : [];
}

/**
 * Adds the missing first byte to 64 bytes, which may be the coordinates of a point, to give 04‖X‖Y. Returns
 * an empty list for any other length.
 */
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

/**
 * Facts about a client's key material, with the key and the nonce. `key` and `nonce` are `undefined` if they
 * cannot be decoded from any known encoding.
 */
export interface InspectedKeyMaterial {
  readonly fact: KeyMaterialFact;
  readonly key?: PublicKey & { readonly keyForm: KeyForm };
  readonly nonce?: Buffer;
}

/**
 * Inspects the key material (clause 2.6) in an adapter's answer. Reports missing and wrong members as flaws,
 * without any value that may be secret.
 */
export function inspectKeyMaterial(given: ReceivedKeyMaterial): InspectedKeyMaterial {
  const { dhPublicKey, nonce: nonceText } = membersOf(given);
  const { keyValue, expiry } = membersOf(dhPublicKey);
  const { key, flaw } = readKey(keyValue);
  const flaws = flawsOf(given, expiry);
  // A wrongly encoded key is reported as a flaw. Nevertheless, look for a key in other encodings, so that the
  // suite can still examine the encrypted content.
  const meantKey = key ?? (flaw === undefined || flaws.length === 0 ? findKey(given) : undefined);
  const written = bytesOf(nonceText);
  const nonce = written?.length === constants.nonceBytes ? written : (findNonce(given) ?? written);
  const shown = written ?? nonce;
  const meantExpiry = findInstant(expiry);
  return {
    fact: {
      flaws,
      ...otherNamesIn(given),
      ...(meantExpiry !== undefined && { expiresAt: meantExpiry }),
      ...(key && { keyForm: key.keyForm }),
      ...(meantKey && { keyDigest: digestOf(montgomeryOf(meantKey)) }),
      ...(flaw !== undefined && { keyFlaw: flaw }),
      ...(shown && { nonceBytes: shown.length, nonceDigest: digestOf(shown) }),
    },
    ...(meantKey && { key: meantKey }),
    ...(nonce && { nonce }),
  };
}

/** Returns the kinds of names that differ from those of clause 2.6. Omits blank names. */
function otherNamesIn(given: unknown): Pick<KeyMaterialFact, 'otherNames'> {
  const names = membersOf(given);
  const others = (['cryptoAlg', 'curve'] as const).flatMap((member) => {
    const name = names[member];
    if (typeof name !== 'string' || name.trim() === '' || name === constants[member]) return [];
    return [[member, kindOfSchemeName(member, name)] as const];
  });
  return others.length === 0 ? {} : { otherNames: Object.fromEntries(others) };
}

/** Descriptions of the schema's patterns, by JSON pointer, for use in messages. */
const demands: Readonly<Record<string, string>> = {
  '/dhPublicKey/keyValue': 'must be standard, padded Base64',
  '/nonce': 'must be the standard, padded Base64 of 32 bytes: 44 characters',
};

function flawsOf(given: ReceivedKeyMaterial, expiry: unknown): string[] {
  return [...checkSchema('contract/key-material', given).map(inWords), ...expiryFlaws(expiry)];
}

/** Describes an expiry that is not an instant in UTC. The schema reports an expiry that is missing or not a string. */
function expiryFlaws(expiry: unknown): string[] {
  if (typeof expiry !== 'string') return [];
  const read = readUtcInstant(expiry);
  if ('at' in read) return [];
  const flaw = {
    form: `must be an ISO-8601 date-time in UTC, is ${expiry === '' ? 'an empty string' : `a string of ${expiry.length} characters`}`,
    calendar: 'names no instant of the calendar',
  };
  return [`/dhPublicKey/expiry ${flaw[read.flaw]}`];
}

function inWords({ path, keyword, message }: SchemaProblem): string {
  const demand = demands[path];
  if (keyword !== 'pattern' || demand === undefined) return message;
  return `${path} ${demand}, ${message.slice(message.lastIndexOf('is '))}`;
}

function readKey(value: unknown): { key?: NonNullable<InspectedKeyMaterial['key']>; flaw?: string } {
  const bytes = bytesOf(value);
  if (bytes === undefined) return {};
  try {
    return { key: readPublicKey(bytes) };
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    return { flaw: error.message };
  }
}

/** Decodes canonical standard Base64. Returns `undefined` for any other value. */
function bytesOf(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value ? bytes : undefined;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Returns the u coordinate of a public key, which is the same for both curve forms. Comparing its digests
 * therefore also detects a key that is reused in the other form.
 */
function montgomeryOf({ curve, publicKey }: PublicKey): Buffer {
  return curve === 'x25519' ? publicKey : toLittleEndian(toMontgomery(readPoint(publicKey).x));
}

/** Returns the SHA-256 digest in hexadecimal. It identifies a key or a nonce without recording the value. */
function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
