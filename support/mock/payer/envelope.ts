import type { KeyObject } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, importSPKI } from 'jose';
import type { ReadingValues } from '../../contract/readings';

/** Protected headers by name, in lower case: HTTP headers in the envelope `json`, those of the JWE in `jwe`. */
export type ProtectedHeaders = Readonly<Record<string, string>>;

/** A message without its envelope. */
export interface PlainMessage {
  readonly headers: ProtectedHeaders;
  readonly bundle: object;
}

const algorithms = { alg: 'RSA-OAEP-256', enc: 'A256GCM' } as const;
/** What is read; the same key serves both. */
const readable = [algorithms.alg, 'RSA-OAEP'];

/** What cannot be read; its message says why. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

/** Reads a request of the provider in either envelope. Throws an EnvelopeError. */
export async function readEnvelope(
  headers: ProtectedHeaders,
  body: Buffer,
  key: KeyObject,
): Promise<PlainMessage> {
  const value = objectIn(body.toString('utf8'));
  const { payload } = value as { payload?: unknown };
  if (typeof payload !== 'string') return { headers, bundle: value };
  try {
    const options = {
      keyManagementAlgorithms: readable,
      contentEncryptionAlgorithms: [algorithms.enc],
    };
    const { plaintext, protectedHeader } = await compactDecrypt(payload, key, options);
    return { headers: named(protectedHeader), bundle: objectIn(Buffer.from(plaintext).toString('utf8')) };
  } catch (error) {
    if (error instanceof EnvelopeError) throw error;
    throw new EnvelopeError(
      `payload is no JWE of ${readable.join(' or ')} with ${algorithms.enc} that the key of the payer opens`,
    );
  }
}

function objectIn(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EnvelopeError('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new EnvelopeError('no JSON object');
  return value;
}

function named(header: Readonly<Record<string, unknown>>): ProtectedHeaders {
  return Object.fromEntries(
    Object.entries(header).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  );
}

/** A callback as it goes over the wire. */
export interface Wrapped {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Puts a callback into its envelope; `jwe` is encrypted to the provider's key (SPKI PEM). */
export type Wrap = (
  message: PlainMessage,
  envelope: ReadingValues['envelope'],
  encryptionKey: string | undefined,
) => Promise<Wrapped>;

export const wrap: Wrap = async ({ headers, bundle }, envelope, encryptionKey) => {
  if (envelope === 'json') return { headers, body: JSON.stringify(bundle) };
  if (encryptionKey === undefined) throw new EnvelopeError('the provider has named no encryption key');
  const key = await importSPKI(encryptionKey, algorithms.alg);
  const payload = await new CompactEncrypt(Buffer.from(JSON.stringify(bundle)))
    .setProtectedHeader({ ...algorithms, ...headers })
    .encrypt(key);
  return { headers: {}, body: JSON.stringify({ payload }) };
};
