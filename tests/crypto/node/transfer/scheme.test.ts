import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TransferFault } from '../../../../support/contract/transfer';
import { TransferError } from '../../../../support/contract/transfer';
import { deriveKey, mixNonces, open, seal } from '../../../../support/crypto/node/transfer';
import { randomBytes } from '../../../seed';

const refusal =
  (fault: TransferFault) =>
  (error: unknown): boolean =>
    error instanceof TransferError && error.fault === fault;

describe('the nonces of both sides', () => {
  it('are XORed: the first 20 bytes are the salt, the last 12 the IV', () => {
    const one = Buffer.from(Array.from({ length: 32 }, (_unused, index) => index));
    const { salt, iv } = mixNonces(one, Buffer.alloc(32, 0xff));
    assert.equal(salt.toString('hex'), 'fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedec');
    assert.equal(iv.toString('hex'), 'ebeae9e8e7e6e5e4e3e2e1e0');
  });

  it('may change places', () => {
    const [one, other] = [randomBytes(32), randomBytes(32)];
    assert.deepEqual(mixNonces(one, other), mixNonces(other, one));
  });

  it('have 32 bytes each', () => {
    for (const bytes of [0, 31, 33]) {
      assert.throws(() => mixNonces(Buffer.alloc(bytes), Buffer.alloc(32)), refusal('nonce'));
      assert.throws(() => mixNonces(Buffer.alloc(32), Buffer.alloc(bytes)), refusal('nonce'));
    }
  });
});

describe('the AES key', () => {
  it('is that of RFC 5869, appendix A.3: SHA-256, with neither salt nor info', () => {
    assert.equal(
      deriveKey(Buffer.alloc(22, 0x0b), Buffer.alloc(0)).toString('hex'),
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d',
    );
  });

  it('depends on the salt', () => {
    assert.notDeepEqual(
      deriveKey(Buffer.alloc(32), Buffer.alloc(20, 1)),
      deriveKey(Buffer.alloc(32), Buffer.alloc(20, 2)),
    );
  });
});

describe('AES-256-GCM', () => {
  const [key, iv] = [Buffer.alloc(32), Buffer.alloc(12)];

  it('has the tag of test case 13, and ciphertext and tag of test case 14 of its authors', () => {
    assert.equal(seal(key, iv, Buffer.alloc(0)).toString('hex'), '530f8afbc74536b9a963b4f1c4cb738b');
    assert.equal(
      seal(key, iv, Buffer.alloc(16)).toString('hex'),
      'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
    );
  });

  it('opens what it sealed', () => {
    for (const bytes of [0, 1, 16, 1000]) {
      const plaintext = randomBytes(bytes);
      assert.deepEqual(open(key, iv, seal(key, iv, plaintext)), plaintext);
    }
  });

  it('opens nothing that was changed in any byte', () => {
    const content = seal(key, iv, Buffer.from('a bundle'));
    for (const index of content.keys()) {
      const changed = Buffer.from(content);
      changed.writeUInt8((changed[index] ?? 0) ^ 1, index);
      assert.throws(() => open(key, iv, changed), refusal('tag'));
    }
  });

  it('opens nothing that is shorter than a tag', () => {
    for (const bytes of [0, 15]) assert.throws(() => open(key, iv, Buffer.alloc(bytes)), refusal('content'));
  });
});
