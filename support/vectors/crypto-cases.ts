import { createPrivateKey, hkdfSync } from 'node:crypto';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as node from '../crypto/node/transfer';
import { openField } from '../crypto/node/open-field';
import * as noble from '../crypto/noble';
import { decryptField, encryptField } from '../crypto/forge/field-encryption';
import { createFieldCipher } from '../mock/field-cipher';
import type { CaseOutcome } from './outcome';
import { outcomeOf, refusing } from './outcome';
import type {
  AgreementCase,
  FieldEncryptionCase,
  FieldEncryptionGroup,
  HkdfCase,
  NonceCase,
  TransferCase,
  TransferGroup,
} from '../run/cases/vector-file';

/** Both sides of the transfer crypto, which know nothing of each other. */
const sides = [
  ['noble', noble],
  ['node:crypto', node],
] as const;

type Side = typeof noble | typeof node;

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** Encryption with node-forge under the seed, decryption with node-forge, with node:crypto, and by the mock. */
export function runFieldEncryption(each: FieldEncryptionCase, group: FieldEncryptionGroup): CaseOutcome[] {
  const scheme = group.hash === 'SHA-1' ? 'oaep-sha1' : 'oaep-sha256';
  const { result, plaintext, seed, ciphertext } = each;
  const decrypted = { result, wanted: plaintext };
  const withForge = refusing(() => decryptField(group.privateKey, base64(ciphertext), scheme));
  const withNode = refusing(() => {
    const key = createPrivateKey(group.privateKey);
    const bytes = base64(ciphertext);
    // RSA itself is about numbers, to which leading zeros make no difference (RFC 8017, section 7.1.2, step 1).
    if (bytes.length * 8 !== key.asymmetricKeyDetails?.modulusLength) throw new Error('another length');
    const opened = openField(key, bytes);
    if (opened?.padding !== scheme) throw new Error('another padding');
    return opened.plaintext.toString('utf8');
  });
  const byMock = refusing(() => {
    const hash = group.hash === 'SHA-1' ? 'sha1' : 'sha256';
    const decrypted = createFieldCipher(createPrivateKey(group.privateKey), hash).decrypt(ciphertext);
    if (!decrypted.ok) throw new Error(decrypted.reason);
    return decrypted.value;
  });
  return [
    outcomeOf('node-forge', decrypted, withForge),
    outcomeOf('node:crypto', decrypted, withNode),
    outcomeOf('mock', decrypted, byMock),
    ...(seed === undefined
      ? []
      : [
          outcomeOf(
            'node-forge, encrypting',
            { result, wanted: ciphertext },
            refusing(() => encryptField(group.publicKey, plaintext, scheme, hex(seed)).toString('base64')),
          ),
        ]),
  ];
}

/** What both sides make of a case. */
function onBothSides(
  { result }: { readonly result: 'valid' | 'invalid' },
  wanted: string,
  compute: (side: Side) => string,
): CaseOutcome[] {
  return sides.map(([name, side]) =>
    outcomeOf(
      name,
      { result, wanted },
      refusing(() => compute(side)),
    ),
  );
}

export function runNonces(each: NonceCase): CaseOutcome[] {
  const { hipNonce, hiuNonce, salt = '', iv = '' } = each;
  return onBothSides(each, `${salt} ${iv}`, (side) => {
    const mixed = side.mixNonces(hex(hipNonce), hex(hiuNonce));
    return `${mixed.salt.toString('hex')} ${mixed.iv.toString('hex')}`;
  });
}

/** The transfer's own derivation where the info is empty; the bare function of both libraries for any. */
export function runHkdf({ result, ikm, salt, info, okm }: HkdfCase): CaseOutcome[] {
  const length = okm.length / 2;
  const bare = { result, wanted: okm };
  const keys = sides.map(([name, side]) =>
    outcomeOf(`${name}, AES key`, { result, wanted: okm.slice(0, 64) }, () =>
      side.deriveKey(hex(ikm), hex(salt)).toString('hex'),
    ),
  );
  return [
    outcomeOf('noble', bare, () =>
      Buffer.from(hkdf(sha256, hex(ikm), hex(salt), hex(info), length)).toString('hex'),
    ),
    outcomeOf('node:crypto', bare, () =>
      Buffer.from(hkdfSync('sha256', hex(ikm), hex(salt), hex(info), length)).toString('hex'),
    ),
    ...(info === '' ? keys : []),
  ];
}

/** The secret of a private and a public key. Throws for keys of another curve, and for what cannot be used. */
function agreed(side: Side, curve: 'x25519' | 'weierstrass', privateKey: Buffer, publicKey: Buffer): Buffer {
  const peer = side.readPublicKey(publicKey);
  if (peer.curve !== curve) throw new Error('a key of the other form');
  return side.sharedSecret(side.keyPairFrom(curve, privateKey), peer.publicKey);
}

export function runX25519(each: AgreementCase): CaseOutcome[] {
  const { privateKey, publicKey, iterations = 1, sharedSecret = '' } = each;
  return onBothSides(each, sharedSecret, (side) => {
    let [scalar, u] = [hex(privateKey), hex(publicKey)];
    for (let count = 0; count < iterations; count += 1)
      [scalar, u] = [agreed(side, 'x25519', scalar, u), scalar];
    return scalar.toString('hex');
  });
}

export function runWeierstrass(each: AgreementCase): CaseOutcome[] {
  const { privateKey, publicKey, sharedSecret = '' } = each;
  return onBothSides(each, sharedSecret, (side) =>
    agreed(side, 'weierstrass', base64(privateKey), base64(publicKey)).toString('base64'),
  );
}

/** Decryption as the recipient; where the sender's private key is there, encryption as the sender too. */
export function runTransfer(each: TransferCase, { curve }: TransferGroup): CaseOutcome[] {
  const { result, sender, recipient, bundle = '', content } = each;
  return sides.flatMap(([name, side]) => {
    const keyOf = (own: TransferCase['sender'], peer: TransferCase['sender']) => {
      const pair = side.keyPairFrom(curve, base64(own.privateKey ?? ''));
      const { publicKey } = side.readPublicKey(base64(peer.publicKey));
      const { salt, iv } = side.mixNonces(base64(own.nonce), base64(peer.nonce));
      return [side.deriveKey(side.sharedSecret(pair, publicKey), salt), iv] as const;
    };
    const opened = outcomeOf(
      name,
      { result, wanted: bundle },
      refusing(() => side.open(...keyOf(recipient, sender), base64(content)).toString('utf8')),
    );
    if (sender.privateKey === undefined || result === 'invalid') return [opened];
    const sealed = outcomeOf(
      `${name}, encrypting`,
      { result, wanted: content },
      refusing(() => side.seal(...keyOf(sender, recipient), Buffer.from(bundle)).toString('base64')),
    );
    return [opened, sealed];
  });
}
