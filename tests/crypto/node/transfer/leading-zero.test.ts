import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyPairForLeadingZero, keyPairFrom, sharedSecret } from '../../../../support/crypto/node/transfer';
import { fromBigEndian } from '../../../../support/crypto/node/transfer/field';
import { smallOrderPublicKeys } from '../../../../support/crypto/node/transfer/small-order';
import { multiplyPoint, multiplyBase } from '../../../../support/crypto/node/transfer/weierstrass';
import { randomBytes, randomKeyPair } from '../../../seed';
import { curves } from './parties';
import { assertEffort } from '../../../effort';

describe('a key pair for a secret with a leading zero', () => {
  for (const curve of curves) {
    it(`leads to one on ${curve}, on both sides alike`, () => {
      const peer = randomKeyPair(curve);
      const own = keyPairForLeadingZero(curve, peer.publicKey);
      const secret = sharedSecret(own, peer.publicKey);
      assert.equal(secret[0], 0);
      assert.deepEqual(sharedSecret(peer, own.publicKey), secret);
      assert.deepEqual(keyPairFrom(curve, own.privateKey).publicKey, own.publicKey);
    });

    it(`shows a client that writes signed numbers on ${curve}, too`, () => {
      for (let count = 0; count < 8; count += 1) {
        const peer = randomKeyPair(curve);
        const secret = sharedSecret(keyPairForLeadingZero(curve, peer.publicKey), peer.publicKey);
        // A second byte of 128 or more would keep the zero: it says that the number is positive.
        assert.ok((secret[1] ?? 0) < 128, secret.toString('hex'));
      }
    });

    it(`is another one each time on ${curve}`, () => {
      const peer = randomKeyPair(curve);
      const [one, other] = [1, 2].map(() => keyPairForLeadingZero(curve, peer.publicKey));
      assert.notDeepEqual(one?.privateKey, other?.privateKey);
    });

    it(`takes as much as 64 multiplications on ${curve} at most, on an average of eight`, () => {
      const peers = Array.from({ length: 8 }, () => randomKeyPair(curve).publicKey);
      const [point, scalar] = [multiplyBase(77n), fromBigEndian(randomBytes(32))];
      // One secret in 512 is looked for: a multiplication for each try would take eight times as much.
      assertEffort(() => peers.map((peer) => keyPairForLeadingZero(curve, peer)), {
        what: '64 multiplications on the curve',
        act: () => Array.from({ length: 64 }, () => multiplyPoint(point, scalar)),
        most: peers.length,
      });
    });

    it(`is not sought for a key of low order on ${curve}, where it could never end`, () => {
      for (const { bytes } of smallOrderPublicKeys(curve))
        assert.throws(() => keyPairForLeadingZero(curve, bytes), { name: 'TransferError' });
    });
  }
});
