import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { MockHandler } from '../../../support/mock/seams';
import {
  requireValue,
  header,
  headerNames,
  decryptFieldText,
  setUpIntegrator,
  type IntegratorSetup,
} from './scene';

const identityPath = '/identity/api/v3/profile/public/certificate';

test('certificates are fetched with GET, no body and the headers of their service', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t);
  await integrator['certificate.fetch']({ service: 'identity' });
  await integrator['certificate.fetch']({ service: 'registry' });
  const [identity, registry] = [...seen('certificate.identity'), ...seen('certificate.registry')];
  for (const each of [requireValue(identity), requireValue(registry)]) {
    assert.deepEqual([each.request.method, each.request.bytes], ['GET', 0]);
    assert.match(header(each, 'Authorization') ?? '', /^Bearer \S+$/);
    assert.ok(!headerNames(each).includes('content-type'));
    assert.ok(!headerNames(each).includes('x-cm-id'));
  }
  assert.deepEqual([identity?.request.url, registry?.request.url], [identityPath, '/v4/api/v1/auth/cert']);
  assert.ok(headerNames(requireValue(identity)).includes('request-id'));
  assert.ok(headerNames(requireValue(identity)).includes('timestamp'));
  assert.ok(!headerNames(requireValue(registry)).includes('request-id'));
});

test('each certificate is fetched once, and again when certificate.fetch says so', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t);
  for (const service of ['identity', 'registry', 'identity', 'registry'] as const)
    await integrator['field.encrypt']({ service, value: 'x' });
  assert.deepEqual([seen('certificate.identity').length, seen('certificate.registry').length], [1, 1]);
  await integrator['certificate.fetch']({ service: 'identity' });
  assert.deepEqual([seen('certificate.identity').length, seen('certificate.registry').length], [2, 1]);
});

test('each service has its fields under its own key', async (t) => {
  const { mock, integrator } = await setUpIntegrator(t);
  for (const service of ['identity', 'registry'] as const) {
    const { ciphertext } = await integrator['field.encrypt']({ service, value: service });
    assert.equal(decryptFieldText(mock.keys[service].privateKey, ciphertext), service);
  }
});

test('PEM and JSON, DER and PEM inside it: every shape is read', async (t) => {
  const shapes: Record<string, (pem: string, der: string) => string | object> = {
    'PEM with blanks': (pem) => `\r\n${pem.replaceAll('\n', '\r\n')}\n\n`,
    'JSON with DER': (_pem, der) => ({ publicKey: der, encryptionAlgorithm: 'RSA/ECB/OAEP' }),
    'JSON with PEM': (pem) => ({ publicKey: pem }),
    'JSON text': (pem) => JSON.stringify(pem),
    'bare DER': (_pem, der) => der,
  };
  for (const [name, shape] of Object.entries(shapes)) {
    const { mock, integrator } = await setUpIntegrator(t, answering(shape));
    const { ciphertext } = await integrator['field.encrypt']({ service: 'registry', value: name });
    assert.equal(decryptFieldText(mock.keys.registry.privateKey, ciphertext), name);
  }
});

test('without a readable RSA key nothing is sent', async (t) => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  for (const body of [pem, '{}', '', 'null', '<html>']) {
    const { seen, verify } = await setUpIntegrator(
      t,
      answering(() => body),
    );
    await assert.rejects(verify, /registry certificate/);
    assert.equal(seen('otp.verify').length, 0);
  }
});

test('a failed fetch is not cached', async (t) => {
  let failures = 1;
  const { seen, verify } = await setUpIntegrator(
    t,
    answering((pem) => (failures-- > 0 ? '' : pem)),
  );
  await assert.rejects(verify);
  await verify();
  assert.equal(seen('certificate.registry').length, 2);
});

function answering(shape: (pem: string, der: string) => string | object): IntegratorSetup {
  const handler: MockHandler = (_call, { keys }) => {
    const { publicKey } = keys.registry;
    const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    return { status: 200, body: shape(publicKey.export({ type: 'spki', format: 'pem' }).toString(), der) };
  };
  return { mock: { tls: false }, handlers: { 'certificate.registry': handler } };
}
