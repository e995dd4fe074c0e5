import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyForm } from '../../support/contract/transfer';
import { TransferError } from '../../support/contract/transfer';
import * as node from '../../support/crypto/node/transfer';
import * as noble from '../../support/crypto/noble';

const sides = { noble, 'node:crypto': node };
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

for (const [name, side] of Object.entries(sides))
  describe(`transfer crypto by ${name}`, () => {
    it('computes the values of RFC 7748, section 6.1', () => {
      const alice = side.keyPairFrom(
        'x25519',
        hex('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a'),
      );
      const bob = side.keyPairFrom(
        'x25519',
        hex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'),
      );
      assert.equal(
        alice.publicKey.toString('hex'),
        '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
      );
      assert.equal(
        bob.publicKey.toString('hex'),
        'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
      );
      const shared = '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742';
      assert.equal(side.sharedSecret(alice, bob.publicKey).toString('hex'), shared);
      assert.equal(side.sharedSecret(bob, alice.publicKey).toString('hex'), shared);
    });

    it('derives as RFC 5869 does with an empty info', () => {
      // Test case 3 of appendix A.3, of whose output the first 32 bytes are the key.
      const key = side.deriveKey(Buffer.alloc(22, 0x0b), Buffer.alloc(0));
      assert.equal(key.toString('hex'), '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d');
    });

    it('takes the first 20 bytes of the XORed nonces as salt and the last 12 as IV', () => {
      const one = Buffer.from(Array.from({ length: 32 }, (_unused, index) => index));
      const { salt, iv } = side.mixNonces(one, Buffer.alloc(32, 0xff));
      const mixed = Buffer.from(Array.from({ length: 32 }, (_unused, index) => 255 - index));
      assert.deepEqual([salt, iv], [mixed.subarray(0, 20), mixed.subarray(20)]);
    });

    it('says what was at fault', () => {
      const pair = side.generateKeyPair('weierstrass');
      const key = Buffer.alloc(32, 1);
      const iv = Buffer.alloc(12);
      const sealed = side.seal(key, iv, Buffer.from('x'));
      const faults: readonly (readonly [fault: string, act: () => unknown])[] = [
        ['nonce', () => side.mixNonces(Buffer.alloc(31), Buffer.alloc(32))],
        ['nonce', () => side.mixNonces(Buffer.alloc(32), Buffer.alloc(33))],
        ['tag', () => side.open(key, iv, Buffer.concat([Buffer.from([1]), sealed.subarray(1)]))],
        ['content', () => side.open(key, iv, Buffer.alloc(15))],
        ['key', () => side.readPublicKey(Buffer.alloc(31, 9))],
        ['key', () => side.readPublicKey(node.offCurvePoint())],
        ['key', () => side.sharedSecret(pair, side.generateKeyPair('x25519').publicKey)],
        ['key', () => side.keyPairFrom('weierstrass', Buffer.alloc(32))],
        ['key', () => side.keyPairFrom('weierstrass', Buffer.alloc(32, 0xff))],
        ['key', () => side.keyPairFrom('weierstrass', Buffer.alloc(32, 0x7f))],
        ['key', () => side.keyPairFrom('x25519', Buffer.alloc(31, 1))],
      ];
      for (const [fault, act] of faults)
        assert.throws(act, (error) => error instanceof TransferError && error.fault === fault, fault);
    });

    it('agrees on no secret with a key of low order', () => {
      for (const curve of ['x25519', 'weierstrass'] as const)
        for (const { name, bytes } of node.smallOrderPublicKeys(curve))
          assert.throws(
            () => side.sharedSecret(side.generateKeyPair(curve), side.readPublicKey(bytes).publicKey),
            TransferError,
            name,
          );
    });
  });

const keyForms: readonly KeyForm[] = [
  'x25519',
  'x25519-spki',
  'weierstrass',
  'weierstrass-spki-explicit',
  'weierstrass-spki-named',
];

describe('both sides', () => {
  for (const keyForm of keyForms)
    it(`read what the other wrote as ${keyForm}`, () => {
      const curve = keyForm.startsWith('x25519') ? 'x25519' : 'weierstrass';
      for (const [one, other] of [
        [noble, node],
        [node, noble],
      ] as const) {
        const pair = one.generateKeyPair(curve);
        const written = one.writePublicKey(pair, keyForm);
        const { publicKey, keyForm: read } = other.readPublicKey(written);
        assert.deepEqual([publicKey, read], [pair.publicKey, keyForm]);
        assert.deepEqual(other.writePublicKey({ curve, publicKey }, keyForm), written);
      }
    });

  for (const curve of ['x25519', 'weierstrass'] as const)
    it(`agree on secrets on ${curve}, private keys of every length among them`, () => {
      for (let count = 0; count < 20; count += 1) {
        const [one, other] = [noble.generateKeyPair(curve), node.generateKeyPair(curve)];
        const short = Buffer.from(one.privateKey).fill(0, 0, curve === 'weierstrass' ? count % 8 : 0);
        const pair = noble.keyPairFrom(curve, short);
        assert.deepEqual(pair, node.keyPairFrom(curve, short));
        assert.deepEqual(noble.sharedSecret(pair, other.publicKey), node.sharedSecret(other, pair.publicKey));
      }
    });
});
