import { createHash } from 'node:crypto';
import type { GivenKeyMaterial } from '../../../adapter/protocol';
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
 * The public key that a person could make out in key material of another shape or encoding: so that a slip in how it is
 * written (clause 2.6) does not hide how the content was made.
 */
function findKey(given: unknown): Key | undefined {
  for (const text of textsIn(given, isKeyName))
    for (const bytes of readings(text)) {
      const key = asKey(bytes);
      if (key !== undefined) return key;
    }
  return undefined;
}

/** The same for a nonce: the one text outside of the public key that stands for 32 bytes. */
function findNonce(given: unknown): Buffer | undefined {
  const found = textsIn(given, (name) => !isKeyName(name)).flatMap(readings);
  return found.find((bytes) => bytes.length === nonceBytes);
}

/** An instant in any form that names one; in epoch milliseconds. */
function findInstant(value: unknown): number | undefined {
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

/** Key material as it was understood; key and nonce where they could be made out, however they are written. */
export interface Inspected {
  readonly fact: KeyMaterialFact;
  readonly key?: PublicKey & { readonly keyForm: KeyForm };
  readonly nonce?: Buffer;
}

/**
 * Looks at key material (clause 2.6) that an adapter gave. Never throws: what is missing or wrong stands in the fact,
 * in words that show no value which could be secret.
 */
export function inspectKeyMaterial(given: GivenKeyMaterial): Inspected {
  const { dhPublicKey, nonce: nonceText } = membersOf(given);
  const { keyValue, expiry } = membersOf(dhPublicKey);
  const { key, flaw } = readKey(keyValue);
  const expiresAt = instantOf(expiry);
  const flaws = flawsOf(given, expiresAt);
  // What is written otherwise is a flaw; what it holds is looked at all the same.
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

/** In words what the patterns of the schema demand. */
const demands: Readonly<Record<string, string>> = {
  '/dhPublicKey/expiry': 'must be an ISO-8601 timestamp in UTC, ending in Z',
  '/dhPublicKey/keyValue': 'must be standard, padded Base64',
  '/nonce': 'must be the standard, padded Base64 of 32 bytes: 44 characters',
};

function flawsOf(given: GivenKeyMaterial, expiresAt: number | undefined): string[] {
  const problems = checkSchema('contract/key-material', given);
  const expiry = '/dhPublicKey/expiry';
  // The schema cannot tell a calendar: it takes 30 February.
  const isUnreal = expiresAt === undefined && !problems.some(({ path }) => expiry.startsWith(path));
  return [...problems.map(inWords), ...(isUnreal ? [`${expiry} names no instant of the calendar`] : [])];
}

function inWords({ path, keyword, message }: SchemaProblem): string {
  const demand = demands[path];
  if (keyword !== 'pattern' || demand === undefined) return message;
  return `${path} ${demand}, ${message.slice(message.lastIndexOf('is '))}`;
}

function readKey(value: unknown): { key?: NonNullable<Inspected['key']>; flaw?: string } {
  const bytes = bytesOf(value);
  if (bytes === undefined) return {};
  try {
    return { key: readPublicKey(bytes) };
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    return { flaw: error.message };
  }
}

/** The bytes of canonical standard Base64; `undefined` for anything else. */
function bytesOf(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value ? bytes : undefined;
}

/**
 * Epoch milliseconds of an ISO-8601 timestamp in UTC; `undefined` for dates such as 30 February. A leap second counts
 * where one can be, at the end of June or December.
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

/** One private key gives the same u coordinate on either form of the curve: there too it serves twice. */
function montgomeryOf({ curve, publicKey }: PublicKey): Buffer {
  return curve === 'x25519' ? publicKey : toLittleEndian(toMontgomery(readPoint(publicKey).x));
}

/** Tells keys and nonces apart without keeping them. */
function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
