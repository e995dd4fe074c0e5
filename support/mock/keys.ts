import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { constants } from '../contract/constants';

export interface KeyObjectPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export type RsaKeyPair = KeyObjectPair;

/** What a key of the mock is for; identity and registry encrypt under different keys (clause 4.2). */
export type KeyUse =
  'tokens' | 'tokens512' | 'identity' | 'registry' | 'payer' | 'tls-ca' | 'tls-server' | 'tls-foreign';

const generate = promisify(generateKeyPair);
const known = new Map<KeyUse, Promise<RsaKeyPair>>();

/** A new RSA key, of the documented size (clause 4.2) where none is named, made outside the event loop. */
export function generateRsaKeyPair(bits: number = constants.rsaBits): Promise<RsaKeyPair> {
  return generate('rsa', { modulusLength: bits });
}

const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

/** A new key that signs by an algorithm of RFC 7518: on its curve, else RSA. */
export function generateSigningKeyPair(algorithm: string): Promise<KeyObjectPair> {
  const namedCurve = curves[algorithm];
  return namedCurve === undefined ? generateRsaKeyPair() : generate('ec', { namedCurve });
}

/**
 * The key for this use, made once per process: a run of the suite's own tests starts about a hundred mocks,
 * and RSA keys are by far the dearest part of a start.
 */
export function defaultKeyPair(use: KeyUse): Promise<RsaKeyPair> {
  const made = known.get(use) ?? generateRsaKeyPair();
  known.set(use, made);
  return made;
}

/** Begins to make the default keys in the background, where a mock is sure to be started soon. */
export function prepareKeys(): void {
  for (const use of ['tls-ca', 'tls-server', 'tokens', 'tokens512', 'identity', 'registry', 'payer'] as const)
    // The code that needs the key gets the error; here it is not awaited.
    defaultKeyPair(use).catch(() => undefined);
}
