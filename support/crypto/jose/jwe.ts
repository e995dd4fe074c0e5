import type { KeyObject } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, importSPKI } from 'jose';
import { envelopeAlgorithms } from '../../contract/readings/payer';
import type { ReadingValues } from '../../contract/readings';

/** Protected headers by name: HTTP headers in the envelope `json`, those of the JWE in `jwe`. */
export type ProtectedHeaders = Readonly<Record<string, string>>;

/** A message between provider and payer without its envelope. */
export interface PlainMessage {
  readonly headers: ProtectedHeaders;
  readonly bundle: object;
}

/** A message as it goes over the wire. */
export interface Wrapped {
  readonly headers: ProtectedHeaders;
  /** Sent as JSON. */
  readonly body: object;
}

/** Puts a message into its envelope (reading `envelope`); `key` is the receiver's, SPKI in PEM. */
export type Wrap = (
  message: PlainMessage,
  envelope: ReadingValues['envelope'],
  key: string,
) => Promise<Wrapped>;

const [alg] = envelopeAlgorithms.alg;
const [enc] = envelopeAlgorithms.enc;

export const wrap: Wrap = async ({ headers, bundle }, envelope, key) => {
  if (envelope === 'json') return { headers, body: bundle };
  const payload = await new CompactEncrypt(Buffer.from(JSON.stringify(bundle)))
    .setProtectedHeader({ alg, enc, ...headers })
    .encrypt(await importSPKI(key, alg));
  return { headers: {}, body: { payload } };
};

/** What is in no envelope that can be read; its message says why. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

/** Opens a compact JWE (RFC 7516) of the offered algorithms; names of headers in lower case. Throws an EnvelopeError. */
export async function openJwe(payload: string, key: KeyObject): Promise<PlainMessage> {
  const { plaintext, protectedHeader } = await compactDecrypt(payload, key, {
    keyManagementAlgorithms: [...envelopeAlgorithms.alg],
    contentEncryptionAlgorithms: [...envelopeAlgorithms.enc],
  }).catch(() => {
    const offered = `${envelopeAlgorithms.alg.join(' or ')} with ${enc}`;
    throw new EnvelopeError(`payload is no JWE of ${offered} that the key of its receiver opens`);
  });
  const named = Object.entries(protectedHeader).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
  );
  return { headers: Object.fromEntries(named), bundle: jsonObjectIn(Buffer.from(plaintext)) };
}

/** The JSON object in a body. Throws an EnvelopeError that says what else it is. */
export function jsonObjectIn(body: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new EnvelopeError('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new EnvelopeError('no JSON object');
  return value;
}
