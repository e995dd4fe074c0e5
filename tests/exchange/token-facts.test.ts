import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncryptJWT, SignJWT, UnsecuredJWT } from 'jose';
import type { TokenFact } from '../../support/exchange/facts';
import { readToken } from '../../support/exchange/facts';
import { jsonBody } from '../../support/exchange/exchange';
import { randomBytes } from '../seed';
import { rawWithResponse, rawWithRequest, jwt, recorderKnowing } from './planting';

const read = (token: string): Omit<TokenFact, 'pseudonym'> => {
  const { pseudonym, ...fact } = readToken(token, '[access-token-1]');
  assert.equal(pseudonym, '[access-token-1]');
  return fact;
};
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const key = randomBytes(32);

test('a signed JWT tells its algorithm, issue and expiry', async () => {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(1000)
    .setExpirationTime(2200)
    .sign(key);
  assert.deepEqual(read(token), { jwt: true, algorithm: 'HS256', issuedAt: 1000, expiresAt: 2200 });
  const bare = await new SignJWT({ exp: 'soon' as unknown as number })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(key);
  assert.deepEqual(read(bare), { jwt: true, algorithm: 'HS256' });
  const beyond = Buffer.from('{"iat":-1e400,"exp":1e400}').toString('base64url');
  assert.deepEqual(read(`${part({ alg: 'HS256' })}.${beyond}.c2ln`), { jwt: true, algorithm: 'HS256' });
});

test('an encrypted JWT is one, though its claims cannot be read', async () => {
  const token = await new EncryptJWT({}).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key);
  assert.equal(token.split('.').length, 5);
  assert.deepEqual(read(token), { jwt: true, algorithm: 'dir', encrypted: true });
  assert.deepEqual(read('e30.a.b.c.d'), { jwt: false, flaw: 'its header names no alg' });
  assert.deepEqual(read('!.a.b.c.d'), { jwt: false, flaw: 'its header is not a base64url JSON object' });
});

test('an unsecured JWT is one too, if its alg says none', () => {
  const token = new UnsecuredJWT({}).setExpirationTime(2200).encode();
  assert.deepEqual(read(token), { jwt: true, algorithm: 'none', expiresAt: 2200 });
});

test('what is no JWT says why', async () => {
  const [header = '', claims = '', signature = ''] = (await jwt()).split('.');
  const unreadable = 'its header or claims are not base64url JSON objects';
  const cases: readonly (readonly [token: string, flaw: string])[] = [
    ['opaque', '1 dot-separated parts, not 3'],
    ['', 'an empty text'],
    [`${header}.${claims}`, '2 dot-separated parts, not 3'],
    [`${header}.${claims}.${signature}.x`, '4 dot-separated parts, not 3'],
    [`${header}.${claims}.`, 'alg HS256, but no signature'],
    [`${part({ typ: 'JWT' })}.${claims}.${signature}`, 'its header names no alg'],
    [`${part({ alg: 5 })}.${claims}.${signature}`, 'its header names no alg'],
    [`${part('text')}.${claims}.${signature}`, unreadable],
    [`a!b.${claims}.${signature}`, unreadable],
    [`${header}.${part([1])}.${signature}`, unreadable],
    [`${header}.${part('text')}.${signature}`, unreadable],
    [`${header}.${Buffer.from('{"a":').toString('base64url')}.${signature}`, unreadable],
    [`${header}..${signature}`, unreadable],
    ['..', unreadable],
  ];
  for (const [token, flaw] of cases) assert.deepEqual(read(token), { jwt: false, flaw }, token);
});

test('a token has one pseudonym wherever it is seen, and none where it is no token', async () => {
  const [access, refresh] = [await jwt(), await jwt()];
  const record = recorderKnowing();
  const body = { accessToken: access, refreshToken: refresh, expiresIn: 1200 };
  const session = record({ ...rawWithResponse(JSON.stringify(body)), operation: 'session.create' });
  const use = record({
    request: {
      method: 'GET',
      url: 'https://a.example/',
      headers: [
        ['authorization', `bearer  ${access}`],
        ['BEARER_AUTH', `Bearer ${refresh}`],
      ],
    },
  });
  const tokens = session.facts.tokens ?? {};
  assert.deepEqual(Object.keys(tokens), ['response:/accessToken', 'response:/refreshToken']);
  const [first, second] = Object.values(tokens).map(({ pseudonym }) => pseudonym);
  assert.match(`${first} ${second}`, /^~[\w-]{14} ~[\w-]{14}$/);
  assert.notEqual(first, second);
  assert.equal(use.facts.tokens?.['request:authorization']?.pseudonym, first);
  assert.equal(use.facts.tokens?.['request:bearer_auth']?.pseudonym, second);
  assert.deepEqual(jsonBody(session.response), {
    accessToken: `‹jwt, ${access.length}, ${first}›`,
    refreshToken: `‹jwt, ${refresh.length}, ${second}›`,
    expiresIn: 1200,
  });
  for (const text of ['not JSON', '[]', '{"accessToken":5}', '{"accessToken":null}'])
    assert.equal(
      record({ ...rawWithResponse(text), operation: 'session.create' }).facts.tokens,
      undefined,
      text,
    );
  const empty = record({ ...rawWithResponse('{"refreshToken":""}'), operation: 'session.create' });
  assert.equal(empty.facts.tokens?.['response:/refreshToken']?.flaw, 'an empty text');
  assert.equal(record(rawWithResponse(JSON.stringify(body))).facts.tokens, undefined);
  const own = record({ ...rawWithResponse(JSON.stringify(body)), service: 'registry' });
  assert.equal(
    own.facts.tokens?.['response:/accessToken']?.pseudonym,
    first,
    'the registry has its own sessions',
  );
});

test('a token that is given with its scheme is the one that is sent, with one scheme or two', async () => {
  const record = recorderKnowing();
  const token = await jwt();
  const body = JSON.stringify({ accessToken: `Bearer ${token}` });
  const given = record({ ...rawWithResponse(body), operation: 'session.create' }).facts.tokens;
  for (const sent of [`Bearer ${token}`, `Bearer Bearer ${token}`]) {
    const used = record(rawWithRequest('https://a.example/', [['Authorization', sent]])).facts.tokens;
    assert.equal(
      used?.['request:authorization']?.pseudonym,
      given?.['response:/accessToken']?.pseudonym,
      sent,
    );
  }
});

test('a known token is found among other text in a header, of which only the size is kept', async () => {
  const [access, other] = [await jwt(), await jwt()];
  const record = recorderKnowing();
  const body = JSON.stringify({ accessToken: access, refreshToken: '' });
  const session = record({ ...rawWithResponse(body), operation: 'session.create' });
  const mark = session.facts.tokens?.['response:/accessToken']?.pseudonym ?? assert.fail();
  const tokensIn = (name: string, value: string) => {
    const { facts, request } = record({
      request: { method: 'GET', url: 'https://a.example/', headers: [[name, value]] },
    });
    assert.ok(!JSON.stringify(request).includes(access));
    return Object.entries(facts.tokens ?? {}).map(([place, { pseudonym }]) => [place, pseudonym]);
  };
  for (const value of [`token=${access}`, `a=b; token="${access}"; c=d`, `{"t":"${access}"}`])
    assert.deepEqual(tokensIn('Cookie', value), [['request:cookie', mark]], value);
  assert.deepEqual(tokensIn('Zqxv-Wkj', `v=${access}`), [['request:‹name, 8›', mark]]);
  for (const value of [access, `token=${other}`, `token=${access}x`, `token=${access.slice(0, -1)}`])
    assert.deepEqual(tokensIn('Cookie', value), [], value);
});
