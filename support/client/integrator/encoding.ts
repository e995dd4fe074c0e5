/** Writes the raw ciphertext of one value into a JSON field. */
export type CiphertextEncoding = (ciphertext: Buffer) => string;

/** Standard Base64, padded, on one line (clause 6.3.2). */
export const standardBase64: CiphertextEncoding = (ciphertext) => ciphertext.toString('base64');
