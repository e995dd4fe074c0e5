import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

interface Party {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly x509PublicKey: string;
  readonly nonce: string;
}

/** A known answer; all values but id and plaintext are Base64. */
interface Case {
  readonly id: string;
  readonly sender: Party;
  readonly requester: Party;
  readonly sharedSecret: string;
  readonly aesKey: string;
  readonly iv: string;
  readonly salt: string;
  readonly plaintext: string;
  readonly encryptedData: string;
}

const name = 'weierstrass-bouncycastle.jsonl';
const root = join(__dirname, '..', '..', '..', '..');
/** Among the project's own vectors, or beside the project. */
const file = [join(root, 'vectors', name), join(root, '..', 'shared', 'vectors', name)].find(existsSync);

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');

function cases(): Case[] {
  if (file === undefined) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Case);
}

describe('known answers of BouncyCastle', { skip: file === undefined && `${name} is not there` }, () => {
  it('are eight', () => {
    assert.equal(cases().length, 8);
  });

  for (const known of cases())
    it(`${known.id}: keys, secret, salt, IV, AES key and content`, () => {
      const { sender, requester } = known;
      const [hip, hiu] = [sender, requester].map((party) => {
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
      const { salt, iv } = mixNonces(bytes(sender.nonce), bytes(requester.nonce));
      assert.deepEqual([salt.toString('base64'), iv.toString('base64')], [known.salt, known.iv]);
      const key = deriveKey(secret, salt);
      assert.equal(key.toString('base64'), known.aesKey);
      assert.equal(seal(key, iv, Buffer.from(known.plaintext)).toString('base64'), known.encryptedData);
      assert.equal(open(key, iv, bytes(known.encryptedData)).toString(), known.plaintext);
      const given = { own: hiu, ownNonce: bytes(requester.nonce), peer: hip, peerNonce: bytes(sender.nonce) };
      const received = { ...given, bundle: known.plaintext, content: known.encryptedData };
      assert.equal(diagnoseContent(received).opens, 'whole');
    });
});
