import type { JWK } from 'jose';

interface Case {
  readonly id: string;
  /** Description of the case, usually the mistake that it detects. */
  readonly comment: string;
  readonly flags: readonly string[];
  readonly result: 'valid' | 'invalid';
  readonly provenance: string;
}

export interface FieldEncryptionCase extends Case {
  readonly plaintext: string;
  /** OAEP seed in hexadecimal; only valid cases have one. */
  readonly seed?: string;
  readonly ciphertext: string;
}

export interface FieldEncryptionGroup {
  readonly hash: 'SHA-1' | 'SHA-256';
  /** PKCS#8 in PEM. */
  readonly privateKey: string;
  /** SPKI in PEM. */
  readonly publicKey: string;
}

/** All values are hexadecimal. */
export interface NonceCase extends Case {
  readonly hipNonce: string;
  readonly hiuNonce: string;
  readonly salt?: string;
  readonly iv?: string;
}

/** All values are hexadecimal. */
export interface HkdfCase extends Case {
  readonly ikm: string;
  readonly salt: string;
  readonly info: string;
  readonly okm: string;
}

/** Keys and secrets are hexadecimal in X25519 cases, and Base64 in Weierstrass cases. */
export interface AgreementCase extends Case {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly iterations?: number;
  readonly sharedSecret?: string;
}

/** All values are Base64. */
export interface TransferParty {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly nonce: string;
}

export interface TransferCase extends Case {
  readonly sender: Omit<TransferParty, 'privateKey'> & Partial<TransferParty>;
  readonly recipient: TransferParty;
  /** The plaintext; only valid cases have one. */
  readonly bundle?: string;
  readonly content: string;
}

export interface TransferGroup {
  readonly curve: 'x25519' | 'weierstrass';
}

export interface TextCase extends Case {
  readonly text: string;
  /** The decoded bytes in hexadecimal; only valid Base64 cases have them. */
  readonly decoded?: string;
}

export interface TextGroup {
  readonly reads: 'uuid-v4' | 'timestamp' | 'base64';
}

export interface JwtCase extends Case {
  readonly jwt: string;
}

export interface JwtGroup {
  readonly now: string;
  readonly algorithms: readonly string[];
  readonly issuer: string;
  readonly audience: string;
  readonly jwks: { readonly keys: readonly JWK[] };
}

/** Types of the cases and groups in a vector file, by the file's `schema`. */
export interface VectorKinds {
  'vectors/field-encryption': { case: FieldEncryptionCase; group: FieldEncryptionGroup };
  'vectors/nonces': { case: NonceCase; group: object };
  'vectors/hkdf': { case: HkdfCase; group: object };
  'vectors/x25519': { case: AgreementCase; group: object };
  'vectors/weierstrass': { case: AgreementCase; group: object };
  'vectors/transfer': { case: TransferCase; group: TransferGroup };
  'vectors/text': { case: TextCase; group: TextGroup };
  'vectors/jwt': { case: JwtCase; group: JwtGroup };
}

export type VectorKind = keyof VectorKinds;

export const vectorKinds: readonly VectorKind[] = [
  'vectors/field-encryption',
  'vectors/nonces',
  'vectors/hkdf',
  'vectors/x25519',
  'vectors/weierstrass',
  'vectors/transfer',
  'vectors/text',
  'vectors/jwt',
];

/**
 * A file of test vectors (inputs with known answers), in the format of the JSON schemas in `schemas/vectors`.
 */
export interface VectorFile<Kind extends VectorKind = VectorKind> {
  readonly schema: Kind;
  readonly title: string;
  readonly clauses: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, string>>;
  readonly numberOfCases: number;
  readonly groups: readonly (VectorKinds[Kind]['group'] & {
    readonly cases: readonly VectorKinds[Kind]['case'][];
  })[];
}

export type AnyVectorFile = { [Kind in VectorKind]: VectorFile<Kind> }[VectorKind];
