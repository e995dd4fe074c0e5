import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { sendExactRequest } from '../../mock/ask';
import { randomUUID } from '../../seed';
import { asJwk, publishingKeys, sign, signingKey, type KeysServer } from './published-keys-server';
import { setUpIntegrator, type IntegratorFixture, type IntegratorSetup } from './scene';

const path = '/v1/coverageeligibility/on_check';
const gateway = signingKey('gateway-1');
const foreign = signingKey('foreign');

interface Given {
  readonly id?: string;
  readonly authorization?: string;
  readonly body?: string;
  readonly path?: string;
}

interface Callback {
  readonly scene: IntegratorFixture;
  readonly source: KeysServer;
  readonly correlationId: string;
  /** Seconds since the epoch. */
  readonly now: number;
  /** The status that a callback with this JWT gets; the cycle's own id and an empty bundle by default. */
  readonly send: (jwt?: string, given?: Given) => Promise<number>;
  readonly count: () => Promise<[string, number]>;
}

/** A cycle that waits for a callback, and keys that a server of the test publishes. */
async function awaitingCallback(t: TestContext, setting: IntegratorSetup = {}): Promise<Callback> {
  const source = await publishingKeys(t, signingKey('another'), gateway);
  const scene = await setUpIntegrator(t, {
    ...setting,
    mock: { tls: false },
    params: { callbackCertificates: source.url, caCertificate: source.ca },
  });
  const { correlationId } = await scene.integrator['eligibility.check']({});
  return {
    scene,
    source,
    correlationId,
    now: Math.floor(scene.clock.now() / 1000),
    async send(jwt, given = {}) {
      const authorization = given.authorization ?? (jwt === undefined ? undefined : `Bearer ${jwt}`);
      const { status } = await sendExactRequest(scene.callbackUrl + (given.path ?? path), {
        method: 'POST',
        headers: {
          'x-hcx-correlation_id': given.id ?? correlationId,
          'Content-Type': 'application/json',
          ...(authorization !== undefined && { Authorization: authorization }),
        },
        body: given.body ?? '{"resourceType":"Bundle"}',
      });
      return status;
    },
    async count() {
      const { state, callbacks } = await scene.integrator['cycle.get']({ correlationId });
      return [state, callbacks];
    },
  };
}

test('a callback with a valid JWT is taken', async (t) => {
  const { send, count, now, source } = await awaitingCallback(t);
  assert.deepEqual(await count(), ['pending', 0]);
  assert.equal(await send(await sign(gateway, { exp: now + 60, nbf: now })), 202);
  assert.deepEqual(await count(), ['answered', 1]);
  assert.equal(await send(await sign(gateway, { exp: now + 60 }, { kid: undefined })), 202);
  assert.deepEqual(await count(), ['answered', 2]);
  assert.equal(source.requests.length, 1);
  assert.equal(source.requests[0]?.authorization, undefined);
});

test('a callback that no published key vouches for, now, is refused', async (t) => {
  const { send, count, now } = await awaitingCallback(t);
  const good = { exp: now + 60 };
  const valid = await sign(gateway, good);
  const [header = '', , signature = ''] = valid.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = (head: object) => `${encode(head)}.${encode(good)}`;
  const hmac = (head: object, secret: string | Buffer) =>
    `${unsigned(head)}.${createHmac('sha256', secret).update(unsigned(head)).digest('base64url')}`;
  const pem = gateway.publicKey.export({ type: 'spki', format: 'pem' });
  const refused: Record<string, string | undefined> = {
    none: undefined,
    'not a JWT': 'x.y.z',
    expired: await sign(gateway, { exp: now - 600 }),
    'just expired, with all its leeway': await sign(gateway, { exp: now - 60 }),
    'not yet valid, with all its leeway': await sign(gateway, { exp: now + 120, nbf: now + 61 }),
    'with a line end': `${valid}%0A`,
    'with padding': `${valid}=`,
    tampered: `${header}.${encode({ exp: now + 6000 })}.${signature}`,
    'foreign key under a known kid': await sign(foreign, good, { kid: gateway.kid }),
    'unknown kid': await sign(foreign, good),
    'the kid of another key': await sign(gateway, good, { kid: 'another' }),
    'no kid, and a foreign key': await sign(foreign, good, { kid: undefined }),
    'another algorithm': await sign(gateway, good, { alg: 'RS512' }),
    'alg none': `${unsigned({ alg: 'none', kid: gateway.kid })}.`,
    'HMAC keyed with the public key': hmac({ alg: 'HS256', kid: gateway.kid }, pem),
    'a key of its own': await sign(foreign, good, { kid: gateway.kid, jwk: await asJwk(foreign) }),
  };
  for (const [name, jwt] of Object.entries(refused)) assert.equal(await send(jwt), 401, name);
  for (const authorization of [valid, `Basic ${valid}`, `Bearer ${valid} x`, 'Bearer'])
    assert.equal(await send(undefined, { authorization }), 401);
  assert.deepEqual(await count(), ['pending', 0]);
  assert.equal(await send(valid), 202);
});

test('exp is optional, and clocks may differ by the leeway of its reading', async (t) => {
  const { send, now } = await awaitingCallback(t);
  assert.equal(await send(await sign(gateway, {})), 202);
  assert.equal(await send(await sign(gateway, { exp: now - 59 })), 202);
  assert.equal(await send(await sign(gateway, { exp: now + 120, nbf: now + 30 })), 202);
  const strict = await awaitingCallback(t, { readings: { 'jwt-leeway': 0 } });
  assert.equal(await strict.send(await sign(gateway, { exp: strict.now - 1 })), 401);
  assert.equal(await strict.send(await sign(gateway, { exp: strict.now + 9, nbf: strict.now + 2 })), 401);
});

test('keys are published anew: an unknown kid is looked for once more', async (t) => {
  const { send, source, now } = await awaitingCallback(t);
  assert.equal(await send(await sign(gateway, { exp: now + 60 })), 202);
  source.keys = [await asJwk(foreign)];
  assert.equal(await send(await sign(foreign, { exp: now + 60 })), 202);
  assert.equal(source.requests.length, 2);
  assert.equal(await send(await sign(gateway, { exp: now + 60 })), 401);
});

test('while the keys cannot be had, a callback is told to come again', async (t) => {
  const { send, count, source, now } = await awaitingCallback(t);
  source.status = 500;
  assert.equal(await send(await sign(gateway, { exp: now + 60 })), 503);
  source.status = 200;
  assert.equal(await send(await sign(gateway, { exp: now + 60 })), 202);
  assert.deepEqual(await count(), ['answered', 1]);
});

test('issuer and audience are checked where the readings name them', async (t) => {
  const { send, now } = await awaitingCallback(t, {
    readings: { 'callback-jwt': { issuer: 'gateway', audience: 'us' } },
  });
  const exp = now + 60;
  assert.equal(await send(await sign(gateway, { exp, iss: 'gateway', aud: 'us' })), 202);
  assert.equal(await send(await sign(gateway, { exp, iss: 'gateway', aud: 'them' })), 401);
  assert.equal(await send(await sign(gateway, { exp, iss: 'unknown', aud: 'us' })), 401);
});

test('callbacks without a JWT are taken where the reading says that none are carried', async (t) => {
  const { send, count } = await awaitingCallback(t, { readings: { 'callback-jwt': { carried: false } } });
  assert.equal(await send(), 202);
  assert.deepEqual(await count(), ['answered', 1]);
});

test('a callback for an unknown cycle is refused and does no harm, nor does one that is no callback', async (t) => {
  const { send, count, now, scene } = await awaitingCallback(t);
  const jwt = await sign(gateway, { exp: now + 60 });
  const other = await scene.integrator['eligibility.check']({});
  assert.equal(await send(jwt, { id: randomUUID() }), 404);
  assert.equal(await send(jwt, { body: 'not JSON' }), 400);
  assert.equal(await send(jwt, { path: '/v1/other' }), 404);
  assert.deepEqual(await count(), ['pending', 0]);
  assert.equal(await send(jwt, { id: other.correlationId }), 202);
  assert.deepEqual(await count(), ['pending', 0]);
  assert.deepEqual(await scene.integrator['cycle.get'](other), { state: 'answered', callbacks: 1 });
});
