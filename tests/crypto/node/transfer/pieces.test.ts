import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { describe, it } from 'node:test';
import { seal as sealOfClient } from '../../../../support/crypto/noble';
import { seal, sealsTo } from '../../../../support/crypto/node/transfer/scheme';
import { randomBytes } from '../../../seed';

/** Around the sizes of one piece and two. */
const sizes = [0, 1, 2, 3, 49_151, 49_152, 49_153, 65_535, 65_536, 65_537, 98_304, 98_305, 200_000];
const [key, iv] = [randomBytes(32), randomBytes(12)];

function sealedAtOnce(plaintext: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

describe('what is sealed piece by piece', () => {
  it('is what is sealed at once, on both sides of a transfer', () => {
    for (const size of sizes) {
      const plaintext = randomBytes(size);
      const wanted = sealedAtOnce(plaintext);
      assert.ok(seal(key, iv, plaintext).equals(wanted), `${size} bytes`);
      assert.ok(sealOfClient(key, iv, plaintext).equals(wanted), `${size} bytes`);
    }
  });

  it('is known by its Base64, and every other text is told from it', () => {
    for (const size of sizes) {
      const bundle = 'é'.repeat(Math.floor(size / 2)) + 'x'.repeat(size % 2);
      const content = sealedAtOnce(Buffer.from(bundle)).toString('base64');
      const is = (text: string): boolean => sealsTo({ key, iv }, bundle, text);
      assert.ok(is(content), `${size} bytes`);
      const at = Math.floor(content.length / 2);
      const other = content[at] === 'A' ? 'B' : 'A';
      assert.ok(!is(content.slice(0, at) + other + content.slice(at + 1)), 'another character');
      for (const text of [`${content}A`, `${content}\n`, content.slice(0, -1), content.slice(4), ''])
        assert.ok(!is(text), `${text.length} characters in place of ${content.length}`);
      assert.ok(!sealsTo({ key, iv }, `${bundle}x`, content));
    }
  });
});
