import { createPrivateKey } from 'node:crypto';
import { openField } from '../crypto/node/field-inspection';
import { decryptField, encryptField } from '../crypto/forge/field-encryption';
import { createFieldCipher } from '../mock/keys';
import type { Attempt } from '../cases/attempt';
import type { FieldEncryptionCase, FieldEncryptionGroup } from '../cases/vector-file';
import { refusing } from './outcome';

/** Encryption with node-forge under the seed; decryption with node-forge, with node:crypto, and by the mock. */
export function fieldAttempts(each: FieldEncryptionCase, group: FieldEncryptionGroup): Attempt[] {
  const scheme = group.hash === 'SHA-1' ? 'oaep-sha1' : 'oaep-sha256';
  const { plaintext, seed, ciphertext } = each;
  const bytes = Buffer.from(ciphertext, 'base64');
  const decrypting = (implementation: string, decrypt: () => string): Attempt => ({
    implementation,
    wanted: { plaintext },
    answer: refusing(() => ({ plaintext: decrypt() })),
  });
  const encrypt = (): string =>
    encryptField(group.publicKey, plaintext, scheme, Buffer.from(seed ?? '', 'hex')).toString('base64');
  return [
    decrypting('node-forge', () => decryptField(group.privateKey, bytes, scheme)),
    decrypting('node:crypto', () => openedByNode(group, bytes, scheme)),
    decrypting('mock', () => openedByMock(group, ciphertext)),
    ...(seed === undefined
      ? []
      : [
          {
            implementation: 'node-forge, encrypting',
            wanted: { ciphertext },
            answer: refusing(() => ({ ciphertext: encrypt() })),
          } as const,
        ]),
  ];
}

function openedByNode({ privateKey }: FieldEncryptionGroup, bytes: Buffer, scheme: string): string {
  const key = createPrivateKey(privateKey);
  // RSA itself is about numbers, to which leading zeros make no difference (RFC 8017, section 7.1.2, step 1).
  if (bytes.length * 8 !== key.asymmetricKeyDetails?.modulusLength) throw new Error('another length');
  const opened = openField(key, bytes);
  if (opened?.padding !== scheme) throw new Error('another padding');
  return opened.plaintext.toString('utf8');
}

function openedByMock({ hash, privateKey }: FieldEncryptionGroup, ciphertext: string): string {
  const cipher = createFieldCipher(createPrivateKey(privateKey), hash === 'SHA-1' ? 'sha1' : 'sha256');
  const decrypted = cipher.decrypt(ciphertext);
  if (!decrypted.ok) throw new Error(decrypted.reason);
  return decrypted.value;
}
