import type { KeyObject } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, importSPKI } from 'jose';
import type { ReadingValues } from '../../../contract/readings';

/** Protected headers by name: HTTP headers in the envelope `json`, those of the JWE in `jwe`. */
export type ProtectedHeaders = Readonly<Record<string, string>>;

/** A message as it goes over the wire. */
export interface Wrapped {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** A callback without its envelope; names of headers in lower case. */
export interface Unwrapped {
  readonly headers: Readonly<Record<string, string>>;
  readonly bundle: object;
}

const algorithms = { alg: 'RSA-OAEP-256', enc: 'A256GCM' } as const;
/** What is read; the same key serves both. */
const readable = [algorithms.alg, 'RSA-OAEP'];

/** How messages between provider and payer are put into their envelope, and taken out (reading `envelope`). */
export interface EnvelopeCodec {
  /** `key` is the payer's, SPKI in PEM. */
  wrap(
    message: { readonly headers: ProtectedHeaders; readonly bundle: object },
    envelope: ReadingValues['envelope'],
    key: string,
  ): Promise<Wrapped>;
  /** `undefined` where nothing can be made of it. */
  unwrap(
    message: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
    envelope: ReadingValues['envelope'],
    key: KeyObject,
  ): Promise<Unwrapped | undefined>;
}

export const contractEnvelope: EnvelopeCodec = {
  async wrap({ headers, bundle }, envelope, key) {
    if (envelope === 'json') return { headers, body: bundle };
    const payload = await new CompactEncrypt(Buffer.from(JSON.stringify(bundle)))
      .setProtectedHeader({ ...algorithms, ...headers })
      .encrypt(await importSPKI(key, algorithms.alg));
    return { headers: {}, body: { payload } };
  },
  async unwrap({ headers, body }, envelope, key) {
    const value = objectIn(body.toString('utf8'));
    if (value === undefined) return undefined;
    if (envelope === 'json') return { headers, bundle: value };
    const { payload } = value as { payload?: unknown };
    if (typeof payload !== 'string') return undefined;
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(payload, key, {
        keyManagementAlgorithms: readable,
        contentEncryptionAlgorithms: [algorithms.enc],
      });
      const bundle = objectIn(Buffer.from(plaintext).toString('utf8'));
      return bundle && { headers: { ...headers, ...texts(protectedHeader) }, bundle };
    } catch {
      return undefined;
    }
  },
};

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function texts(header: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(header).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  );
}
