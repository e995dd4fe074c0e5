import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  deriveKey,
  diagnoseContent,
  keyPairFrom,
  mixNonces,
  open,
  readPublicKey,
  seal,
  sharedSecret,
} from '../../../../support/crypto/node/transfer';
import { bouncyCastleTransfers } from '../../../../vectors/generate/bouncycastle';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
const cases = bouncyCastleTransfers();

describe('known answers of BouncyCastle', () => {
  it('are eight', () => {
    assert.equal(cases.length, 8);
  });

  for (const known of cases)
    it(`${known.id}: keys, secret, salt, IV, AES key and content`, () => {
      const { sender, recipient } = known;
      const [hip, hiu] = [sender, recipient].map((party) => {
        const pair = keyPairFrom('weierstrass', bytes(party.privateKey));
        assert.equal(pair.publicKey.toString('base64'), party.publicKey);
        assert.deepEqual(readPublicKey(bytes(party.x509PublicKey)), {
          curve: 'weierstrass',
          keyForm: 'weierstrass-spki-explicit',
          publicKey: pair.publicKey,
        });
        return pair;
      });
      assert.ok(hip !== undefined && hiu !== undefined);
      const secret = sharedSecret(hip, hiu.publicKey);
      assert.equal(secret.toString('base64'), known.sharedSecret);
      assert.deepEqual(sharedSecret(hiu, hip.publicKey), secret);
      const { salt, iv } = mixNonces(bytes(sender.nonce), bytes(recipient.nonce));
      assert.deepEqual([salt.toString('base64'), iv.toString('base64')], [known.salt, known.iv]);
      const key = deriveKey(secret, salt);
      assert.equal(key.toString('base64'), known.aesKey);
      assert.equal(seal(key, iv, Buffer.from(known.bundle)).toString('base64'), known.content);
      assert.equal(open(key, iv, bytes(known.content)).toString(), known.bundle);
      const given = {
        own: hiu,
        ownNonce: bytes(recipient.nonce),
        peer: hip,
        peerNonce: bytes(sender.nonce),
      };
      const received = { ...given, bundle: known.bundle, content: known.content };
      assert.equal(diagnoseContent(received).opens, 'whole');
    });
});
