import { constants, publicEncrypt } from 'node:crypto';
import type { FieldScheme } from '../../support/crypto/forge/field-encryption';
import type { IntegratorSeams } from '../../support/client/integrator';
import { conformingSeams } from '../../support/client/integrator';

type Cipher = Pick<IntegratorSeams, 'cipher'>;
type Encrypt = IntegratorSeams['cipher']['encrypt'];

/** The suite's own cipher, with another way of encrypting; what is too long for it stays the same. */
export function cipherWithEncrypt(change: (own: Encrypt) => Encrypt): Cipher {
  const { cipher } = conformingSeams;
  return { cipher: { ...cipher, encrypt: change((...given) => cipher.encrypt(...given)) } };
}

/** Pads differently than it was asked to. */
export function padding(choose: (asked: FieldScheme) => FieldScheme): Cipher {
  return cipherWithEncrypt((own) => (pem, value, scheme) => own(pem, value, choose(scheme)));
}

/** Encrypts other bytes than the value's own UTF-8. */
export function encryptingBytes(toBytes: (value: string) => Buffer): Cipher {
  return cipherWithEncrypt(
    () => (pem, value, scheme) => oaep(pem, toBytes(value), scheme === 'oaep-sha256' ? 'sha256' : 'sha1'),
  );
}

export function oaep(
  key: string,
  bytes: Buffer,
  oaepHash: 'sha1' | 'sha256' | 'sha512',
  label?: Buffer,
): Buffer {
  const scheme = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash };
  return publicEncrypt({ ...scheme, ...(label && { oaepLabel: label }) }, bytes);
}

/** The bare RSA operation, with zeros in front of the value. */
export function unpadded(key: string, value: string, modulusBytes: number): Buffer {
  const bytes = Buffer.alloc(modulusBytes);
  bytes.write(value, modulusBytes - Buffer.byteLength(value));
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, bytes);
}
