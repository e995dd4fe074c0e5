import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTls } from '../../support/mock/tls';
import { loadTarget } from '../../support/run/targets';
import { credentialsOf } from '../../support/mock/handed-out';
import { runningMock } from '../mock/running-mock';
import { loadTargetForMock } from '../../support/run/targets';
import { mockOptionsFor } from '../../support/run/mock-options';
import { mockTargetFile } from '../../support/targets/mock-target';
import { environment, payerKey, targetFile } from './target-files';

test('the target file of a mock loads, with and without TLS', (t) => {
  const services = { gateway: 'https://127.0.0.1:1', registry: 'https://127.0.0.1:2/v4' };
  const parts = { callback: { listen: '127.0.0.1:0' }, payerKey: './payer.pem' };
  const payer = { 'payer.pem': payerKey };
  const secure = targetFile(t, mockTargetFile(services, { ...parts, ca: './ca.pem' }), {
    ...payer,
    'ca.pem': makeTls([]).ca,
  });
  assert.deepEqual(loadTarget(secure, environment).services, services);
  const plainText = mockTargetFile({ gateway: 'http://127.0.0.1:1' }, parts);
  const plain = loadTarget(targetFile(t, plainText, payer), environment);
  assert.match(plain.encryption.payerKey ?? '', /BEGIN PUBLIC KEY/);
  assert.equal(plain.encryption.providerKey?.privateKey.asymmetricKeyType, 'rsa');
  assert.equal(plain.ca, undefined);
  assert.equal(plain.limits.otpAttempts, 20);
});

test('a mock like a target with a dummyPayerToken makes up another, and hands it out', async (t) => {
  const text = 'name: a\ndummyPayerToken: ${NOT_SET}\n';
  const like = loadTargetForMock(targetFile(t, text), {});
  assert.equal(like.readings['dummy-payer-token'], 'target');
  const mock = await runningMock(t, mockOptionsFor(like));
  const variables = Object.fromEntries(credentialsOf(mock));
  const parts = { callback: { listen: '127.0.0.1:0' }, payerKey: './payer.pem', like };
  const own = targetFile(t, mockTargetFile({ gateway: 'http://127.0.0.1:1' }, parts), {
    'payer.pem': payerKey,
  });
  const loaded = loadTarget(own, { ...environment, ...variables });
  assert.equal(loaded.readings['dummy-payer-token'], 'target');
  assert.equal(loaded.dummyPayerToken, mock.account.dummyPayerToken);
});
