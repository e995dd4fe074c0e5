import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildKeyMaterial } from '../../support/cases/material';
import { spoiltKeys, spoiltNonces, withOneMoreByte } from '../../support/cases/spoilt-key-material';
import { readPublicKey } from '../../support/crypto/node/transfer';
import { randomBytes } from '../seed';

/** Keys of 32 bytes with every first byte: the meaning of a spoilt key must not depend on chance. */
const keys = Array.from({ length: 256 }, (_each, first) =>
  Buffer.concat([Buffer.of(first), randomBytes(31)]),
);

const nonce = randomBytes(32).toString('base64');
const meanings = [0, 2, 3, 4, 32];

describe('a value with one byte too many', () => {
  it('is never a compressed point, the beginning of a point, a value after its length, or a signed number', () => {
    for (const key of keys) {
      const long = withOneMoreByte(key);
      assert.equal(long.length, 33);
      assert.ok(!meanings.includes(long[0] ?? 0), long.toString('hex'));
      assert.ok(long.subarray(0, 32).equals(key) || long.subarray(1).equals(key));
    }
  });

  it('contains the right value at its beginning unless that would give it another meaning', () => {
    const atBeginning = keys.filter((key) => withOneMoreByte(key).subarray(0, 32).equals(key));
    assert.equal(atBeginning.length, 256 - meanings.length);
  });

  it('has the additional byte at the end of every longer encoding', () => {
    for (const bytes of [Buffer.concat([Buffer.of(4), randomBytes(64)]), randomBytes(44)])
      assert.deepEqual(withOneMoreByte(bytes), Buffer.concat([bytes, Buffer.of(1)]));
  });
});

describe('a spoilt X25519 key or nonce', () => {
  it('is a key of no form, whatever the first byte of the right key', () => {
    for (const key of keys) {
      const right = buildKeyMaterial(key.toString('base64'), nonce);
      const [long] = spoiltKeys(right, 'x25519', ['x25519']).filter(({ variant }) =>
        variant.endsWith('too long'),
      );
      assert.ok(long);
      const text = long.keyMaterial.dhPublicKey.keyValue;
      assert.throws(() => readPublicKey(Buffer.from(text, 'base64')), /33 bytes/);
    }
  });

  it('has 31 or 33 bytes, and 33 bytes have one meaning only', () => {
    const right = buildKeyMaterial(keys[9]?.toString('base64') ?? '', nonce);
    for (let tried = 0; tried < 500; tried += 1) {
      const made = spoiltNonces(right).map(({ keyMaterial }) => Buffer.from(keyMaterial.nonce, 'base64'));
      assert.deepEqual(
        made.map(({ length }) => length),
        [31, 33],
      );
      assert.ok(!meanings.includes(made[1]?.[0] ?? 0));
    }
  });
});
