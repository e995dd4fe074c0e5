import assert from 'node:assert/strict';
import { createCipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { sharedSecret } from '../../../../support/crypto/node/transfer';
import { bundle, curves, diagnose, newParties, partiesWithLeadingZero } from './parties';

interface Foreign {
  readonly secret: Buffer;
  readonly hipNonce: Buffer;
  readonly hiuNonce: Buffer;
  readonly xored: Buffer;
  /** The salt of the document. */
  readonly salt: Buffer;
  /** The IV of the document. */
  readonly iv: Buffer;
}

function hkdf(secret: Buffer, salt: Buffer, hash = 'sha256', info = ''): Buffer {
  return Buffer.from(hkdfSync(hash, secret, salt, info, 32));
}

function gcm(key: Buffer, iv: Buffer, text: Buffer | string = bundle, aad = ''): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

type Row = readonly [id: string, make: (given: Foreign) => string];

/** Mistakes as they would be written by someone who has never seen the catalogue. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  agree: [
    [
      'secret-hashed',
      ({ secret, salt, iv }) => gcm(hkdf(createHash('sha256').update(secret).digest(), salt), iv),
    ],
    ['secret-with-sign-byte', ({ secret, salt, iv }) => gcm(hkdf(Buffer.from([0, ...secret]), salt), iv)],
    ['secret-reversed', ({ secret, salt, iv }) => gcm(hkdf(Buffer.from([...secret].reverse()), salt), iv)],
    ['secret-in-hex', ({ secret, salt, iv }) => gcm(hkdf(Buffer.from(secret.toString('hex')), salt), iv)],
  ],
  mix: [
    ['salt-last-20', ({ secret, xored, iv }) => gcm(hkdf(secret, xored.subarray(12)), iv)],
    [
      'salt-and-iv-swapped',
      ({ secret, xored }) => gcm(hkdf(secret, xored.subarray(12)), xored.subarray(0, 12)),
    ],
    [
      'nonces-joined-hip-first',
      ({ secret, hipNonce, hiuNonce }) => {
        const joined = Buffer.concat([hipNonce, hiuNonce]);
        return gcm(hkdf(secret, joined.subarray(0, 20)), joined.subarray(-12));
      },
    ],
    [
      'nonce-of-hip-alone',
      ({ secret, hipNonce }) => gcm(hkdf(secret, hipNonce.subarray(0, 20)), hipNonce.subarray(20)),
    ],
    ['iv-16', ({ secret, salt, xored }) => gcm(hkdf(secret, salt), xored.subarray(16))],
  ],
  derive: [
    ['hkdf-sha1', ({ secret, salt, iv }) => gcm(hkdf(secret, salt, 'sha1'), iv)],
    ['hkdf-info-ecdh', ({ secret, salt, iv }) => gcm(hkdf(secret, salt, 'sha256', 'ECDH'), iv)],
    ['key-is-secret', ({ secret, iv }) => gcm(secret, iv)],
    [
      'hkdf-extract-alone',
      ({ secret, salt, iv }) => gcm(createHmac('sha256', salt).update(secret).digest(), iv),
    ],
  ],
  seal: [
    [
      'tag-first',
      ({ secret, salt, iv }) => {
        const whole = Buffer.from(gcm(hkdf(secret, salt), iv), 'base64');
        return Buffer.concat([whole.subarray(-16), whole.subarray(0, -16)]).toString('base64');
      },
    ],
    ['aad-text-ECDH', ({ secret, salt, iv }) => gcm(hkdf(secret, salt), iv, bundle, 'ECDH')],
    [
      'content-in-hex',
      ({ secret, salt, iv }) => Buffer.from(gcm(hkdf(secret, salt), iv), 'base64').toString('hex'),
    ],
    ['bundle-as-json-string', ({ secret, salt, iv }) => gcm(hkdf(secret, salt), iv, JSON.stringify(bundle))],
  ],
};

for (const [stage, ofStage] of Object.entries(rows))
  describe(`a mistake made elsewhere in the stage ${stage}`, () => {
    for (const [id, make] of ofStage)
      it(`is ${id}`, () => {
        for (const curve of curves) {
          const parties = newParties(curve);
          const { hip, hiu, hipNonce, hiuNonce } = parties;
          const xored = Buffer.from(hipNonce.map((byte, index) => byte ^ (hiuNonce[index] ?? 0)));
          const secret = sharedSecret(hip, hiu.publicKey);
          const given = {
            secret,
            hipNonce,
            hiuNonce,
            xored,
            salt: xored.subarray(0, 20),
            iv: xored.subarray(20),
          };
          const { mistake } = diagnose(parties, make(given));
          assert.deepEqual([mistake?.id, mistake?.stage], [id, stage]);
        }
      });
  });

describe('leading zeros that were dropped', () => {
  for (const curve of curves)
    it(`are missed on ${curve}`, () => {
      const parties = partiesWithLeadingZero(curve);
      const { hip, hiu, hipNonce, hiuNonce } = parties;
      const secret = sharedSecret(hip, hiu.publicKey);
      const short = Buffer.from(secret.toString('hex').replace(/^(00)+/, ''), 'hex');
      const xored = Buffer.from(hipNonce.map((byte, index) => byte ^ (hiuNonce[index] ?? 0)));
      const { mistake } = diagnose(parties, gcm(hkdf(short, xored.subarray(0, 20)), xored.subarray(20)));
      assert.equal(mistake?.id, 'secret-zeros-dropped');
    });
});
