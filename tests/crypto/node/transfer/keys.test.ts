import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyForm } from '../../../../support/contract/transfer';
import { TransferError } from '../../../../support/contract/transfer';
import {
  generateKeyPair,
  keyPairFrom,
  readPublicKey,
  sharedSecret,
  wipe,
  writePublicKey,
} from '../../../../support/crypto/node/transfer';
import {
  fromBigEndian,
  fieldPrime,
  toBigEndian,
  toLittleEndian,
} from '../../../../support/crypto/node/transfer/field';
import { x25519 } from '../../../../support/crypto/node/transfer/keys';
import { groupOrder, toMontgomery } from '../../../../support/crypto/node/transfer/weierstrass';
import { curves } from './parties';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const refusal =
  (reason: RegExp) =>
  (error: unknown): boolean =>
    error instanceof TransferError && error.fault === 'key' && reason.test(error.message);

/** RFC 7748, section 6.1. */
const alice = {
  privateKey: hex('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a'),
  publicKey: hex('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a'),
};
const bob = {
  privateKey: hex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'),
  publicKey: hex('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f'),
};
const agreed = hex('4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742');

/** The number that X25519 makes of a private key, below the order of the base point. */
function scalarOf(privateKey: Buffer): bigint {
  const bytes = Buffer.from(privateKey);
  bytes.writeUInt8((bytes[0] ?? 0) & 248, 0);
  bytes.writeUInt8(((bytes[31] ?? 0) & 127) | 64, 31);
  return fromBigEndian(bytes.reverse()) % groupOrder;
}

describe('keys on X25519', () => {
  it('are those of RFC 7748, section 6.1', () => {
    for (const { privateKey, publicKey } of [alice, bob])
      assert.deepEqual(keyPairFrom('x25519', privateKey), { curve: 'x25519', privateKey, publicKey });
    assert.deepEqual(sharedSecret({ curve: 'x25519', ...alice }, bob.publicKey), agreed);
    assert.deepEqual(sharedSecret({ curve: 'x25519', ...bob }, alice.publicKey), agreed);
  });

  it('multiply as in RFC 7748, section 5.2', () => {
    assert.deepEqual(
      x25519(
        hex('a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4'),
        hex('e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c'),
      ),
      hex('c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552'),
    );
  });

  it('have private keys of 32 bytes', () => {
    for (const bytes of [0, 31, 33, 48])
      assert.throws(() => keyPairFrom('x25519', Buffer.alloc(bytes, 7)), refusal(/bytes/));
  });
});

describe('keys on Weierstrass', () => {
  it('are the points of RFC 7748, section 6.1, for the same numbers', () => {
    for (const { privateKey, publicKey } of [alice, bob]) {
      const point = keyPairFrom('weierstrass', toBigEndian(scalarOf(privateKey))).publicKey;
      assert.deepEqual(toLittleEndian(toMontgomery(fromBigEndian(point.subarray(1, 33)))), publicKey);
    }
    const own = keyPairFrom('weierstrass', toBigEndian(scalarOf(alice.privateKey)));
    const peer = keyPairFrom('weierstrass', toBigEndian(scalarOf(bob.privateKey)));
    const secret = sharedSecret(own, peer.publicKey);
    assert.deepEqual(toLittleEndian(toMontgomery(fromBigEndian(secret))), agreed);
  });

  it('have private keys that are signed integers from 1 to below the order, of any length', () => {
    const wide = keyPairFrom('weierstrass', toBigEndian(0x1234n));
    assert.deepEqual(keyPairFrom('weierstrass', hex('1234')).publicKey, wide.publicKey);
    assert.deepEqual(keyPairFrom('weierstrass', hex(`00${'12'.repeat(31)}`)).publicKey.length, 65);
    assert.deepEqual(keyPairFrom('weierstrass', toBigEndian(groupOrder - 1n)).publicKey.length, 65);
    const refused = [
      Buffer.alloc(0),
      hex('00'),
      hex('8001'),
      toBigEndian(groupOrder),
      Buffer.alloc(32, 0x7f),
    ];
    for (const bytes of refused)
      assert.throws(() => keyPairFrom('weierstrass', bytes), refusal(/from 1 to below/));
  });
});

for (const curve of curves)
  describe(`key pairs on ${curve}`, () => {
    it('are new each time, and agree on one secret of 32 bytes', () => {
      const [one, other] = [generateKeyPair(curve), generateKeyPair(curve)];
      assert.notDeepEqual(one.privateKey, other.privateKey);
      assert.deepEqual(keyPairFrom(curve, one.privateKey), one);
      const secret = sharedSecret(one, other.publicKey);
      assert.equal(secret.length, 32);
      assert.deepEqual(sharedSecret(other, one.publicKey), secret);
    });

    it('agree on nothing with a key of the other curve', () => {
      const other = generateKeyPair(curve === 'x25519' ? 'weierstrass' : 'x25519');
      assert.throws(() => sharedSecret(generateKeyPair(curve), other.publicKey), refusal(/and not on/));
    });
  });

describe('a public key', () => {
  const sizes: Readonly<Record<KeyForm, number>> = {
    x25519: 32,
    'x25519-spki': 44,
    weierstrass: 65,
    'weierstrass-spki-explicit': 309,
    'weierstrass-spki-named': 93,
  };

  it('is read in every form in which it is written', () => {
    for (const [keyForm, bytes] of Object.entries(sizes) as [KeyForm, number][]) {
      const pair = generateKeyPair(keyForm.startsWith('x25519') ? 'x25519' : 'weierstrass');
      const written = writePublicKey(pair, keyForm);
      assert.equal(written.length, bytes);
      assert.deepEqual(readPublicKey(written), { curve: pair.curve, keyForm, publicKey: pair.publicKey });
    }
  });

  it('is not written in a form of the other curve', () => {
    assert.throws(
      () => writePublicKey(generateKeyPair('x25519'), 'weierstrass-spki-named'),
      refusal(/no form/),
    );
    assert.throws(() => writePublicKey(generateKeyPair('weierstrass'), 'x25519'), refusal(/no form/));
  });

  it('is refused in any other form, with the reason', () => {
    const { publicKey } = generateKeyPair('weierstrass');
    const start = (byte: number): Buffer => Buffer.concat([Buffer.from([byte]), publicKey.subarray(1)]);
    const rows: readonly (readonly [Buffer, RegExp])[] = [
      [Buffer.alloc(0), /^0 bytes$/],
      [Buffer.alloc(31, 9), /^31 bytes$/],
      [publicKey.subarray(1), /^a point without the byte 04 before its coordinates$/],
      [Buffer.alloc(64, 9), /^64 bytes$/],
      [publicKey.subarray(0, 64), /^a point of 64 bytes, with leading zeros dropped$/],
      [publicKey.subarray(0, 40), /^40 bytes$/],
      ...(['weierstrass-spki-explicit', 'weierstrass-spki-named'] as const).map(
        (form) =>
          [
            writePublicKey({ curve: 'weierstrass', publicKey }, form).subarray(0, -2),
            /^a point of 63 bytes, with leading zeros dropped, in an SPKI$/,
          ] as const,
      ),
      [Buffer.concat([Buffer.of(2), toBigEndian(fieldPrime - 1n)]), /^off the curve$/],
      [Buffer.concat([Buffer.of(3), Buffer.alloc(32, 0xff)]), /^off the curve$/],
      [start(6), /begins with 06/],
      [Buffer.concat([publicKey, Buffer.alloc(1)]), /^66 bytes$/],
      [Buffer.from([0]), /infinity/],
    ];
    for (const [bytes, reason] of rows) assert.throws(() => readPublicKey(bytes), refusal(reason));
  });
});

describe('wiping', () => {
  it('leaves zeros', () => {
    const secrets = [Buffer.from('one'), Buffer.from('other')];
    wipe(...secrets);
    assert.deepEqual(secrets, [Buffer.alloc(3), Buffer.alloc(5)]);
  });
});
