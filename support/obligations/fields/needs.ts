/** For what is seen only where fields are encrypted at all. */
export const anyCiphertext = {
  needs: ['ENC-01', 'ENC-02'],
} as const;

/** For what is seen only in plaintexts: a field that is raw, has another form, key or padding, has none that can be read. */
export const anyPlaintext = {
  needs: ['CRT-08', 'CRT-09', 'ENC-01', 'ENC-02', 'ENC-03', 'ENC-04'],
} as const;

/** For what is seen only once an OTP was accepted. */
export const anyAcceptedOtp = {
  needs: ['CRT-08', 'CRT-09', 'ENC-03', 'ENC-04', 'OTP-01'],
} as const;
