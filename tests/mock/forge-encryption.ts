import { md, pki, type Bytes } from 'node-forge';

type Hash = 'sha1' | 'sha256';

/** How a test pads: by OAEP with these hashes, or by PKCS#1 v1.5. */
export type Padding = { readonly oaep: Hash; readonly mgf1: Hash } | 'pkcs1';

/** The padding of clause 6.3.2. */
const documented: Padding = { oaep: 'sha1', mgf1: 'sha1' };

/** RSA by node-forge, so that mock and test share no implementation. */
export function encryptWithForge(
  pem: string,
  plaintext: string | Buffer,
  padding: Padding = documented,
): Buffer {
  const key = pki.publicKeyFromPem(pem);
  const bytes = Buffer.from(plaintext).toString('latin1');
  return Buffer.from(encryptBytes(key, bytes, padding), 'latin1');
}

function encryptBytes(key: pki.rsa.PublicKey, bytes: Bytes, padding: Padding): Bytes {
  if (padding === 'pkcs1') return key.encrypt(bytes, 'RSAES-PKCS1-V1_5');
  const options = { md: md[padding.oaep].create(), mgf1: { md: md[padding.mgf1].create() } };
  return key.encrypt(bytes, 'RSA-OAEP', options);
}
