import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uncheckedSecret } from '../../mutants/integrator/transfer/points';
import type { CurveForm } from '../../support/contract/readings';
import type { KeyPair } from '../../support/crypto/node/transfer';
import { codingOf, deriveKey, keyPairFrom, mixNonces, open } from '../../support/crypto/node/transfer';
import { fromBigEndian, toBigEndian } from '../../support/crypto/node/transfer/field';
import type { DecryptAsk } from '../../support/cases/ask';
import { generateHipAsks } from '../../support/cases/hip-asks';
import { givenKeyRefusalAsks, openTransferAsks } from '../../support/cases/hiu-asks';
import { TestData } from '../../support/cases/test-data';
import { codingIn as recordedCoding } from '../../support/scenarios/integrator/transfer/inspect';
import { randomBytes, randomKeyPair } from '../seed';

const data = new TestData(1);
const nonce = randomBytes(32);

/** A key of the client's own that is so much above a multiple of eight. */
function keyWith(rest: bigint): KeyPair {
  const scalar = fromBigEndian(randomKeyPair('weierstrass').privateKey);
  return keyPairFrom('weierstrass', toBigEndian((scalar & ~7n) | rest));
}

const opened = ({ publicKey }: KeyPair, form: CurveForm = 'weierstrass'): DecryptAsk[] =>
  openTransferAsks('transfer-1', { peer: { publicKey, nonce }, form }, [form], data);

/** What a client reads that checks neither the curve nor the order of a point. */
function readUnchecked({ to, keyMaterial, content }: DecryptAsk, own?: KeyPair): string | undefined {
  const given = 'recipient' in to ? to.recipient : undefined;
  const privateKey = given === undefined ? own?.privateKey : Buffer.from(given.privateKey, 'base64');
  const ownNonce = given === undefined ? nonce : Buffer.from(given.nonce, 'base64');
  const key = Buffer.from(keyMaterial.dhPublicKey.keyValue, 'base64');
  if (privateKey === undefined || key.length < 65) return undefined;
  try {
    const { salt, iv } = mixNonces(ownNonce, Buffer.from(keyMaterial.nonce, 'base64'));
    const secret = uncheckedSecret(privateKey, key.subarray(-65));
    return open(deriveKey(secret, salt), iv, Buffer.from(content, 'base64')).toString();
  } catch {
    return undefined;
  }
}

/** The bad keys with which such a client opens a content, each once. */
const temptedBy = (asks: readonly DecryptAsk[], own?: KeyPair): string[] => {
  const tempted = asks.filter(
    (ask) => ask.asked.variant.startsWith('bad key: ') && readUnchecked(ask, own) === ask.bundle.text,
  );
  return [...new Set(tempted.map(({ asked }) => asked.variant.replace(/^bad key: (of low order: )?/, '')))];
};

const points = ['a point of order 2', 'a point of order 4', 'a point of order 8', 'another point of order 8'];

describe('a client that checks no point', () => {
  for (const [rest, from] of [
    [1n, 0],
    [3n, 0],
    [5n, 0],
    [7n, 0],
    [2n, 1],
    [6n, 1],
    [4n, 2],
    [0n, 4],
  ] as const)
    it(`opens what tempts it where its own private key is 8k + ${rest}, unless its multiple is infinity`, () => {
      const own = keyWith(rest);
      const asks = opened(own).filter(({ to }) => 'transferId' in to);
      assert.deepEqual(temptedBy(asks, own), points.slice(from));
    });

  it('opens it whatever its own private key is: it is given an odd one and an even one as well', () => {
    for (const form of ['weierstrass', 'weierstrass-spki'] as const)
      for (const asks of [opened(keyWith(0n), form), givenKeyRefusalAsks(form, [form], data)])
        assert.deepEqual(
          temptedBy(asks.filter(({ to }) => 'recipient' in to)).sort(),
          [...points, 'off the curve'].sort(),
          form,
        );
  });
});

describe('the private keys that an HIU is given', () => {
  const keysOf = (seed: number): string[] =>
    givenKeyRefusalAsks('weierstrass', ['weierstrass'], new TestData(seed)).flatMap(({ to }) =>
      'recipient' in to ? [to.recipient.privateKey] : [],
    );

  it('follow from the seed of the run', () => {
    assert.deepEqual(keysOf(5), keysOf(5));
    assert.notDeepEqual(keysOf(5), keysOf(6));
  });

  it('are odd and even, and an even one is no multiple of four: only of a point of order 2 it makes infinity', () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const rests = keysOf(seed).map((key) => (Buffer.from(key, 'base64').at(-1) ?? 0) % 4);
      assert.ok(rests.some((rest) => rest % 2 === 1) && rests.includes(2), `seed ${seed}`);
    }
  });
});

describe('a point of low order that an HIP is given', () => {
  it('comes so often that keys which make infinity of it are no excuse', () => {
    const variants = [...generateHipAsks(['weierstrass'], data, {})].map(({ asked }) => asked.variant);
    const counts = points.map((point) => variants.filter((each) => each.endsWith(`: ${point}`)).length);
    assert.deepEqual(counts, [6, 3, 2, 2]);
  });
});

describe('a changed or bad key in an SPKI', () => {
  const isOfCoding = ({ asked: { variant } }: { readonly asked: { readonly variant: string } }): boolean =>
    /^changed key|of order|off the curve/.test(variant);
  const codingIn = ({ keyMaterial }: Pick<DecryptAsk, 'keyMaterial'>): string =>
    codingOf(Buffer.from(keyMaterial.dhPublicKey.keyValue, 'base64'));

  it('has the coding of its valid twin', () => {
    const codings = new Set<string>();
    for (let turn = 0; turn < 4; turn += 1)
      for (const asks of [
        [...generateHipAsks(['weierstrass-spki'], data, {})],
        givenKeyRefusalAsks('weierstrass-spki', ['weierstrass-spki'], data),
      ]) {
        const twins = new Map(
          asks
            .filter(({ asked }) => asked.part === 'valid')
            .map((each) => [each.asked.round, codingIn(each)]),
        );
        const spoilt = asks.filter(isOfCoding);
        assert.ok(spoilt.length > 4);
        for (const each of asks)
          if (each.asked.part === 'negative' && !isOfCoding(each))
            assert.deepEqual(recordedCoding(each), {}, each.asked.variant);
        for (const each of spoilt) {
          assert.equal(codingIn(each), twins.get(each.asked.round), each.asked.variant);
          codings.add(codingIn(each));
          assert.equal(recordedCoding(each).coding, codingIn(each));
        }
      }
    assert.equal(codings.size, 2);
  });
});
