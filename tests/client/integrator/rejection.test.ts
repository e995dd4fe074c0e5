import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultHandlers } from '../../../support/mock/services';
import { generateRsaKeyPair } from '../../../support/mock/keys';
import type { MockHandler, MockReply } from '../../../support/mock/seams';
import { paddingRejection, rotatedKey, sha256Only } from '../../../support/mock/stimuli';
import {
  assertFails,
  bodyOf,
  requireValue,
  decryptFieldText,
  setUpIntegrator,
  type IntegratorFixture,
  type IntegratorSetup,
} from './scene';

/** What reached the registry, by what it was. */
function atRegistry({ seen }: IntegratorFixture): string[] {
  return seen().flatMap(({ operation = '' }) =>
    ['certificate.registry', 'otp.verify'].includes(operation) ? [operation.replace(/\..*/, '')] : [],
  );
}

test('a new key is fetched after a rejection, and the value sent again under SHA-1', async (t) => {
  const scene = await setUpIntegrator(t);
  await scene.verify();
  const key = await generateRsaKeyPair();
  scene.mock.stimuli.play(rotatedKey('registry', key));
  await scene.verify();
  assert.deepEqual(atRegistry(scene), ['certificate', 'otp', 'otp', 'certificate', 'otp']);
  const last = requireValue(scene.seen('otp.verify').at(-1));
  assert.equal(decryptFieldText(key.privateKey, bodyOf(last).otp), scene.mock.account.otp);
});

test('where the key is the same, the value is sent again under SHA-256', async (t) => {
  const scene = await setUpIntegrator(t);
  scene.mock.stimuli.play(sha256Only('registry'));
  await scene.verify();
  assert.deepEqual(atRegistry(scene), ['certificate', 'otp', 'certificate', 'otp']);
  const [first, second] = scene.seen('otp.verify').map((each) => bodyOf(each).otp);
  const key = scene.mock.keys.registry.privateKey;
  assert.equal(decryptFieldText(key, first), scene.mock.account.otp);
  assert.equal(decryptFieldText(key, second, 'sha256'), scene.mock.account.otp);
});

test('a service that rejects everything is given up; the next value starts over, with SHA-1 and a new fetch', async (t) => {
  const scene = await setUpIntegrator(t);
  scene.mock.stimuli.play(paddingRejection);
  await assert.rejects(scene.verify, /status 400/);
  assert.deepEqual(atRegistry(scene), ['certificate', 'otp', 'certificate', 'otp', 'certificate']);
  await scene.verify();
  assert.equal(atRegistry(scene).length, 6);
  const last = requireValue(scene.seen('otp.verify').at(-1));
  assert.equal(
    decryptFieldText(scene.mock.keys.registry.privateKey, bodyOf(last).otp),
    scene.mock.account.otp,
  );
});

test('a key that is new each time is not chased for ever', async (t) => {
  const keys = await Promise.all([generateRsaKeyPair(), generateRsaKeyPair(), generateRsaKeyPair()]);
  let fetches = 0;
  const certificate: MockHandler = () => {
    const { publicKey } = requireValue(keys[fetches++ % keys.length]);
    return { status: 200, body: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  };
  const scene = await setUpIntegrator(t, { handlers: { 'certificate.registry': certificate } });
  await assert.rejects(scene.verify, /status 400/);
  assert.equal(scene.seen('otp.verify').length, 3);
  await assert.rejects(scene.verify, /status 400/);
  // The key that the last rejection put in doubt was not used again.
  assert.deepEqual(atRegistry(scene).slice(5, 7), ['otp', 'certificate']);
});

test('a rejection is known by its words, whatever the shape of the body', async (t) => {
  const message = 'Padding error while reading the value';
  const shapes = [
    { error: { code: 'X-1: ', message } },
    [{ code: 1, message }],
    { message },
    { otp: message },
  ];
  for (const body of [...shapes, message, `<html>${message}</html>`]) {
    const scene = await setUpIntegrator(t, { ...onceRefusing({ status: 400, body }) });
    await assert.rejects(scene.verify);
    assert.equal(scene.seen('certificate.registry').length > 1, true, JSON.stringify(body));
  }
});

test('other refusals are none: a wrong OTP is not sent twice', async (t) => {
  const { integrator, mock, seen } = await setUpIntegrator(t);
  const wrong = mock.account.otp === '000000' ? '111111' : '000000';
  await assertFails(
    () => integrator['otp.verify']({ otp: wrong, txnId: mock.account.txnId }),
    /^otp.verify was answered with status 400$/,
  );
  assert.deepEqual([seen('otp.verify').length, seen('certificate.registry').length], [1, 1]);
});

test('the reading encryption-rejection names another status and other words', async (t) => {
  const body = { error: { code: 'X', message: 'cannot open' } };
  const scene = await setUpIntegrator(t, {
    ...onceRefusing({ status: 422, body }),
    readings: { 'encryption-rejection': { status: 422, words: ['Cannot open'], shape: 'any' } },
  });
  await assert.rejects(scene.verify);
  assert.equal(scene.seen('otp.verify').length, 2);
});

test('the reading oaep-hash makes SHA-256 the first choice of an operation', async (t) => {
  const scene = await setUpIntegrator(t, { readings: { 'oaep-hash': { 'otp.verify': 'SHA-256' } } });
  scene.mock.stimuli.play(sha256Only('registry'));
  await scene.verify();
  assert.deepEqual(atRegistry(scene), ['certificate', 'otp']);
});

test('txnId survives every attempt', async (t) => {
  const scene = await setUpIntegrator(t);
  scene.mock.stimuli.play(sha256Only('registry'));
  await scene.verify();
  for (const each of scene.seen('otp.verify')) assert.equal(bodyOf(each).txnId, scene.mock.account.txnId);
});

function onceRefusing(reply: MockReply): IntegratorSetup {
  let refusals = 1;
  const verify: MockHandler = (call, state) =>
    refusals-- > 0 ? reply : defaultHandlers['otp.verify'](call, state);
  return { mock: { tls: false }, handlers: { 'otp.verify': verify } };
}
