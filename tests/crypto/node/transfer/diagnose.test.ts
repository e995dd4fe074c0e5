import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import type { KnownMistake } from '../../../../support/contract/transfer';
import { TransferError } from '../../../../support/contract/transfer';
import {
  deriveKey,
  diagnoseContent,
  mixNonces,
  sharedSecret,
} from '../../../../support/crypto/node/transfer';
import { randomBytes, randomKeyPair } from '../../../seed';
import { bundle, curves, diagnose, mistaken, newParties, rightContent } from './parties';
import { assertEffort } from '../../../effort';

const isOfKeyOrIv = ({ stage }: { readonly stage: string }): boolean => stage !== 'seal';

for (const curve of curves)
  describe(`the diagnosis of a content on ${curve}`, () => {
    it('finds nothing amiss in one that is right', () => {
      for (const text of [bundle, '', '{', 'x'.repeat(100_000)]) {
        const parties = newParties(curve);
        const content = rightContent(parties, text);
        assert.deepEqual(diagnose(parties, content.toString('base64'), text), {
          bytes: content.length,
          opens: 'whole',
        });
      }
    });

    it('finds nothing that explains random bytes', () => {
      const parties = newParties(curve);
      for (const text of [bundle, '', '{', 'x'.repeat(100_000)])
        for (let count = 0; count < 5; count += 1) {
          const content = randomBytes(text.length + 16).toString('base64');
          assert.equal(diagnose(parties, content, text).opens, 'closed');
        }
    });

    it('finds nothing that explains the content of another key or another nonce', () => {
      const parties = newParties(curve);
      const content = rightContent(parties).toString('base64');
      const { hip, hipNonce } = newParties(curve);
      assert.equal(diagnose({ ...parties, hip }, content).opens, 'closed');
      assert.equal(diagnose({ ...parties, hipNonce }, content).opens, 'closed');
    });

    it('does not take an empty text for an empty bundle', () => {
      assert.equal(diagnose(newParties(curve), '').opens, 'closed');
      assert.equal(diagnose(newParties(curve), 'no Base64 at all!').opens, 'closed');
    });

    it('recognises a mistake in key or IV whatever became of tag, encoding and bundle', () => {
      const parties = newParties(curve);
      const made = mistaken(parties).filter((each) => isOfKeyOrIv(each.mistake));
      // Each with another second mistake.
      for (const [index, { mistake, content }] of made.entries()) {
        const bytes = Buffer.from(content, 'base64');
        const [ciphertext, tag] = [bytes.subarray(0, -16), bytes.subarray(-16)];
        const others: readonly (readonly [how: string, content: string])[] = [
          ['without a tag', ciphertext.toString('base64')],
          ['tag first', Buffer.concat([tag, ciphertext]).toString('base64')],
          ['another tag', Buffer.concat([ciphertext, randomBytes(16)]).toString('base64')],
          ['behind the IV', Buffer.concat([randomBytes(12), bytes]).toString('base64')],
          ['in hexadecimal', bytes.toString('hex')],
          ['in base64url', bytes.toString('base64url')],
          ['encoded twice', Buffer.from(content).toString('base64')],
        ];
        const [how, other] = others[index % others.length] ?? ['', ''];
        assert.equal(diagnose(parties, other).mistake?.id, mistake.id, `${mistake.id}, ${how}`);
      }
    });

    it('recognises mistakes in key or IV by the tag alone where the bundle is empty or short', () => {
      const parties = newParties(curve);
      for (const text of ['', '{'])
        for (const { mistake, content } of mistaken(parties, text).filter((each) =>
          isOfKeyOrIv(each.mistake),
        ))
          assert.equal(diagnose(parties, content, text).mistake?.id, mistake.id);
    });
  });

describe('a content with a right key and a right IV', () => {
  const parties = newParties('x25519');
  const content = rightContent(parties);
  const idOf = (bytes: Buffer): string | undefined => diagnose(parties, bytes.toString('base64')).mistake?.id;

  it('has an unknown tag where all bytes of the bundle are there', () => {
    const changed = Buffer.from(content);
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
    assert.deepEqual(
      [idOf(changed), diagnose(parties, changed.toString('base64')).mistake?.stage],
      ['tag-unknown', 'seal'],
    );
  });

  it('is cut where the bundle is', () => {
    assert.equal(idOf(rightContent(parties, bundle.slice(0, 40))), 'ciphertext-cut');
  });

  it('carries another text where the tag fits, although it begins alike', () => {
    assert.equal(idOf(rightContent(parties, `${bundle.slice(0, 40)}"another":1}`)), 'bundle-other');
  });

  it('ends with its tag', () => {
    assert.equal(idOf(Buffer.concat([content, randomBytes(32)])), 'content-followed');
    const followed = Buffer.concat([rightContent(parties, ''), randomBytes(5)]).toString('base64');
    assert.equal(diagnose(parties, followed, '').mistake?.id, 'content-followed');
  });

  it('carries another text where that is readable', () => {
    assert.equal(idOf(rightContent(parties, `[${'{"type":"collection"},'.repeat(3)}null]`)), 'bundle-other');
  });

  it('carries a compressed bundle, whatever the level and the format', () => {
    for (const bytes of [gzipSync(bundle, { level: 1 }), deflateSync(bundle)]) {
      const key = rightContent(parties, '\0'.repeat(bytes.length)).subarray(0, bytes.length);
      const sealed = Buffer.from(bytes.map((byte, index) => byte ^ (key[index] ?? 0)));
      assert.equal(idOf(Buffer.concat([sealed, randomBytes(16)])), 'bundle-compressed');
    }
  });

  it('has loose Base64 where only that keeps it from being right', () => {
    for (const text of [bundle, ''])
      assert.equal(
        diagnose(parties, ` ${rightContent(parties, text).toString('base64')}`, text).mistake?.id,
        'content-loose',
      );
  });

  it('shows the first of two mistakes', () => {
    const bytes = Buffer.from(content);
    const moved = Buffer.concat([bytes.subarray(-16), bytes.subarray(0, -16)]);
    assert.equal(diagnose(parties, moved.toString('hex')).mistake?.id, 'content-in-hex');
  });
});

describe('a long content', () => {
  it('is diagnosed by its beginning, and where that does not tell by the whole', () => {
    const parties = newParties('x25519');
    const text = bundle.replace('aaaa', 'é9aZ'.repeat(2 ** 14));
    const ids = ['salt-last-20', 'hkdf-sha1', 'tag-first', 'content-base64-twice', 'cbc', 'bundle-in-nfd'];
    const whole = ['bundle-indented', 'bundle-spaced', 'bundle-compressed'];
    const made = mistaken(parties, text).filter(({ mistake: { id } }) => [...ids, ...whole].includes(id));
    assert.equal(made.length, ids.length + whole.length);
    for (const { mistake, content } of made)
      assert.equal(diagnose(parties, content, text).mistake?.id, mistake.id);
  });

  it('is given up soon where nothing explains it', () => {
    const parties = newParties('x25519');
    const text = 'x'.repeat(10 * 2 ** 20);
    const content = randomBytes(text.length).toString('base64');
    // Encrypting it again for each known mistake would take some 200 times as much as encrypting it once.
    assertEffort(
      () => {
        assert.equal(diagnose(parties, content, text).opens, 'closed');
      },
      {
        what: 'the right content',
        act: () => rightContent(parties, text).toString('base64'),
        most: 60,
      },
    );
  });
});

describe('the mistakes that a client made before', () => {
  const parties = newParties('x25519');
  const all = mistaken(parties);
  const factOf = (wanted: string): KnownMistake => {
    const found = all.find(({ mistake }) => mistake.id === wanted);
    assert.ok(found, wanted);
    return found.mistake;
  };

  it('are tried first, and believed only where they explain the content', () => {
    const { content = '' } = all.find(({ mistake }) => mistake.id === 'hkdf-sha512') ?? {};
    for (const siblings of [['hkdf-sha512'], ['salt-last-20'], ['salt-last-20', 'hkdf-sha512']])
      assert.equal(diagnose(parties, content, bundle, siblings.map(factOf)).mistake?.id, 'hkdf-sha512');
  });

  /** What an HIP makes of a bundle that binds it to a text of its own. */
  const bound = (text: string, secret = Buffer.alloc(0)): string => {
    const { hip, hiu, hipNonce, hiuNonce } = parties;
    const { salt, iv } = mixNonces(hipNonce, hiuNonce);
    const shared = secret.length > 0 ? secret : sharedSecret(hip, hiu.publicKey);
    const cipher = createCipheriv('aes-256-gcm', deriveKey(shared, salt), iv);
    cipher.setAAD(Buffer.from('a text of its own'));
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
  };

  it('are taken by what is too short to tell', () => {
    const { mistake } = diagnose(parties, bound(bundle));
    assert.equal(mistake?.id, 'tag-unknown');
    for (const text of ['', '{', '{"a":1}'])
      assert.equal(diagnose(parties, bound(text), text, [mistake]).mistake?.id, 'tag-unknown');
    // Without a known mistake, a single byte could match another mistake by chance.
    for (const text of ['', '{"a":1}']) assert.equal(diagnose(parties, bound(text), text).opens, 'closed');
  });

  it('are not taken by other bytes, nor by what is long enough to tell', () => {
    const { mistake } = diagnose(parties, bound(bundle));
    assert.ok(mistake);
    const elsewhere = Buffer.alloc(32, 7);
    for (const [content, text] of [
      [bound('{"a":1}', elsewhere), '{"a":1}'],
      [bound(bundle, elsewhere), bundle],
      [randomBytes(15).toString('base64'), ''],
      [randomBytes(17).toString('base64'), ''],
    ] as const)
      assert.equal(diagnose(parties, content, text, [mistake]).opens, 'closed');
  });
});

describe('keys of both curves', () => {
  it('are refused', () => {
    const { hip, hipNonce, hiuNonce } = newParties('x25519');
    assert.throws(
      () =>
        diagnoseContent({
          own: randomKeyPair('weierstrass'),
          ownNonce: hiuNonce,
          peer: hip,
          peerNonce: hipNonce,
          bundle,
          content: '',
        }),
      TransferError,
    );
  });
});
