import { createHash } from 'node:crypto';
import type { ReceivedKeyMaterial } from '../../../adapter/protocol';
import { constants } from '../../../contract/constants';
import type { SchemaProblem } from '../../../contract/schemas';
import { checkSchema } from '../../../contract/schemas';
import type { KeyForm, KeyMaterialFact } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import { toLittleEndian } from './field';
import type { PublicKey } from './keys';
import { readPublicKey } from './keys';
import { readPoint, toMontgomery } from './weierstrass';

type Key = PublicKey & { readonly keyForm: KeyForm };

const nonceBytes = 32;

/**
 * Searches key material of a wrong shape or encoding for the public key. The content can then be examined
 * even if the key material is malformed (clause 2.6).
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
 * Returns the first 32-byte value under a member whose name does not contain "key". It is probably the nonce.
 */
function findNonce(given: unknown): Buffer | undefined {
  const found = textsIn(given, (name) => !isKeyName(name)).flatMap(readings);
  return found.find((bytes) => bytes.length === nonceBytes);
}

/**
 * Returns epoch milliseconds for a timestamp in any common format: seconds or milliseconds since the epoch,
 * or any text that Date.parse reads.
 */
function findInstant(value: unknown): number | undefined {
  const seconds = typeof value === 'number' || /^\d{9,13}$/.test(String(value)) ? Number(value) : undefined;
  if (seconds !== undefined) return seconds < 1e11 ? seconds * 1000 : seconds;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const isKeyName = (name: string): boolean => /key/i.test(name);

/**
 * Collects strings from nested objects. `isWanted` must accept the name of a string and of every object
 * around it, such as `dhPublicKey`.
 */
function textsIn(value: unknown, isWanted: (name: string) => boolean): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => isWanted(name))
    .flatMap(([, each]) => (typeof each === 'string' ? [each] : textsIn(each, isWanted)));
}

/**
 * Decodes a text as hexadecimal and as Base64 (both alphabets). Also returns the bytes without a length
 * prefix, and with a missing 04 added.
 */
function readings(text: string): Buffer[] {
  const bare = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
  const hex = /^([0-9a-f]{2})+$/i.test(bare) ? [Buffer.from(bare, 'hex')] : [];
  const base64 = /^[\w+/-]+={0,2}$/.test(bare) ? [Buffer.from(bare, 'base64')] : [];
  return [...hex, ...base64].flatMap((bytes) => [bytes, ...wholePoint(bytes), ...behindLength(bytes)]);
}

/**
 * Removes a length byte from the start of the bytes. Returns an empty list if the first byte is not the
 * length (modulo 256).
 */
function behindLength(bytes: Buffer): Buffer[] {
  return bytes[0] === ((bytes.length - 1) & 0xff) ? [bytes.subarray(1)] : [];
}

/**
 * Adds the missing first byte to the coordinates of a point, to give 04‖X‖Y. Returns an empty list for other
 * lengths.
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

/** The facts of key material. The key and the nonce are set if they could be read in any encoding. */
export interface InspectedKeyMaterial {
  readonly fact: KeyMaterialFact;
  readonly key?: PublicKey & { readonly keyForm: KeyForm };
  readonly nonce?: Buffer;
}

/**
 * Inspects the key material (clause 2.6) in an adapter's answer. Missing or wrong members are reported as
 * flaws, in words that show no value that may be secret.
 */
export function inspectKeyMaterial(given: ReceivedKeyMaterial): InspectedKeyMaterial {
  const { dhPublicKey, nonce: nonceText } = membersOf(given);
  const { keyValue, expiry } = membersOf(dhPublicKey);
  const { key, flaw } = readKey(keyValue);
  const expiresAt = instantOf(expiry);
  const flaws = flawsOf(given, expiresAt);
  // A key that is written wrongly is a flaw, but try to read it in another encoding.
  const meantKey = key ?? (flaw === undefined || flaws.length === 0 ? findKey(given) : undefined);
  const written = bytesOf(nonceText);
  const nonce = written?.length === constants.nonceBytes ? written : (findNonce(given) ?? written);
  const shown = written ?? nonce;
  const meantExpiry = expiresAt ?? findInstant(expiry);
  return {
    fact: {
      flaws,
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

/** The requirements behind the patterns of the schema, in words, by JSON pointer. */
const demands: Readonly<Record<string, string>> = {
  '/dhPublicKey/expiry': 'must be an ISO-8601 timestamp in UTC, ending in Z',
  '/dhPublicKey/keyValue': 'must be standard, padded Base64',
  '/nonce': 'must be the standard, padded Base64 of 32 bytes: 44 characters',
};

function flawsOf(given: ReceivedKeyMaterial, expiresAt: number | undefined): string[] {
  const problems = checkSchema('contract/key-material', given);
  const expiry = '/dhPublicKey/expiry';
  // The pattern of the schema also accepts impossible dates, such as 30 February.
  const isUnreal = expiresAt === undefined && !problems.some(({ path }) => expiry.startsWith(path));
  return [...problems.map(inWords), ...(isUnreal ? [`${expiry} names no instant of the calendar`] : [])];
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

/**
 * Returns epoch milliseconds of an ISO-8601 timestamp in UTC. Returns `undefined` for an impossible date,
 * such as 30 February. Accepts a leap second only at the end of June or December.
 */
function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, date, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(value) ?? [];
  if (date === undefined) return undefined;
  const isLeap = /-(06-30|12-31)T23:59:60$/.test(date);
  const before = isLeap ? date.replace(/60$/, '59') : date;
  const time = Date.parse(`${before}Z`);
  const isReal = Number.isFinite(time) && new Date(time).toISOString().startsWith(before);
  return isReal ? time + (isLeap ? 1000 : 0) + Number(fraction.slice(0, 3).padEnd(3, '0')) : undefined;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Returns the u coordinate, so that both curve forms of one key have the same digest. A key reused in the
 * other form is then found.
 */
function montgomeryOf({ curve, publicKey }: PublicKey): Buffer {
  return curve === 'x25519' ? publicKey : toLittleEndian(toMontgomery(readPoint(publicKey).x));
}

/** Returns SHA-256 in hexadecimal: it identifies keys and nonces without recording them. */
function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
