import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransferError } from '../../../../support/contract/transfer';
import {
  offCurvePoint,
  readPublicKey,
  sharedSecret,
  smallOrderPublicKeys,
  writePublicKey,
} from '../../../../support/crypto/node/transfer';
import { x25519 } from '../../../../support/crypto/node/transfer/keys';
import { isOnCurve, readPoint, smallOrderOf } from '../../../../support/crypto/node/transfer/weierstrass';
import { randomKeyPair } from '../../../seed';
import { curves } from './parties';

const isRefused = (error: unknown): boolean => error instanceof TransferError && error.fault === 'key';

for (const curve of curves)
  describe(`keys of low order on ${curve}`, () => {
    const keys = smallOrderPublicKeys(curve);

    it('differ in name and bytes', () => {
      assert.equal(new Set(keys.map(({ name }) => name)).size, keys.length);
      assert.equal(new Set(keys.map(({ bytes }) => bytes.toString('hex'))).size, keys.length);
    });

    it('are refused when they are read, and as the other key of a secret', () => {
      const own = randomKeyPair(curve);
      for (const { name, bytes } of keys) {
        assert.throws(() => readPublicKey(bytes), isRefused, name);
        assert.throws(() => sharedSecret(own, bytes), isRefused, name);
      }
    });
  });

describe('keys of low order', () => {
  it('lead OpenSSL to a secret of zeros on X25519, all seven, whatever the highest bit is', () => {
    const keys = smallOrderPublicKeys('x25519');
    assert.equal(keys.length, 7);
    for (const { name, bytes } of keys) {
      assert.throws(() => x25519(randomKeyPair('x25519').privateKey, bytes), isRefused, name);
      const high = Buffer.from(bytes);
      high.writeUInt8((high[31] ?? 0) | 0x80, 31);
      assert.throws(() => readPublicKey(high), isRefused, name);
    }
  });

  it('are points of the orders 2, 4 and 8 on Weierstrass, and infinity', () => {
    const keys = smallOrderPublicKeys('weierstrass');
    const points = keys.filter(({ bytes }) => bytes.length === 65).map(({ bytes }) => readPoint(bytes));
    assert.deepEqual(points.map(smallOrderOf), [2, 4, 8, 8]);
    assert.ok(points.every(isOnCurve));
    assert.deepEqual(keys.at(-1)?.bytes, Buffer.from([0]));
  });

  it('are refused in an SPKI as well', () => {
    for (const { name, bytes } of smallOrderPublicKeys('weierstrass').slice(0, -1)) {
      const spki = writePublicKey({ curve: 'weierstrass', publicKey: bytes }, 'weierstrass-spki-explicit');
      assert.throws(() => readPublicKey(spki), isRefused, name);
    }
  });
});

describe('a point off the curve', () => {
  it('is refused for that', () => {
    assert.ok(!isOnCurve(readPoint(offCurvePoint())));
    assert.throws(() => readPublicKey(offCurvePoint()), /off the curve/);
    assert.throws(() => sharedSecret(randomKeyPair('weierstrass'), offCurvePoint()), /off the curve/);
  });

  it('is one whose coordinates are not reduced', () => {
    assert.throws(
      () => readPublicKey(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 0xff)])),
      /off the curve/,
    );
  });
});
