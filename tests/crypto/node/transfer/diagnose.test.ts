import assert from 'node:assert/strict';
import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Curve, KeyPair } from '../../../../support/crypto/node/transfer';
import {
  deriveKey,
  diagnoseContent,
  generateKeyPair,
  mistakenTransfers,
  mixNonces,
  seal,
  sharedSecret,
} from '../../../../support/crypto/node/transfer';

const bundle = '{"resourceType":"Bundle","note":"Žofie 张伟 e\u0301 \u00e9"}';

interface Both {
  readonly hip: KeyPair;
  readonly hipNonce: Buffer;
  readonly hiu: KeyPair;
  readonly hiuNonce: Buffer;
}

function both(curve: Curve): Both {
  return {
    hip: generateKeyPair(curve),
    hipNonce: randomBytes(32),
    hiu: generateKeyPair(curve),
    hiuNonce: randomBytes(32),
  };
}

function diagnose({ hip, hipNonce, hiu, hiuNonce }: Both, content: string, text = bundle) {
  return diagnoseContent({
    own: hiu,
    ownNonce: hiuNonce,
    peer: hip,
    peerNonce: hipNonce,
    bundle: text,
    content,
  });
}

function rightContent({ hip, hipNonce, hiu, hiuNonce }: Both, text = bundle): Buffer {
  const { salt, iv } = mixNonces(hipNonce, hiuNonce);
  return seal(deriveKey(sharedSecret(hip, hiu.publicKey), salt), iv, Buffer.from(text));
}

for (const curve of ['x25519', 'weierstrass'] as const)
  describe(`the diagnosis of a content on ${curve}`, () => {
    it('finds nothing amiss in one that is right', () => {
      for (const text of [bundle, '', '{', 'x'.repeat(100_000)]) {
        const parties = both(curve);
        const content = rightContent(parties, text);
        assert.deepEqual(diagnose(parties, content.toString('base64'), text), {
          bytes: content.length,
          opens: 'whole',
        });
      }
    });

    it('finds nothing that explains random bytes', () => {
      for (const text of [bundle, '', '{'])
        for (let count = 0; count < 5; count += 1)
          assert.equal(
            diagnose(both(curve), randomBytes(text.length + 16).toString('base64'), text).opens,
            'closed',
          );
    });

    it('names each mistake by its own id', () => {
      const parties = both(curve);
      const { hip, hipNonce, hiu, hiuNonce } = parties;
      const made = [
        ...mistakenTransfers({ own: hip, ownNonce: hipNonce, peer: hiu, peerNonce: hiuNonce, bundle }),
      ];
      assert.ok(made.length > 85, String(made.length));
      for (const { mistake, content } of made)
        assert.deepEqual(diagnose(parties, content).mistake, mistake, mistake.id);
    });

    it('recognises a mistake in key or IV whatever the tag is', () => {
      const parties = both(curve);
      const { hip, hipNonce, hiu, hiuNonce } = parties;
      const sent = { own: hip, ownNonce: hipNonce, peer: hiu, peerNonce: hiuNonce, bundle };
      for (const { mistake, content } of mistakenTransfers(sent)) {
        if (mistake.blame === 'HDT-08') continue;
        const untagged = Buffer.from(content, 'base64').subarray(0, -16).toString('base64');
        assert.equal(diagnose(parties, untagged).mistake?.id, mistake.id);
      }
    });

    it('recognises mistakes by the tag alone where the bundle is empty', () => {
      const parties = both(curve);
      const { hip, hipNonce, hiu, hiuNonce } = parties;
      const sent = { own: hip, ownNonce: hipNonce, peer: hiu, peerNonce: hiuNonce, bundle: '' };
      for (const { mistake, content } of mistakenTransfers(sent))
        if (['HDT-05', 'HDT-06', 'HDT-07'].includes(mistake.blame))
          assert.equal(diagnose(parties, content, '').mistake?.id, mistake.id);
    });
  });

/** Mistakes as somebody else would write them, who has never seen the catalogue. */
const others: readonly (readonly [id: string, blame: string, make: (given: Foreign) => string])[] = [
  [
    'salt-last-20',
    'HDT-06',
    ({ secret, xored }) => gcm(hkdf(secret, xored.subarray(12)), xored.subarray(20)),
  ],
  [
    'salt-and-iv-swapped',
    'HDT-06',
    ({ secret, xored }) => gcm(hkdf(secret, xored.subarray(12)), xored.subarray(0, 12)),
  ],
  [
    'nonces-joined-hip-first',
    'HDT-06',
    ({ secret, hipNonce, hiuNonce }) => gcm(hkdf(secret, hipNonce.subarray(0, 20)), hiuNonce.subarray(20)),
  ],
  [
    'nonce-of-hip-alone',
    'HDT-06',
    ({ secret, hipNonce }) => gcm(hkdf(secret, hipNonce.subarray(0, 20)), hipNonce.subarray(20)),
  ],
  [
    'hkdf-sha1',
    'HDT-07',
    ({ secret, xored }) => gcm(hkdf(secret, xored.subarray(0, 20), 'sha1'), xored.subarray(20)),
  ],
  [
    'hkdf-info-ecdh-4',
    'HDT-07',
    ({ secret, xored }) => gcm(hkdf(secret, xored.subarray(0, 20), 'sha256', 'ECDH'), xored.subarray(20)),
  ],
  ['key-is-secret', 'HDT-07', ({ secret, xored }) => gcm(secret, xored.subarray(20))],
  [
    'secret-hashed',
    'HDT-05',
    ({ secret, xored }) =>
      gcm(hkdf(createHash('sha256').update(secret).digest(), xored.subarray(0, 20)), xored.subarray(20)),
  ],
  [
    'secret-reversed',
    'HDT-05',
    ({ secret, xored }) =>
      gcm(hkdf(Buffer.from([...secret].reverse()), xored.subarray(0, 20)), xored.subarray(20)),
  ],
  [
    'tag-first',
    'HDT-08',
    ({ secret, xored }) => {
      const whole = Buffer.from(gcm(hkdf(secret, xored.subarray(0, 20)), xored.subarray(20)), 'base64');
      return Buffer.concat([whole.subarray(-16), whole.subarray(0, -16)]).toString('base64');
    },
  ],
  [
    'content-in-hex',
    'HDT-08',
    ({ secret, xored }) =>
      Buffer.from(gcm(hkdf(secret, xored.subarray(0, 20)), xored.subarray(20)), 'base64').toString('hex'),
  ],
  [
    'bundle-as-json-string',
    'HDT-08',
    ({ secret, xored }) =>
      gcm(hkdf(secret, xored.subarray(0, 20)), xored.subarray(20), JSON.stringify(bundle)),
  ],
];

interface Foreign {
  readonly secret: Buffer;
  readonly hipNonce: Buffer;
  readonly hiuNonce: Buffer;
  readonly xored: Buffer;
}

function hkdf(secret: Buffer, salt: Buffer, hash = 'sha256', info = ''): Buffer {
  return Buffer.from(hkdfSync(hash, secret, salt, info, 32));
}

function gcm(key: Buffer, iv: Buffer, text = bundle): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

describe('a mistake that was made elsewhere', () => {
  for (const [id, blame, make] of others)
    it(`${id} is recognised, and ${blame} is blamed`, () => {
      for (const curve of ['x25519', 'weierstrass'] as const) {
        const parties = both(curve);
        const { hip, hiu, hipNonce, hiuNonce } = parties;
        const xored = Buffer.from(hipNonce.map((byte, index) => byte ^ (hiuNonce[index] ?? 0)));
        const secret = sharedSecret(hip, hiu.publicKey);
        const { mistake } = diagnose(parties, make({ secret, hipNonce, hiuNonce, xored }));
        assert.deepEqual([mistake?.id, mistake?.blame], [id, blame]);
      }
    });
});

describe('a wrong end of what began rightly', () => {
  it('is blamed on the tag where all bytes are right', () => {
    const parties = both('x25519');
    const content = rightContent(parties);
    content.writeUInt8((content.at(-1) ?? 0) ^ 1, content.length - 1);
    assert.equal(diagnose(parties, content.toString('base64')).mistake?.id, 'tag-unknown');
  });

  it('is told where the bundle was cut', () => {
    const parties = both('x25519');
    const content = rightContent(parties, bundle.slice(0, 40));
    assert.equal(diagnose(parties, content.toString('base64')).mistake?.id, 'ciphertext-cut');
  });
});
