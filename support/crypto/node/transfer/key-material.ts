import { createHash } from 'node:crypto';
import type { GivenKeyMaterial } from '../../../adapter/protocol';
import type { SchemaProblem } from '../../../contract/schemas';
import { checkSchema } from '../../../contract/schemas';
import { constants } from '../../../contract/constants';
import { TransferError } from '../../../contract/transfer-error';
import type { KeyForm, KeyMaterialFact } from '../../../contract/transfer-facts';
import { toLittleEndian } from './field';
import type { PublicKey } from './keys';
import { readPublicKey } from './keys';
import { readPoint, toMontgomery } from './weierstrass';
import { findInstant, findKey, findNonce } from './loose-material';

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
