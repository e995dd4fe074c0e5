import type { KeyForm } from '../../support/contract/transfer';
import { keyPairFrom, sharedSecret, writePublicKey } from '../../support/crypto/node/transfer';
import type { BouncyCastleTransfer } from './bouncycastle';
import { bouncyCastle, bouncyCastleTransfers, bouncyCastleComments } from './bouncycastle';
import { seededBytes } from './seeded';
import type { Case, VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';
import { bytes32, order, refusals } from './weierstrass-refusals';

const forms: readonly KeyForm[] = ['weierstrass', 'weierstrass-spki-explicit', 'weierstrass-spki-named'];

const flagOf: Readonly<Record<string, string>> = {
  'shared-secret-leading-zero': 'Zeros',
  'sender-public-x-leading-zero': 'Zeros',
  'sender-public-y-leading-zero': 'Zeros',
  'private-key-short-30-31-bytes': 'ShortPrivateKey',
};

/**
 * Returns the key agreement of a BouncyCastle transfer from the recipient's side: one case for each encoding
 * of the sender's public key.
 */
function agreements({ id, sender, recipient, sharedSecret: secret }: BouncyCastleTransfer): Case[] {
  const publicKey = Buffer.from(sender.publicKey, 'base64');
  const flag = flagOf[id];
  return forms.map((form) => ({
    id: `${id}-${form}`,
    comment: bouncyCastleComments[id] ?? id,
    flags: [...(flag === undefined ? [] : [flag]), ...(form === 'weierstrass' ? [] : ['Spki'])],
    result: 'valid',
    provenance: 'bouncycastle',
    privateKey: recipient.privateKey,
    publicKey: writePublicKey({ curve: 'weierstrass', publicKey }, form).toString('base64'),
    sharedSecret: secret,
  }));
}

/**
 * Returns the key agreement of a BouncyCastle transfer from the sender's side. In one transfer, the sender's
 * private key is shorter than 32 bytes.
 */
function otherSide({ id, sender, recipient, sharedSecret: secret }: BouncyCastleTransfer): Case {
  const flag = flagOf[id];
  return {
    id: `${id}-sender`,
    comment: bouncyCastleComments[id] ?? id,
    flags: flag === undefined ? [] : [flag],
    result: 'valid',
    provenance: 'bouncycastle',
    privateKey: sender.privateKey,
    publicKey: recipient.publicKey,
    sharedSecret: secret,
  };
}

/** Returns a case with a 33-byte private key. Its leading zero bytes do not change the number. */
function signed(): Case {
  const scalar = Buffer.concat([Buffer.from([0]), seededBytes('signed', 31)]);
  const long = Buffer.concat([Buffer.from([0]), scalar]);
  const peer = keyPairFrom('weierstrass', Buffer.concat([Buffer.from([8]), seededBytes('signed peer', 31)]));
  return {
    id: 'private-key-padded',
    comment: 'a private key that is longer than 32 bytes, since it is padded with zeros',
    flags: ['ShortPrivateKey'],
    result: 'valid',
    provenance: 'generated',
    privateKey: long.toString('base64'),
    publicKey: peer.publicKey.toString('base64'),
    sharedSecret: sharedSecret(keyPairFrom('weierstrass', scalar), peer.publicKey).toString('base64'),
  };
}

/**
 * Returns cases with the lowest and the highest private key, 1 and order - 1. Both give the peer's x
 * coordinate as the secret.
 */
function edges(): Case[] {
  const peer = keyPairFrom('weierstrass', Buffer.concat([Buffer.from([6]), seededBytes('edges', 31)]));
  const edge = (id: string, comment: string, scalar: Buffer): Case => ({
    id,
    comment,
    flags: ['ShortPrivateKey'],
    result: 'valid',
    provenance: 'generated',
    privateKey: scalar.toString('base64'),
    publicKey: peer.publicKey.toString('base64'),
    sharedSecret: sharedSecret(keyPairFrom('weierstrass', scalar), peer.publicKey).toString('base64'),
  });
  return [
    edge('private-key-one', 'a private key of one byte is refused', Buffer.from([1])),
    edge(
      'private-key-last',
      'the order less one is a private key; bits are set and cleared as on X25519',
      bytes32(order - 1n),
    ),
  ];
}

/** Returns the test vectors for ECDH on the short Weierstrass form of Curve25519. */
export function weierstrass(): VectorFile {
  const transfers = bouncyCastleTransfers();
  return vectorFile({
    schema: 'vectors/weierstrass',
    title: 'ECDH on Curve25519 in the short Weierstrass form agrees on a shared secret',
    clauses: ['6.2.3'],
    provenance: { ...commonSources, bouncycastle: bouncyCastle },
    flags: {
      Zeros: 'A coordinate or a secret with leading zeros: one transfer in 128 has some.',
      ShortPrivateKey: 'A private key is a signed big-endian integer, and not always 32 bytes long.',
      Spki: 'The public key is a SubjectPublicKeyInfo, with the curve spelt out or named.',
      LowOrder: 'A public key of low order, which must be refused.',
      OffCurve: 'Coordinates that belong to no point of the curve.',
      Curve: 'An SPKI of another curve, or one that does not end with its key.',
      Form: 'A public key of another form.',
      PrivateKey: 'A malformed private key.',
    },
    groups: [
      {
        cases: [
          ...transfers.flatMap((each) => [...agreements(each), otherSide(each)]),
          signed(),
          ...edges(),
          ...refusals(),
        ],
      },
    ],
  });
}
