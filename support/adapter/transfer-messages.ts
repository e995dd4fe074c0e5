/** Key material of a transfer (clause 2.6), as the suite sends it. Keys and nonce are standard Base64. */
export interface KeyMaterial {
  readonly cryptoAlg: string;
  readonly curve: string;
  readonly dhPublicKey: { readonly expiry: string; readonly parameters: string; readonly keyValue: string };
  readonly nonce: string;
}

/** Key material as the adapter gave it. It is evidence: what is missing or wrong in it is for the rules to judge. */
export interface GivenKeyMaterial {
  readonly cryptoAlg?: unknown;
  readonly curve?: unknown;
  readonly dhPublicKey?: unknown;
  readonly nonce?: unknown;
}

/** The secret half of a transfer that the suite opened itself. All Base64. */
export interface TransferRecipient {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly nonce: string;
}

export type TransferDecryptParams = {
  /** The HIP's. */
  readonly keyMaterial: KeyMaterial;
  /** Ciphertext and tag, Base64. */
  readonly content: string;
} & ({ readonly transferId: string } | { readonly recipient: TransferRecipient });
