import type { KeyForm } from '../../support/contract/transfer-facts';
import {
  keyPairFrom,
  offCurvePoint,
  sharedSecret,
  smallOrderPublicKeys,
  writePublicKey,
} from '../../support/crypto/node/transfer';
import type { BouncyCastleTransfer } from './bouncycastle';
import { bouncyCastle, bouncyCastleTransfers, comments } from './bouncycastle';
import { bytesOf } from './seeded';
import type { Case, VectorFile } from './vector-file';
import { sources, vectorFile } from './vector-file';

const forms: readonly KeyForm[] = ['weierstrass', 'weierstrass-spki-explicit', 'weierstrass-spki-named'];

const flagOf: Readonly<Record<string, string>> = {
  'shared-secret-leading-zero': 'Zeros',
  'sender-public-x-leading-zero': 'Zeros',
  'sender-public-y-leading-zero': 'Zeros',
  'private-key-short-30-31-bytes': 'ShortPrivateKey',
};

/** One agreement of BouncyCastle's, seen by the recipient, with the sender's key in every form. */
function agreements({ id, sender, recipient, sharedSecret: secret }: BouncyCastleTransfer): Case[] {
  const publicKey = Buffer.from(sender.publicKey, 'base64');
  const flag = flagOf[id];
  return forms.map((form) => ({
    id: `${id}-${form}`,
    comment: comments[id] ?? id,
    flags: [...(flag === undefined ? [] : [flag]), ...(form === 'weierstrass' ? [] : ['Spki'])],
    result: 'valid',
    provenance: 'bouncycastle',
    privateKey: recipient.privateKey,
    publicKey: writePublicKey({ curve: 'weierstrass', publicKey }, form).toString('base64'),
    sharedSecret: secret,
  }));
}

/** The same agreement from the sender's side: there the short private key is. */
function otherSide({ id, sender, recipient, sharedSecret: secret }: BouncyCastleTransfer): Case {
  const flag = flagOf[id];
  return {
    id: `${id}-sender`,
    comment: comments[id] ?? id,
    flags: flag === undefined ? [] : [flag],
    result: 'valid',
    provenance: 'bouncycastle',
    privateKey: sender.privateKey,
    publicKey: recipient.publicKey,
    sharedSecret: secret,
  };
}

/** A private key with a zero byte in front, as BigInteger.toByteArray gives it where the highest bit is set. */
function signed(): Case {
  const scalar = Buffer.concat([Buffer.from([0]), bytesOf('signed', 31)]);
  const long = Buffer.concat([Buffer.from([0]), scalar]);
  const peer = keyPairFrom('weierstrass', Buffer.concat([Buffer.from([8]), bytesOf('signed peer', 31)]));
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

const privateKey = Buffer.concat([Buffer.from([9]), bytesOf('refusing', 31)]);

function refused(id: string, comment: string, flag: string, publicKey: Buffer, own = privateKey): Case {
  const base = { id, comment, flags: [flag], result: 'invalid', provenance: 'generated' } as const;
  return { ...base, privateKey: own.toString('base64'), publicKey: publicKey.toString('base64') };
}

function refusals(): Case[] {
  const raw = keyPairFrom('x25519', bytesOf('an X25519 key', 32));
  const point = keyPairFrom(
    'weierstrass',
    Buffer.concat([Buffer.from([7]), bytesOf('a point', 31)]),
  ).publicKey;
  const compressed = Buffer.concat([Buffer.from([2 + ((point[64] ?? 0) & 1)]), point.subarray(1, 33)]);
  const spki = writePublicKey(
    { curve: 'weierstrass', publicKey: offCurvePoint() },
    'weierstrass-spki-explicit',
  );
  return [
    ...smallOrderPublicKeys('weierstrass').map(({ name, bytes }, index) =>
      refused(
        `low-order-${index + 1}`,
        `one of a few secrets, whatever the private key is (${name})`,
        'LowOrder',
        bytes,
      ),
    ),
    refused(
      'off-curve',
      'the point is not checked to be on the curve: invalid-curve attack',
      'OffCurve',
      offCurvePoint(),
    ),
    refused('off-curve-spki', 'the point inside an SPKI is not checked', 'OffCurve', spki),
    refused('compressed', 'a compressed point: the deployed systems know none', 'Form', compressed),
    refused('x25519', 'the 32 bytes of an X25519 key', 'Form', raw.publicKey),
    refused('rfc8410', 'an RFC 8410 key', 'Form', writePublicKey(raw, 'x25519-spki')),
    refused('coordinates-alone', 'X and Y without the 04 in front', 'Form', point.subarray(1)),
    refused(
      'hybrid',
      'a hybrid point (06 or 07 in front)',
      'Form',
      Buffer.concat([Buffer.from([6 + ((point[64] ?? 0) & 1)]), point.subarray(1)]),
    ),
    refused('cut', 'the last byte is missing', 'Form', point.subarray(0, -1)),
    refused(
      'zeros-dropped',
      'a leading zero of X was dropped by the sender: 64 bytes',
      'Form',
      Buffer.concat([point.subarray(0, 1), point.subarray(2)]),
    ),
    refused(
      'private-key-negative',
      'a private key whose sign bit is set is no positive number',
      'PrivateKey',
      point,
      Buffer.alloc(32, 0xff),
    ),
    refused('private-key-zero', 'a private key of zero', 'PrivateKey', point, Buffer.alloc(32)),
    refused(
      'private-key-beyond-order',
      'a private key that is not below the order',
      'PrivateKey',
      point,
      Buffer.alloc(32, 0x7f),
    ),
  ];
}

/** ECDH on the short Weierstrass form of Curve25519. */
export function weierstrass(): VectorFile {
  const transfers = bouncyCastleTransfers();
  return vectorFile({
    schema: 'vectors/weierstrass',
    title: 'ECDH on Curve25519 in the short Weierstrass form agrees on a shared secret',
    clauses: ['6.2.3'],
    provenance: { ...sources, bouncycastle: bouncyCastle },
    flags: {
      Zeros: 'A coordinate or a secret with leading zeros: one transfer in 128 has some.',
      ShortPrivateKey: 'A private key is a signed big-endian integer, and not always 32 bytes long.',
      Spki: 'The public key is a SubjectPublicKeyInfo, with the curve spelt out or named.',
      LowOrder: 'A public key of low order, which must be refused.',
      OffCurve: 'Coordinates that belong to no point of the curve.',
      Form: 'A public key of another form.',
      PrivateKey: 'A private key that is none.',
    },
    groups: [
      {
        cases: [
          ...transfers.flatMap((each) => [...agreements(each), otherSide(each)]),
          signed(),
          ...refusals(),
        ],
      },
    ],
  });
}
