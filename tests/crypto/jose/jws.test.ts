import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, sign, verify } from 'node:crypto';
import { test } from 'node:test';
import type { JWTPayload } from 'jose';
import { defaultReadings } from '../../../support/contract/readings';
import { callbackSignatures } from '../../../support/contract/readings/payer';
import type { JwsRules, PublishedKey } from '../../../support/crypto/jose/jws';
import { verifyCallbackToken, verifyJws } from '../../../support/crypto/jose/jws';
import type { KeyObjectPair } from '../../../support/mock/keys';
import { createTokenIssuer } from '../../../support/mock/token-issuer';

const now = new Date('2026-11-21T09:30:00Z');
const second = now.getTime() / 1000;
const rules: JwsRules = {
  algorithms: callbackSignatures,
  issuer: null,
  audience: null,
  leeway: 60,
  now,
};

const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ofTokens = generateKeyPairSync('rsa', { modulusLength: 2048 });

function pairFor(alg: string): KeyObjectPair {
  const namedCurve = curves[alg];
  return namedCurve === undefined ? rsa : generateKeyPairSync('ec', { namedCurve });
}

/** How the platform signs and verifies: not by the library that the judge uses. */
const formOf = (alg: string) =>
  alg.startsWith('ES')
    ? ({ dsaEncoding: 'ieee-p1363' } as const)
    : alg.startsWith('PS')
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(header: { alg: string; kid?: string }, claims: JWTPayload, pair: KeyObjectPair): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const key = { key: pair.privateKey, ...formOf(header.alg) };
  return `${input}.${sign(`sha${header.alg.slice(2)}`, Buffer.from(input), key).toString('base64url')}`;
}

const published = (pair: KeyObjectPair, more: object = {}): PublishedKey[] => [
  { ...pair.publicKey.export({ format: 'jwk' }), kid: 'one', ...more },
];

for (const alg of callbackSignatures)
  test(`${alg} of the platform verifies, and that of another key does not`, async () => {
    const pair = pairFor(alg);
    const jwt = signed({ alg, kid: 'one' }, { exp: second + 60 }, pair);
    assert.deepEqual(await verifyJws(jwt, published(pair), rules), { valid: true });
    const other = alg.startsWith('ES') ? pairFor(alg) : generateKeyPairSync('rsa', { modulusLength: 2048 });
    assert.equal((await verifyJws(jwt, published(other), rules)).flaw, 'its signature does not fit');
  });

for (const algorithm of callbackSignatures)
  test(`what the mock signs by ${algorithm} is verified by the platform`, async () => {
    const keys = pairFor(algorithm);
    const issuer = await createTokenIssuer({
      keys: ofTokens,
      callbacks: { algorithm, keys },
      clock: () => now.getTime(),
    });
    const jwt = await issuer.issue({ clientId: 'gateway' }, 'callback', 300);
    const [header = '', payload = '', signature = ''] = jwt.split('.');
    const key = { key: keys.publicKey, ...formOf(algorithm) };
    const input = Buffer.from(`${header}.${payload}`);
    assert.ok(verify(`sha${algorithm.slice(2)}`, input, key, Buffer.from(signature, 'base64url')));
    const all = (await issuer.jwks()).keys as PublishedKey[];
    assert.deepEqual(await verifyJws(jwt, all, rules), { valid: true });
    assert.equal(await issuer.verify(await issuer.issue({ clientId: 'x' }, 'access', 300)), 'valid');
  });

test('a right JWT of an algorithm that was not agreed on is not judged, and a wrong one is', async () => {
  const pair = pairFor('ES256');
  const jwt = signed({ alg: 'ES256', kid: 'one' }, {}, pair);
  const agreed = { ...rules, algorithms: ['RS256'] };
  const { valid, flaw, unjudged } = await verifyJws(jwt, published(pair), agreed);
  assert.deepEqual([valid, flaw], [false, undefined]);
  assert.match(unjudged ?? '', /alg is ES256, and the reading callback-jwt names RS256/);
  const foreign = await verifyJws(jwt, published(pairFor('ES256')), agreed);
  assert.equal(foreign.flaw, 'its signature does not fit');
});

test('an algorithm that no reading offers is not judged; one that anybody can sign by is refused', async () => {
  for (const alg of ['EdDSA', 'ES256K', 'RSA1_5']) {
    const verdict = await verifyJws(`${encode({ alg, kid: 'one' })}.${encode({})}.AAAA`, [], rules);
    assert.match(verdict.unjudged ?? '', new RegExp(`its alg ${alg} `));
    assert.equal(verdict.flaw, undefined);
  }
  for (const alg of ['none', 'None', 'HS256'])
    assert.deepEqual(await verifyJws(`${encode({ alg, kid: 'one' })}.${encode({})}.`, [], rules), {
      valid: false,
      flaw: `its alg is ${alg}`,
    });
});

test('exp is optional, and the leeway counts to the second', async () => {
  const told = async (claims: JWTPayload, leeway = 60) => {
    const { valid, flaw } = await verifyJws(
      signed({ alg: 'RS256', kid: 'one' }, claims, rsa),
      published(rsa),
      { ...rules, leeway },
    );
    return valid ? 'valid' : flaw;
  };
  assert.equal(await told({}), 'valid');
  assert.equal(await told({ exp: second - 59 }), 'valid');
  assert.equal(await told({ exp: second - 60 }), 'it has expired');
  assert.equal(await told({ nbf: second + 60 }), 'valid');
  assert.equal(await told({ nbf: second + 61 }), 'it is not valid yet');
  assert.equal(await told({ exp: second }, 0), 'it has expired');
  assert.equal(await told({ exp: 'soon' } as unknown as JWTPayload), 'its exp is not what RFC 7519 says');
});

test('only the compact form is a JWT, whatever the library takes', async () => {
  const jwt = signed({ alg: 'RS256', kid: 'one' }, {}, rsa);
  assert.deepEqual(await verifyJws(jwt, published(rsa), rules), { valid: true });
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  // 256 bytes leave four bits of the last letter over.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = letters[letters.indexOf(signature.slice(-1)) + 1] ?? '';
  const overlong = `${header}.${claims}.${signature.slice(0, -1)}${last}`;
  assert.ok(Buffer.from(overlong, 'base64url').equals(Buffer.from(jwt, 'base64url')));
  const padded = [`${header}=.${claims}.${signature}`, `${header}.${claims}==.${signature}`];
  const ended = [`${jwt}\n`, `${jwt}\r\n`, `${jwt}=`, `${jwt}==`, `${jwt}=\n`, `${jwt}.`];
  for (const text of [...ended, ...padded, overlong, ` ${jwt}`, 'a.b.c', ''])
    assert.equal((await verifyJws(text, published(rsa), rules)).flaw, 'no JWT', JSON.stringify(text));
});

test('a key for something else verifies nothing', async () => {
  const jwt = signed({ alg: 'RS256', kid: 'one' }, {}, rsa);
  const told = async (keys: readonly PublishedKey[], of = jwt) => (await verifyJws(of, keys, rules)).flaw;
  assert.equal(await told(published(rsa, { use: 'enc' })), 'the key with its kid is for something else');
  assert.equal(await told(published(rsa, { alg: 'RS512' })), 'the key with its kid is for something else');
  assert.equal(await told(published(pairFor('ES256'))), 'the key with its kid cannot verify it');
  assert.equal(await told([...published(rsa), ...published(rsa)]), 'two published keys have its kid');
  assert.equal(await told([]), 'no published key has its kid');
});

test('any published key may verify a JWT without kid', async () => {
  const [own, foreign] = [rsa, generateKeyPairSync('rsa', { modulusLength: 2048 })];
  const other = published(foreign).map((key) => ({ ...key, kid: 'two' }));
  const verify = (of: typeof rsa, claims: JWTPayload = {}, keys = published(own)) =>
    verifyJws(signed({ alg: 'RS256' }, claims, of), keys, rules);
  const valid = { valid: true, withoutKid: true };
  assert.deepEqual(await verify(own), valid);
  assert.deepEqual(
    await verify(own, {}, [...other, ...published(pairFor('ES256')), ...published(own)]),
    valid,
  );
  assert.deepEqual(await verify(own, { exp: second - 60 }), { valid: false, flaw: 'it has expired' });
  const unverified = { valid: false, flaw: 'it has no kid, and no published key verifies it' };
  assert.deepEqual(await verify(foreign), unverified);
  assert.deepEqual(await verify(own, {}, []), unverified);
  assert.deepEqual(await verify(own, {}, [...published(own, { use: 'enc' })]), unverified);
});

test('a bearer credential is one token', async () => {
  const jwt = signed({ alg: 'RS256', kid: 'one' }, {}, rsa);
  const flawOf = async (value: string) =>
    (await verifyCallbackToken([['authorization', value]], defaultReadings, published(rsa))).flaw;
  for (const right of [`Bearer ${jwt}`, `bearer  ${jwt} `]) assert.equal(await flawOf(right), undefined);
  for (const wrong of [`Bearer ${jwt} more`, `Bearer ${jwt} ${jwt}`, `Bearer ${jwt}, more`])
    assert.equal(await flawOf(wrong), 'no JWT');
  for (const none of ['Bearer', 'Bearer ', jwt, `JWT ${jwt}`])
    assert.equal(await flawOf(none), 'no JWT in Authorization');
});
