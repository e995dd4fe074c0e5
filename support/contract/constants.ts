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
  /** 8: 2048-bit RSA, OAEP with SHA-1 */
  oaepSha1Limit: 214,
  nonceBytes: 32,
  hkdfSaltBytes: 20,
  gcmIvBytes: 12,
  aesKeyBits: 256,
} as const;
