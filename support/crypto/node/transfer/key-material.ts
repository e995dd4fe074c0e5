import { createHash } from 'node:crypto';
import type { GivenKeyMaterial } from '../../../adapter/protocol';
import { checkSchema } from '../../../contract/schemas';
import { TransferError } from '../../../contract/transfer-error';
import type { KeyForm, KeyMaterialFact } from '../../../contract/transfer-facts';
import type { PublicKey } from './keys';
import { readPublicKey } from './keys';

/** Key material as it was understood; key and nonce only where they could be read. */
export interface Inspected {
  readonly fact: KeyMaterialFact;
  readonly key?: PublicKey & { readonly keyForm: KeyForm };
  readonly nonce?: Buffer;
}

/** Looks at key material (clause 2.6) that an adapter gave. Never throws. */
export function inspectKeyMaterial(given: GivenKeyMaterial): Inspected {
  const { keyValue, expiry } = membersOf(given.dhPublicKey);
  const { key, flaw } = readKey(keyValue);
  const nonce = bytesOf(given.nonce);
  const expiresAt = instantOf(expiry);
  const flaws = flawsOf(given, expiry, expiresAt);
  return {
    fact: {
      flaws,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(key && { keyForm: key.keyForm, keyDigest: digestOf(key.publicKey) }),
      ...(flaw !== undefined && { keyFlaw: flaw }),
      ...(nonce && { nonceBytes: nonce.length, nonceDigest: digestOf(nonce) }),
    },
    ...(key && { key }),
    ...(nonce && { nonce }),
  };
}

function flawsOf(given: GivenKeyMaterial, expiry: unknown, expiresAt: number | undefined): string[] {
  const flaws = checkSchema('contract/key-material', given);
  const told = flaws.map(({ message }) => message);
  if (
    expiresAt === undefined &&
    typeof expiry === 'string' &&
    !flaws.some(({ path }) => path.endsWith('/expiry'))
  )
    told.push('/dhPublicKey/expiry names no instant of the calendar');
  return told;
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

/** Epoch milliseconds of an ISO-8601 timestamp in UTC; `undefined` for 30 February and the like. */
function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, date, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z$/.exec(value) ?? [];
  if (date === undefined) return undefined;
  const time = Date.parse(`${date}Z`);
  const isReal = Number.isFinite(time) && new Date(time).toISOString().startsWith(date);
  return isReal ? time + Math.trunc(Number(`0${fraction}`) * 1000) : undefined;
}

function membersOf(value: unknown): { readonly keyValue?: unknown; readonly expiry?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Tells keys and nonces apart without keeping them. */
function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
