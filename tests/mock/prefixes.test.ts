import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendExactRequest } from './ask';
import { startMockPair } from './tolerant-scene';

test('what a provider sends is taken under any prefix, and under its own version and spelling alone', async (t) => {
  const { tolerant, strict, seen } = await startMockPair(t);
  const send = (base: string, path: string) => sendExactRequest(base + path, { method: 'POST', body: '{}' });
  for (const prefix of ['', '/preauthhcxservice', '/a/b'])
    for (const [path, operation] of [
      ['/v1/preauth/submit', 'preauth.submit'],
      ['/v1/communication/on_request', 'communication.onRequest'],
      ['/v1/paymentnotice/on_request', 'payment.acknowledge'],
    ] as const) {
      assert.notEqual((await send(strict.urls.provider, prefix + path)).status, 404, prefix + path);
      await send(tolerant.urls.provider, prefix + path);
      assert.equal(seen.at(-1)?.operation, operation);
      assert.equal(seen.at(-1)?.request.url, prefix + path);
    }
  for (const wrong of [
    '/x/v2/preauth/submit',
    '/x/preauth/submit',
    '/x/v1/preauthorization/submit',
    '/xv1/claim/submit',
  ]) {
    assert.equal((await send(strict.urls.provider, wrong)).status, 404, wrong);
    await send(tolerant.urls.provider, wrong);
    assert.equal(seen.at(-1)?.operation, undefined, wrong);
  }
});

test('at the gateway a certificate is given on a path of old or of its service, and by a tolerant one', async (t) => {
  const { tolerant, strict, seen } = await startMockPair(t);
  const taken = async (path: string): Promise<string | undefined> => {
    assert.equal((await sendExactRequest(strict.urls.gateway + path)).status, 404, path);
    await sendExactRequest(tolerant.urls.gateway + path);
    return seen.at(-1)?.meant;
  };
  for (const path of ['/v1/auth/cert', '/gateway/v0.5/auth/cert', '/v1/profile/public/certificate'])
    assert.equal(await taken(path), 'certificate.identity', path);
  assert.equal(await taken('/identity/api/v3/profile/public/certificate'), 'certificate.identity');
  assert.equal(await taken('/api/v1/auth/cert'), 'certificate.registry');
  assert.equal(await taken('/gateway/v2/certs'), undefined);
});
