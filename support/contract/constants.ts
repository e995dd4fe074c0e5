/**
 * Values that the contract document states, with their clauses. Lifetimes are in seconds, lengths in bytes
 * unless the name has `Bits`.
 */
export const constants = {
  /** The `grantType` of a session request (clause 2.1). */
  grantType: 'client_credentials',
  /** The `tokenType` of a session response (clause 2.2). */
  tokenType: 'bearer',
  /** The token lifetimes in the example of clause 2.2. */
  shownExpiresIn: 1200,
  shownRefreshExpiresIn: 1800,
  /**
   * The response to wrong credentials in the example of clause 2.3. The prefix `SVC` is a placeholder: each
   * service uses its own.
   */
  wrongCredentials: { status: 400, code: 'SVC-9999', message: 'Invalid user credentials' },
  /** The `authResult` of a successful OTP verification in the example of clause 2.5. */
  authResultSuccess: 'success',
  /** The algorithm and curve of key material (clause 2.6). */
  cryptoAlg: 'ECDH',
  curve: 'Curve25519',
  /** The provider id and policy number for tests with the dummy payer (clause 2.7). */
  providerId: '32722',
  policyNumber: '100217',
  /**
   * The number of the dummy payer (clause 1.4). Its participant id is this number, `@` and a network suffix.
   */
  payerNumber: '1000003538',
  /** The size of the RSA keys that the services publish (clause 4.2). */
  rsaBits: 2048,
  /** The values of `action` and `method` in a request to the dummy payer (clauses 4.3, 4.4). */
  actions: ['Approve', 'Reject', 'Query'],
  methods: ['Preauth', 'Claim'],
  /** The value of the header X-CM-ID in the sandbox (clause 5.2). */
  sandboxCmId: 'sbx',
  /** The cryptographic parameters of a health-data transfer (clauses 6.2, 8). */
  nonceBytes: 32,
  hkdfSaltBytes: 20,
  gcmIvBytes: 12,
  aesKeyBits: 256,
} as const;

/**
 * The X-CM-ID of a production target without `cmId`. The document does not show the suffix of production (clause 5.2).
 * The suite sends this value and gives it to clients, because `sbx` would be wrong there.
 */
export const unnamedCmId = 'not-named';

/**
 * Whether a value of X-CM-ID names the consent manager of the sandbox. Also accepts spellings that differ only in case,
 * blanks or signs, such as `@SBX`.
 */
export function meansSandbox(cmId: string): boolean {
  return cmId.toLowerCase().replace(/[^a-z0-9]/g, '') === constants.sandboxCmId;
}

/**
 * Returns the maximum plaintext length in bytes for OAEP with SHA-1 (RFC 8017, section 7.1.1): 214 bytes for
 * a 2048-bit key (clause 8).
 */
export function oaepSha1Limit(keyBits: number): number {
  const digestBytes = 20;
  return keyBits / 8 - 2 * digestBytes - 2;
}
