/**
 * Values that the contract document states, with their clauses. Lifetimes are in seconds, lengths in bytes
 * unless the name has `Bits`.
 */
export const constants = {
  /** Clause 2.1 */
  grantType: 'client_credentials',
  /** Clause 2.2 */
  tokenType: 'bearer',
  /** Clause 2.2, in an example */
  shownExpiresIn: 1200,
  shownRefreshExpiresIn: 1800,
  /** Clause 2.3, in an example. The prefix `SVC` is a placeholder: services use their own. */
  wrongCredentials: { status: 400, code: 'SVC-9999', message: 'Invalid user credentials' },
  /** Clause 2.5, in an example */
  authResultSuccess: 'success',
  /** Clause 2.6 */
  cryptoAlg: 'ECDH',
  curve: 'Curve25519',
  /** Clause 2.7 */
  providerId: '32722',
  policyNumber: '100217',
  /** Clause 1.4: a participant id is this number, `@` and a network suffix. */
  payerNumber: '1000003538',
  /** Clause 4.2 */
  rsaBits: 2048,
  /** Clauses 4.3, 4.4 */
  actions: ['Approve', 'Reject', 'Query'],
  methods: ['Preauth', 'Claim'],
  /** Clause 5.2 */
  sandboxCmId: 'sbx',
  /** Clauses 6.2, 8 */
  nonceBytes: 32,
  hkdfSaltBytes: 20,
  gcmIvBytes: 12,
  aesKeyBits: 256,
} as const;

/**
 * Returns the maximum plaintext length in bytes for OAEP with SHA-1 (RFC 8017, section 7.1.1): 214 bytes for
 * a 2048-bit key (clause 8).
 */
export function oaepSha1Limit(keyBits: number): number {
  const digestBytes = 20;
  return keyBits / 8 - 2 * digestBytes - 2;
}
