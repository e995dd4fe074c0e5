/** The document that every clause number refers to. */
export const sourceDocument = {
  title: 'Identity-Session, Payload Encryption and Sandbox Dummy Payer Interface',
  digest: 'sha256:e78329e53661fac9d5d18a6c0f23b520e0737e82a15332a492fff574a89d017c',
} as const;
