import assert from 'node:assert/strict';
import { createHmac, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { test } from 'node:test';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import type { Mock } from '../../support/mock/start-mock';
import { tokenRefused } from '../../support/mock/stimuli';
import { randomUUID } from '../seed';
import { sendExactRequest, newSession, registryCertificate } from './ask';
import { assertRefused } from './envelope';
import { movableClock, runningMock } from './running-mock';

interface KeySet {
  readonly keys: (JsonWebKey & { readonly kid: string })[];
}

async function publishedKeys(mock: Mock): Promise<KeySet> {
  const answer = await sendExactRequest(`${mock.urls.gateway}/api/hiecm/gateway/v3/certs`, {
    ca: mock.ca ?? '',
  });
  assert.equal(answer.status, 200);
  return JSON.parse(answer.text) as KeySet;
}

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const parts = (token: string) => token.split('.') as [header: string, payload: string, signature: string];

test('tokens verify with jose against the published keys', async (t) => {
  const mock = await runningMock(t);
  const session = await newSession(mock);
  const keys = createLocalJWKSet(await publishedKeys(mock));
  const options = { algorithms: ['RS256'], typ: 'JWT' };
  const access = (await jwtVerify(session.accessToken, keys, options)).payload;
  const refresh = (await jwtVerify(session.refreshToken, keys, options)).payload;
  assert.equal((access.exp ?? 0) - (access.iat ?? 0), 1200);
  assert.equal((refresh.exp ?? 0) - (refresh.iat ?? 0), 1800);
  assert.ok(Math.abs((access.iat ?? 0) * 1000 - Date.now()) < 60_000);
  assert.equal(access.sub, mock.account.clientId);
  const ids = [
    access.jti,
    refresh.jti,
    (await jwtVerify((await newSession(mock)).accessToken, keys)).payload.jti,
  ];
  assert.equal(new Set(ids).size, 3);
});

test('tokens verify with node:crypto against the published key of their kid', async (t) => {
  const mock = await runningMock(t);
  const { accessToken } = await newSession(mock);
  const [header, payload, signature] = parts(accessToken);
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const jwk = (await publishedKeys(mock)).keys.find((key) => key.kid === kid);
  assert.ok(jwk);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = (text: string) =>
    verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  assert.equal(signed(`${header}.${payload}`), true);
  assert.equal(signed(`${header}.${payload}x`), false);
});

test('the published keys hold no private part and their kid is the thumbprint', async (t) => {
  const { keys } = await publishedKeys(await runningMock(t));
  assert.deepEqual(
    keys.map((key) => Object.keys(key).sort()),
    [
      ['alg', 'e', 'kid', 'kty', 'n', 'use'],
      ['alg', 'e', 'kid', 'kty', 'n', 'use'],
    ],
  );
  assert.match(keys[0]?.kid ?? '', /^[\w-]{43}$/);
});

test('a token is accepted until it expires, and not after', async (t) => {
  const clock = movableClock();
  const mock = await runningMock(t, { seams: { clock: clock.now } });
  const { accessToken, expiresIn } = await newSession(mock);
  for (let i = 0; i < 2; i += 1) assert.equal((await registryCertificate(mock, accessToken)).status, 200);
  clock.forward(expiresIn - 2);
  assert.equal((await registryCertificate(mock, accessToken)).status, 200);
  clock.forward(3);
  assert.match(assertRefused(await registryCertificate(mock, accessToken), 401), /expired/);
});

test('what is not an access token of this mock is refused', async (t) => {
  const mock = await runningMock(t);
  const other = await runningMock(t);
  const { accessToken, refreshToken } = await newSession(mock);
  const [header, payload, signature] = parts(accessToken);
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const later = base64url(JSON.stringify({ ...claims, exp: 4_000_000_000 }));
  const hmacHeader = base64url(JSON.stringify({ ...decodeProtectedHeader(accessToken), alg: 'HS256' }));
  const publicPem = mock.keys.tokens.publicKey.export({ type: 'spki', format: 'pem' });
  const hmac = createHmac('sha256', publicPem).update(`${hmacHeader}.${payload}`).digest('base64url');
  const forged = {
    refresh: refreshToken,
    'of another mock': (await newSession(other)).accessToken,
    'longer-lived': `${header}.${later}.${signature}`,
    unsigned: `${base64url('{"alg":"none","typ":"JWT"}')}.${payload}.`,
    'signed with the public key as a secret': `${hmacHeader}.${payload}.${hmac}`,
    'without signature': `${header}.${payload}`,
    random: randomUUID(),
  };
  for (const [name, token] of Object.entries(forged)) {
    assert.match(assertRefused(await registryCertificate(mock, token), 401), /invalid/, name);
  }
  assert.equal((await registryCertificate(mock, accessToken)).status, 200);
});

test('a token is refused once, and a request without one does not count', async (t) => {
  const mock = await runningMock(t);
  const { accessToken } = await newSession(mock);
  mock.stimuli.play(tokenRefused);
  const statuses: number[] = [];
  for (const changes of [{ Authorization: undefined }, {}, {}]) {
    statuses.push((await registryCertificate(mock, accessToken, changes)).status);
  }
  assert.deepEqual(statuses, [401, 401, 200]);
});
