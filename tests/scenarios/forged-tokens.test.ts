import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { resolveReadings, defaultReadings } from '../../support/contract/readings';
import { verifyJws } from '../../support/crypto/jose/jws';
import { createForgedJwts } from '../../support/scenarios/integrator/payer/callbacks';
import { generateRsaKeyPair } from '../../support/mock/keys';
import { runningMock } from '../mock/running-mock';

const parties = { issuer: 'https://gateway.test', audience: 'the provider' };
const readings = resolveReadings({
  'callback-jwt': { ...defaultReadings['callback-jwt'], ...parties },
});

test('each forgery is refused by two verifiers, for one reason of its own; the valid one is not', async (t) => {
  const { tokens, keys } = await runningMock(t);
  const valid = await tokens.issue({ clientId: 'gateway', ...parties }, 'callback', 300);
  const published = await tokens.jwks();
  const rules = { algorithms: ['RS256'], ...parties, leeway: 60, now: new Date() };
  const byJose = (jwt: string) =>
    jwtVerify(jwt, createLocalJWKSet(published), { ...rules, currentDate: rules.now });
  await byJose(valid);
  assert.deepEqual(await verifyJws(valid, published.keys, rules), { valid: true });

  const foreign = await generateRsaKeyPair();
  const made = await createForgedJwts({ valid, own: keys.tokens, foreign, readings });
  const flaws = new Map<string, string | undefined>();
  for (const { variant, token } of made) {
    if (token === undefined) continue;
    await assert.rejects(byJose(token), variant);
    const verdict = await verifyJws(token, published.keys, rules);
    assert.equal(verdict.valid, false, variant);
    flaws.set(variant, verdict.flaw);
  }
  assert.deepEqual(Object.fromEntries(flaws), {
    'expired long ago': 'it has expired',
    'not yet valid (nbf)': 'it is not valid yet',
    'tampered payload': 'its signature does not fit',
    'tampered signature': 'its signature does not fit',
    'signed by a foreign key': 'its signature does not fit',
    'unknown kid': 'no published key has its kid',
    'foreign key in its own jwk header': 'its signature does not fit',
    'alg none': 'its alg is none',
    'HMAC with the public key': 'its alg is HS256',
    'another audience': 'it is meant for another audience',
    'another issuer': 'it has another issuer',
  });
});

test('a forgery differs from the valid token in what it names', async (t) => {
  const { tokens, keys } = await runningMock(t);
  const valid = await tokens.issue({ clientId: 'gateway' }, 'callback', 300);
  const foreign = await generateRsaKeyPair();
  const made = await createForgedJwts({ valid, own: keys.tokens, foreign, readings: defaultReadings });
  assert.deepEqual(
    made.map(({ variant }) => variant).filter((each) => /audience|issuer/.test(each)),
    [],
  );
  const changed: Readonly<Record<string, readonly string[]>> = {
    'expired long ago': ['exp', 'iat'],
    'not yet valid (nbf)': ['exp', 'nbf'],
    'tampered payload': ['sub'],
    'signed by a foreign key': [],
    'unknown kid': ['kid'],
    'foreign key in its own jwk header': ['jwk'],
    'alg none': ['alg'],
    'HMAC with the public key': ['alg'],
  };
  const membersOf = (token: string) =>
    ({ ...decodeJwt(token), ...decodeProtectedHeader(token) }) as Record<string, unknown>;
  const right = membersOf(valid);
  for (const [variant, names] of Object.entries(changed)) {
    const members = membersOf(made.find((each) => each.variant === variant)?.token ?? '');
    const all = [...new Set([...Object.keys(members), ...Object.keys(right)])];
    const other = all.filter((name) => JSON.stringify(members[name]) !== JSON.stringify(right[name]));
    assert.deepEqual(other.sort(), names, variant);
  }
});
