import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { describe, it } from 'node:test';
import type { KeyPair } from '../../../../support/crypto/node/transfer';
import { findPrivateKey, keyPairFrom, writePublicKey } from '../../../../support/crypto/node/transfer';
import { randomBytes, randomKeyPair } from '../../../seed';
import { curves } from './parties';
import { assertEffort } from '../../../effort';

const found = (sent: unknown, own: KeyPair) =>
  findPrivateKey({ sent, publicKeys: [own] }).map(({ place, encoding }) => `${place} ${encoding}`);

const forms = { x25519: 'x25519-spki', weierstrass: 'weierstrass-spki-explicit' } as const;

/** The first bytes of PKCS#8 are fixed (RFC 8410, section 7). */
function pem(privateKey: Buffer): string {
  const der = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), privateKey]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return key.export({ format: 'pem', type: 'pkcs8' }).toString();
}

for (const curve of curves)
  describe(`a private key on ${curve}`, () => {
    const own = randomKeyPair(curve);
    const { privateKey, publicKey } = own;
    const base64 = privateKey.toString('base64');
    const hex = privateKey.toString('hex');

    it('is found in each encoding', () => {
      const rows: readonly (readonly [text: string, encoding: RegExp])[] = [
        [base64, /base64/],
        [privateKey.toString('base64url'), /base64/],
        [hex, /hex/],
        [hex.toUpperCase(), /hex/],
        [`0x${hex}`, /hex/],
        [BigInt(`0x${hex}`).toString(16), /hex/],
        [(hex.match(/../g) ?? []).join(':'), /hex/],
        [BigInt(`0x${hex}`).toString(), /decimal/],
        [pem(privateKey), /pem|base64/],
        [pem(privateKey).replaceAll('\n', '\r\n'), /pem|base64/],
        [pem(privateKey).replaceAll('\n', '\\n'), /pem|base64/],
        [Buffer.concat([publicKey, privateKey]).toString('base64'), /base64/],
        [`the key is "${base64}", keep it safe`, /base64/],
        [`Curve25519/${base64}`, /base64/],
        [`Curve25519/${privateKey.toString('base64url')}`, /base64/],
        [Buffer.from(privateKey).reverse().toString('base64'), /base64/],
      ];
      for (const [text, encoding] of rows) {
        const [first = ''] = found({ text }, own);
        assert.match(first, /^\/text /, text);
        assert.match(first, encoding);
      }
    });

    it('is found as characters and as rows of numbers', () => {
      assert.deepEqual(found({ key: [...privateKey] }, own), ['/key bytes']);
      assert.deepEqual(found({ key: [...new Int8Array(privateKey)] }, own), ['/key bytes']);
      assert.deepEqual(found({ key: privateKey }, own), []);
      assert.deepEqual(found(JSON.parse(JSON.stringify({ key: privateKey })), own), ['/key/data bytes']);
      assert.match(found({ key: privateKey.toString('latin1') }, own).join(), /raw/);
    });

    it('is found at any depth, and in the name of a member', () => {
      assert.match(found({ a: [0, { 'b/c~': { d: base64 } }] }, own).join(), /^\/a\/1\/b~1c~0\/d base64/);
      assert.match(found({ [hex]: true }, own).join(), new RegExp(`^/${hex} hex`));
      let deep: unknown = base64;
      for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
      assert.equal(found(deep, own).length, 1);
    });

    it('is found in front of and behind a content, however long that is', () => {
      for (const bytes of [100, 3000, 1_000_000]) {
        const content = randomBytes(bytes);
        for (const parts of [
          [privateKey, content],
          [content, privateKey],
          [randomBytes(12), privateKey, content],
        ])
          assert.deepEqual(found({ content: Buffer.concat(parts).toString('base64') }, own).length, 1);
      }
    });

    it('is found once behind a slash, be that the end of a name or a sign of Base64', () => {
      for (const lead of [30, 33, 3000].map((bytes) => Buffer.alloc(bytes, 0xff))) {
        const content = Buffer.concat([lead, privateKey]).toString('base64');
        assert.match(content, /\/[\w+/]{43}=$/);
        assert.deepEqual(found({ content }, own), ['/content base64']);
      }
    });

    it('is not found in what holds none', () => {
      const sent = {
        keyValue: publicKey.toString('base64'),
        spki: writePublicKey(own, forms[curve]).toString('base64'),
        nonce: randomBytes(32).toString('base64'),
        other: randomKeyPair(curve).privateKey.toString('base64'),
        content: randomBytes(2000).toString('base64'),
        numbers: [1, 2.5, null, true],
        words: 'nothing but words, which are long enough to be looked at for once',
      };
      assert.deepEqual(found(sent, own), []);
    });

    it('is told with the text that must not be kept', () => {
      const content = Buffer.concat([privateKey, randomBytes(5000)]).toString('base64');
      const [exposed] = findPrivateKey({ sent: { content }, publicKeys: [randomKeyPair(curve), own] });
      assert.equal(exposed?.text, content.slice(0, 43));
      assert.equal(findPrivateKey({ sent: { hex }, publicKeys: [own] })[0]?.text, hex);
    });

    it('is looked for in megabytes with little more work than in a kilobyte', () => {
      const look = (bytes: number) => {
        const sent = {
          content: randomBytes(8 * bytes).toString('base64'),
          hex: randomBytes(bytes).toString('hex'),
        };
        return () => {
          assert.deepEqual(found(sent, own), []);
        };
      };
      assertEffort(look(2 ** 20), { what: 'a kilobyte', act: look(2 ** 10), most: 4 });
    });
  });

describe('a private key that is shorter than 32 bytes', () => {
  it('is found as it is and filled up', () => {
    const short = Buffer.concat([Buffer.from([0x7a]), randomBytes(30)]);
    const own = keyPairFrom('weierstrass', short);
    for (const text of [
      short.toString('base64'),
      short.toString('hex'),
      Buffer.concat([Buffer.alloc(1), short]).toString('base64'),
    ])
      assert.equal(found({ text }, own).length, 1, text);
  });
});

describe('a private key that is a large number', () => {
  it('is found in decimal notation, of as many digits as it has', () => {
    for (const first of [0x01, 0x7f, 0xf8]) {
      const privateKey = Buffer.concat([Buffer.from([first]), randomBytes(31)]);
      const own = keyPairFrom('x25519', privateKey);
      assert.deepEqual(found({ text: BigInt(`0x${privateKey.toString('hex')}`).toString() }, own), [
        '/text decimal',
      ]);
    }
  });
});
