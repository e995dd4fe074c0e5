import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ReceivedKeyMaterial } from '../../../../support/adapter/protocol';
import type { KeyForm } from '../../../../support/contract/transfer';
import {
  inspectKeyMaterial,
  keyPairFrom,
  offCurvePoint,
  smallOrderPublicKeys,
  writePublicKey,
} from '../../../../support/crypto/node/transfer';
import { fromBigEndian, toBigEndian, toLittleEndian } from '../../../../support/crypto/node/transfer/field';
import { groupOrder, readPoint, toMontgomery } from '../../../../support/crypto/node/transfer/weierstrass';
import { randomKeyPair } from '../../../seed';

const pair = randomKeyPair('weierstrass');
const nonce = Buffer.alloc(32, 5);

function material(
  change: { expiry?: unknown; keyValue?: unknown; parameters?: unknown; nonce?: unknown } = {},
) {
  const { nonce: given = nonce.toString('base64'), ...ofKey } = change;
  return {
    cryptoAlg: 'ECDH',
    curve: 'Curve25519',
    dhPublicKey: {
      expiry: '2099-12-31T23:59:59.000Z',
      parameters: 'Curve25519 with a 32-byte random key',
      keyValue: pair.publicKey.toString('base64'),
      ...ofKey,
    },
    nonce: given,
  };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const expiresAt = (expiry: unknown): number | undefined =>
  inspectKeyMaterial(material({ expiry })).fact.expiresAt;
const flaws = (given: ReceivedKeyMaterial): readonly string[] => inspectKeyMaterial(given).fact.flaws;

describe('key material', () => {
  it('is understood in each form of the key, which is told apart by the key alone', () => {
    const forms: readonly KeyForm[] = ['weierstrass', 'weierstrass-spki-explicit', 'weierstrass-spki-named'];
    for (const keyForm of forms) {
      const keyValue = writePublicKey(pair, keyForm).toString('base64');
      assert.deepEqual(inspectKeyMaterial(material({ keyValue })), {
        fact: {
          flaws: [],
          expiresAt: Date.UTC(2099, 11, 31, 23, 59, 59),
          keyForm,
          keyDigest: sha256(toLittleEndian(toMontgomery(readPoint(pair.publicKey).x))),
          nonceBytes: 32,
          nonceDigest: sha256(nonce),
        },
        key: { curve: 'weierstrass', keyForm, publicKey: pair.publicKey },
        nonce,
      });
    }
  });

  it('has one digest for one private number, on whichever form of the curve it serves', () => {
    const raw = randomKeyPair('x25519');
    const number = Buffer.from(raw.privateKey).reverse();
    // As RFC 7748, section 5, makes a number of the bytes.
    number.writeUInt8((number.readUInt8(0) & 0x7f) | 0x40, 0);
    number.writeUInt8(number.readUInt8(31) & 0xf8, 31);
    const point = keyPairFrom('weierstrass', toBigEndian(fromBigEndian(number) % groupOrder));
    const [one, other] = [raw, point].map(
      ({ publicKey }) =>
        inspectKeyMaterial(material({ keyValue: publicKey.toString('base64') })).fact.keyDigest,
    );
    assert.ok(one !== undefined);
    assert.equal(one, other);
  });

  it('has flaws in words, with the member and what stood there', () => {
    assert.deepEqual(flaws({}), [
      '/cryptoAlg is missing',
      '/curve is missing',
      '/dhPublicKey is missing',
      '/nonce is missing',
    ]);
    assert.deepEqual(
      flaws(material({ expiry: 'tomorrow', keyValue: 'AAA', nonce: 'AAAA', parameters: '' })),
      [
        '/dhPublicKey/parameters must not be empty, is an empty string',
        '/dhPublicKey/keyValue must be standard, padded Base64, is a string of 3 characters',
        '/nonce must be the standard, padded Base64 of 32 bytes: 44 characters, is a string of 4 characters',
        '/dhPublicKey/expiry must be an ISO-8601 date-time in UTC, is a string of 8 characters',
      ],
    );
    assert.deepEqual(flaws({ ...material(), cryptoAlg: 'RSA' }), ['/cryptoAlg must be "ECDH", is "RSA"']);
  });

  it('says what another name of the algorithm or the curve stands for', () => {
    const named = (cryptoAlg: unknown, curve: unknown) =>
      inspectKeyMaterial({ ...material(), cryptoAlg, curve }).fact.otherNames;
    assert.equal(named('ECDH', 'Curve25519'), undefined);
    assert.equal(named('', undefined), undefined);
    assert.deepEqual(named('ecdh', 'P-256'), { cryptoAlg: 'the scheme', curve: 'another scheme' });
    assert.deepEqual(named('ECDH', 'mine'), { curve: 'unknown' });
  });

  it('never makes the inspection throw', () => {
    for (const odd of [null, 5, 'text', [], { dhPublicKey: null }, { dhPublicKey: 'x', nonce: {} }])
      assert.ok(flaws(odd as ReceivedKeyMaterial).length > 0);
  });
});

describe('an expiry', () => {
  it('is an instant in UTC, with or without a fraction', () => {
    const second = Date.UTC(2030, 1, 28, 1, 2, 3);
    assert.equal(expiresAt('2030-02-28T01:02:03Z'), second);
    assert.equal(expiresAt('2030-02-28T01:02:03.5Z'), second + 500);
    assert.equal(expiresAt('2030-02-28T01:02:03.123456789Z'), second + 123);
    for (const expiry of ['2030-02-28T01:02:03+00:00', '20300228T010203Z', '2030-02-28T01:02:03,000+0000']) {
      assert.deepEqual(flaws(material({ expiry })), [], expiry);
      assert.equal(expiresAt(expiry), second, expiry);
    }
  });

  it('is on the calendar', () => {
    for (const expiry of [
      '2030-02-29T00:00:00Z',
      '2030-04-31T00:00:00Z',
      '2030-01-15T12:00:60Z',
      '2030-02-30T01:01:01Z',
    ]) {
      assert.deepEqual(flaws(material({ expiry })), ['/dhPublicKey/expiry names no instant of the calendar']);
    }
    assert.equal(expiresAt('2028-02-29T00:00:00Z'), Date.UTC(2028, 1, 29));
  });

  it('may be a leap second where there can be one', () => {
    assert.equal(expiresAt('2030-12-31T23:59:60Z'), Date.UTC(2031, 0, 1));
    assert.equal(expiresAt('2030-06-30T23:59:60Z'), Date.UTC(2030, 6, 1));
    assert.equal(flaws(material({ expiry: '2030-03-31T23:59:60Z' })).length, 1);
  });

  it('is in no other form', () => {
    for (const [expiry, meant] of [
      ['2030-02-28T01:02:03+05:30', Date.UTC(2030, 1, 27, 19, 32, 3)],
      ['2030-02-28T01:02:03', new Date(2030, 1, 28, 1, 2, 3).getTime()],
      ['2030-02-28', Date.UTC(2030, 1, 28)],
      [1893456000, 1893456000000],
      ['1893456000000', 1893456000000],
      [null, undefined],
      ['in half an hour', undefined],
    ] as const) {
      assert.equal(flaws(material({ expiry })).length, 1);
      assert.equal(expiresAt(expiry), meant, 'what it means is known all the same');
    }
  });
});

describe('the key and the nonce', () => {
  const inspected = (change: Parameters<typeof material>[0]) => inspectKeyMaterial(material(change));

  it('have a reason where the key cannot be used', () => {
    const low = smallOrderPublicKeys('weierstrass')[0]?.bytes ?? Buffer.alloc(0);
    for (const [bytes, reason] of [
      [offCurvePoint(), 'off the curve'],
      [low, 'of low order'],
      [Buffer.alloc(31, 1), '31 bytes'],
    ] as const) {
      const { fact, key } = inspected({ keyValue: bytes.toString('base64') });
      assert.deepEqual(
        [fact.keyFlaw, fact.keyForm, fact.keyDigest, key],
        [reason, undefined, undefined, undefined],
      );
    }
  });

  it('may be a compressed point, by itself or in an SPKI', () => {
    // Both signs are met among eight.
    for (const { publicKey } of Array.from({ length: 8 }, () => randomKeyPair('weierstrass'))) {
      const sign = Buffer.of(2 + ((publicKey.at(-1) ?? 0) & 1));
      const compressed = Buffer.concat([sign, publicKey.subarray(1, 33)]);
      const named = Buffer.from('303b301506072a8648ce3d0201060a2b060104019755010501032200', 'hex');
      for (const [bytes, keyForm] of [
        [compressed, 'weierstrass'],
        [Buffer.concat([named, compressed]), 'weierstrass-spki-named'],
      ] as const) {
        const { fact, key } = inspected({ keyValue: bytes.toString('base64') });
        assert.deepEqual([fact.flaws, fact.keyFlaw, fact.keyForm], [[], undefined, keyForm]);
        assert.deepEqual(key?.publicKey, publicKey);
        assert.equal(fact.keyDigest, inspected({ keyValue: publicKey.toString('base64') }).fact.keyDigest);
      }
    }
  });

  it('have a reason where they are written otherwise, and the key is made out all the same', () => {
    for (const { publicKey } of Array.from({ length: 8 }, () => randomKeyPair('weierstrass'))) {
      const explicit = writePublicKey({ curve: 'weierstrass', publicKey }, 'weierstrass-spki-explicit');
      for (const [bytes, reason] of [
        [publicKey.subarray(1), 'a point without the byte 04 before its coordinates'],
        [Buffer.concat([Buffer.of(65), publicKey]), '66 bytes'],
        [Buffer.concat([Buffer.of(explicit.length & 0xff), explicit]), `${explicit.length + 1} bytes`],
      ] as const) {
        const { fact, key } = inspected({ keyValue: bytes.toString('base64') });
        assert.deepEqual([fact.keyFlaw, key?.publicKey], [reason, publicKey]);
      }
    }
  });

  it('are standard, padded, canonical Base64', () => {
    const canonical = pair.publicKey.toString('base64');
    for (const keyValue of [
      canonical.replace(/=+$/, ''),
      `${canonical}\n`,
      pair.publicKey.toString('hex'),
      7,
    ]) {
      const { fact, key } = inspected({ keyValue });
      assert.equal(fact.keyForm, undefined);
      assert.match(fact.flaws.join(), /keyValue/);
      // How it is written is a flaw; which key it is can be made out all the same.
      assert.deepEqual(key?.publicKey, typeof keyValue === 'number' ? undefined : pair.publicKey);
    }
    // The last character before the padding carries four bits that stand for nothing.
    const loose = nonce.toString('base64').replace(/.=$/, 'V=');
    assert.deepEqual(
      [inspected({ nonce: loose }).nonce, inspected({ nonce: loose }).fact.flaws.length],
      [nonce, 1],
    );
  });

  it('are told with their lengths, whatever these are', () => {
    const { fact, nonce: short } = inspected({ nonce: Buffer.alloc(31).toString('base64') });
    assert.deepEqual([fact.nonceBytes, fact.flaws.length, short?.length], [31, 1, 31]);
  });
});
