/** Values that the source document states, each with its clause. Lifetimes and limits are in seconds and bytes. */
export const constants = {
  /** 2.1 */
  grantType: 'client_credentials',
  /** 2.2 */
  tokenType: 'bearer',
  /** 2.2, shown instance */
  shownExpiresIn: 1200,
  shownRefreshExpiresIn: 1800,
  /** 2.3, shown instance; the prefix of the code is a stand-in */
  wrongCredentials: { status: 400, code: 'SVC-9999', message: 'Invalid user credentials' },
  /** 2.5, shown instance */
  authResultSuccess: 'success',
  /** 2.6 */
  cryptoAlg: 'ECDH',
  curve: 'Curve25519',
  /** 2.7 */
  providerId: '32722',
  policyNumber: '100217',
  /** 1.4: followed by `@` and a network suffix */
  payerNumber: '1000003538',
  /** 4.2 */
  rsaBits: 2048,
  /** 4.3, 4.4 */
  actions: ['Approve', 'Reject', 'Query'],
  methods: ['Preauth', 'Claim'],
  /** 5.2 */
  sandboxCmId: 'sbx',
  nonceBytes: 32,
  hkdfSaltBytes: 20,
  gcmIvBytes: 12,
  aesKeyBits: 256,
} as const;

/** How many bytes OAEP with SHA-1 takes (RFC 8017, section 7.1.1): 214 under the 2048 bits of clause 8. */
export function oaepSha1Limit(keyBits: number): number {
  const digestBytes = 20;
  return keyBits / 8 - 2 * digestBytes - 2;
}
