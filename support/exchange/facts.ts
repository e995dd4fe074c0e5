import type { KeyObject } from 'node:crypto';
import { createHash, createPublicKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';

/** What is known of a token without keeping it. Times in epoch seconds. */
export interface TokenFact {
  /** Stands in for the token: the same token has the same pseudonym throughout a recording. */
  readonly pseudonym: string;
  /** Whether it is a JSON Web Token (RFC 7519), signed or encrypted. */
  readonly jwt: boolean;
  /** Why it is none. */
  readonly flaw?: string;
  readonly algorithm?: string;
  readonly issuedAt?: number;
  readonly expiresAt?: number;
  /** A JWE: its claims cannot be read from outside. */
  readonly encrypted?: true;
}

/** What a certificate answer holds. */
export interface PublicKeyFact {
  /** `pem`: a PEM block; `json`: base64 DER in a JSON member `publicKey`; `none`: no key was found. */
  readonly form: 'pem' | 'json' | 'none';
  /** The label of the PEM block, as in `PUBLIC KEY`. */
  readonly label?: string;
  /** What else the text holds besides one block, blank lines apart. */
  readonly flaw?: string;
  /** As in `rsa`, `ec`. */
  readonly type?: string;
  readonly bits?: number;
  /** SHA-256 of the SPKI, hexadecimal. */
  readonly digest?: string;
}

/** How an OAEP or PKCS#1 plaintext was padded, found by trying (clause 6.3.2, RFC 8017 section 7). */
export type PaddingFact =
  | 'oaep-sha1'
  | 'oaep-sha256'
  /** Label digest SHA-256, MGF1 over SHA-1: Java's default for its SHA-256 transformation. */
  | 'oaep-mixed'
  /** OAEP with a label that is not empty. */
  | 'oaep-label'
  | 'pkcs1-v1.5'
  /** None of them fits under any known key. */
  | 'unknown';

/** What a request field that can carry an encrypted value turned out to be; its text stays in the recorded body. */
export interface FieldFact {
  /** JSON pointer into the request body, as in `/otp`. */
  readonly pointer: string;
  /** Whether the document, or the suite's call, wants this field encrypted. */
  readonly wanted: 'encrypted' | 'plain';
  /**
   * `base64`: canonical standard Base64 (padded, no line breaks, zero pad bits); `base64-loose`: standard alphabet, but
   * not canonical (line breaks, missing padding, two ciphertexts joined); `text`: none of the others.
   */
  readonly form: 'base64' | 'base64-loose' | 'base64url' | 'hex' | 'text' | 'not-a-string';
  /** Length of what the text decodes to, in bytes. */
  readonly bytes?: number;
  /** Length of the modulus of the service's own current key, in bytes. */
  readonly modulusBytes?: number;
  /** The key that opens it: `registry`, `identity`, `registry (retired)`, `callback JWKS`… */
  readonly key?: string;
  /** Whether that key is, or was until it was changed, the one of the service that the request went to. */
  readonly ownKey?: boolean;
  readonly padding?: PaddingFact;
  readonly plaintext?: PlaintextFact;
  /** The planted value that can be read from the field without a key, and how. */
  readonly readable?: { readonly planted: string; readonly encoding: string };
}

/** What a decrypted value is, without the value. */
export interface PlaintextFact {
  readonly bytes: number;
  /** The planted value that it equals, by its id (`otp-1`). */
  readonly equals?: string;
  /** Planted values that stand in it, where it equals none. */
  readonly contains: readonly string[];
  /** How it differs from a planted value: `in quotes`, `with blanks`, `as ISO 8859-1`, `as UTF-16`, `inside JSON`, `cut`… */
  readonly flaw?: string;
}

/** A planted value that stands where it must not. */
export interface LeakFact {
  /** Id of the planted value, as in `national-id-1`. */
  readonly planted: string;
  /** `url`, `header user-agent`, `body /remarks`. */
  readonly place: string;
  /** `raw`, `base64`, `base64url`, `hex`, `url-encoded`. */
  readonly encoding: string;
}

/** An answer of the adapter that stands for what the client would have sent. */
export interface AdapterFact {
  readonly method: string;
  readonly outcome: 'result' | 'refused' | 'not-offered';
  /** Length of the value that was to be encrypted, in bytes of UTF-8. */
  readonly valueBytes: number;
}

/** Computed while recording, from what is redacted afterwards; rules need no keys. */
export interface Facts {
  readonly scheme: 'http' | 'https';
  readonly loopback: boolean;
  /** The version and certificate of the connection, once its handshake had verified. */
  readonly tls?: { readonly protocol: string; readonly validTo?: string };
  /** By place: `request:authorization`, `response:/accessToken`. */
  readonly tokens?: Readonly<Record<string, TokenFact>>;
  readonly publicKey?: PublicKeyFact;
  /** How an adapter answered a call whose result is evidence. */
  readonly adapter?: AdapterFact;
  /** Fields of a request body that carry, or should carry, an encrypted value. */
  readonly fields?: readonly FieldFact[];
  /** Planted values in an integrator's request, wherever they must not stand. */
  readonly leaks?: readonly LeakFact[];
  /** The server's Date header minus this machine's clock, in milliseconds; good to a second. */
  readonly clockSkewMs?: number;
}

/** Reads a token as RFC 7519 defines it, without judging who signed it. */
export function readToken(token: string, pseudonym: string): TokenFact {
  const parts = token.split('.');
  if (parts.length === 5) return readEncrypted(token, pseudonym);
  if (parts.length !== 3)
    return { pseudonym, jwt: false, flaw: `${parts.length} dot-separated parts, not 3` };
  try {
    const header = decodeProtectedHeader(token);
    if (typeof header.alg !== 'string') return { pseudonym, jwt: false, flaw: 'its header names no alg' };
    if (parts[2] === '' && header.alg !== 'none')
      return { pseudonym, jwt: false, flaw: `alg ${header.alg}, but no signature` };
    const claims = decodeJwt(token);
    return {
      pseudonym,
      jwt: true,
      algorithm: header.alg,
      ...(typeof claims.iat === 'number' && { issuedAt: claims.iat }),
      ...(typeof claims.exp === 'number' && { expiresAt: claims.exp }),
    };
  } catch {
    return { pseudonym, jwt: false, flaw: 'its header or claims are not base64url JSON objects' };
  }
}

function readEncrypted(token: string, pseudonym: string): TokenFact {
  try {
    const { alg } = decodeProtectedHeader(token);
    if (typeof alg !== 'string') return { pseudonym, jwt: false, flaw: 'its header names no alg' };
    return { pseudonym, jwt: true, algorithm: alg, encrypted: true };
  } catch {
    return { pseudonym, jwt: false, flaw: 'its header is not a base64url JSON object' };
  }
}

const pemBlocks = (text: string): RegExpExecArray[] => [
  ...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g),
];

/** The key that `readPublicKey` describes, for whoever encrypts under it; `undefined` where none can be read. */
export function publicKeyIn(text: string): KeyObject | undefined {
  const [block] = pemBlocks(text);
  try {
    if (block !== undefined) return createPublicKey(block[0]);
    const { publicKey } = JSON.parse(text) as { publicKey: string };
    return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** Finds the public key in a certificate answer (clause 4.2), in the document's form or another that is met. */
export function readPublicKey(text: string): PublicKeyFact {
  const blocks = pemBlocks(text);
  const [block] = blocks;
  if (block === undefined) return readJsonKey(text);
  const label = block[1] ?? '';
  const outside = text.replace(block[0], '').trim();
  const flaw =
    blocks.length > 1 ? 'more than one PEM block' : outside === '' ? undefined : 'text besides the PEM block';
  return {
    form: 'pem',
    label,
    ...(flaw !== undefined && { flaw }),
    ...describeKey(() => createPublicKey(block[0])),
  };
}

function readJsonKey(text: string): PublicKeyFact {
  try {
    const value = (JSON.parse(text) as { publicKey?: unknown } | null)?.publicKey;
    if (typeof value !== 'string') return { form: 'none' };
    const key = Buffer.from(value, 'base64');
    return { form: 'json', ...describeKey(() => createPublicKey({ key, format: 'der', type: 'spki' })) };
  } catch {
    return { form: 'none' };
  }
}

function describeKey(parse: () => KeyObject): Pick<PublicKeyFact, 'type' | 'bits' | 'digest' | 'flaw'> {
  try {
    const key = parse();
    const spki = key.export({ format: 'der', type: 'spki' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    return {
      type: key.asymmetricKeyType ?? 'unknown',
      ...(bits !== undefined && { bits }),
      digest: createHash('sha256').update(spki).digest('hex'),
    };
  } catch {
    return { flaw: 'no public key can be read from it' };
  }
}
