import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusalError } from '../../../support/adapter/handlers';
import { randomUUID } from '../../seed';
import { bodyOf, requireValue, header, headerNames, decryptFieldText, setUpIntegrator } from './scene';

const identityFields = '/identity/api/v3/enrolment/fields';
const registryFields = '/api/v1/enrolment/fields';

test('an OTP is verified with the documented request', async (t) => {
  const { mock, integrator, seen } = await setUpIntegrator(t);
  const { otp, txnId } = mock.account;
  const result = await integrator['otp.verify']({ otp, txnId });
  assert.deepEqual(result, { txnId, authResult: 'success', message: 'OTP verified successfully' });
  const [request] = seen('otp.verify');
  const sent = requireValue(request);
  assert.equal(sent.request.url, '/v4/v2/registration/national-id/verifyOTP');
  assert.deepEqual(Object.keys(bodyOf(sent)), ['otp', 'txnId']);
  assert.equal(bodyOf(sent).txnId, txnId);
  assert.equal(decryptFieldText(mock.keys.registry.privateKey, bodyOf(sent).otp), otp);
  assert.equal(header(sent, 'Content-Type'), 'application/json');
  assert.match(header(sent, 'Authorization') ?? '', /^Bearer /);
  assert.ok(!headerNames(sent).includes('request-id'));
});

test('values are the UTF-8 bytes, in standard Base64 of one ciphertext', async (t) => {
  const { mock, integrator } = await setUpIntegrator(t);
  for (const value of ['', ' 1 ', 'आधार', 'Ünïcödé "quoted"', '\u{1f600}', '0'.repeat(214)]) {
    const { ciphertext } = await integrator['field.encrypt']({ service: 'registry', value });
    assert.match(ciphertext, /^[A-Za-z0-9+/]{342}==$/);
    assert.equal(decryptFieldText(mock.keys.registry.privateKey, ciphertext), value);
  }
});

test('the same value twice gives two ciphertexts', async (t) => {
  const { integrator } = await setUpIntegrator(t);
  const encrypt = async () =>
    (await integrator['field.encrypt']({ service: 'identity', value: '1' })).ciphertext;
  assert.notEqual(await encrypt(), await encrypt());
});

test('a value of 214 bytes is the longest; one of 215 is refused, and not sent', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t);
  const longest = 'é'.repeat(107);
  await integrator['field.encrypt']({ service: 'registry', value: longest });
  const refused = async (act: () => unknown) => {
    await assert.rejects(
      async () => {
        await act();
      },
      (error) => error instanceof RefusalError && /215 bytes .* 214/.test(error.message),
    );
  };
  await refused(() => integrator['field.encrypt']({ service: 'registry', value: `${longest}x` }));
  await refused(() => integrator['otp.verify']({ otp: `${longest}x`, txnId: randomUUID() }));
  const fields = [{ name: 'mobile', value: `${longest}x`, encrypted: true }];
  await refused(() => integrator['fields.send']({ service: 'registry', path: registryFields, fields }));
  assert.deepEqual([seen('otp.verify'), seen('fields.registry')], [[], []]);
});

test('fields go out in one body, encrypted where they are documented so', async (t) => {
  const { mock, integrator, seen } = await setUpIntegrator(t);
  await integrator['fields.send']({
    service: 'identity',
    path: identityFields,
    fields: [
      { name: 'loginId', value: '9876543210', encrypted: true },
      { name: 'nationalId', value: '123412341234', encrypted: true },
      { name: 'mobile', value: '9123456789', encrypted: true },
      { name: 'name', value: 'Zoë', encrypted: false },
    ],
  });
  const [request] = seen('fields.identity');
  const sent = requireValue(request);
  const { loginId, nationalId, mobile, name } = bodyOf(sent);
  const key = mock.keys.identity.privateKey;
  assert.deepEqual(
    [loginId, nationalId, mobile].map((each) => decryptFieldText(key, each)),
    ['9876543210', '123412341234', '9123456789'],
  );
  assert.equal(name, 'Zoë');
  assert.deepEqual([sent.request.method, sent.request.url], ['POST', identityFields]);
  assert.ok(headerNames(sent).includes('request-id') && headerNames(sent).includes('timestamp'));
});

test('a mobile number stays plain where it is not documented as encrypted; loginId, otp and the id never do', async (t) => {
  const { mock, integrator, seen } = await setUpIntegrator(t, {
    readings: { 'national-id-field': 'idNumber' },
  });
  const plain = (name: string) => ({ name, value: '5550100', encrypted: false });
  await integrator['fields.send']({
    service: 'registry',
    path: registryFields,
    fields: ['mobile', 'loginId', 'otp', 'idNumber'].map(plain),
  });
  const [request] = seen('fields.registry');
  const { mobile, ...encrypted } = bodyOf(requireValue(request));
  assert.equal(mobile, '5550100');
  for (const each of Object.values(encrypted))
    assert.equal(decryptFieldText(mock.keys.registry.privateKey, each), '5550100');
  assert.ok(!headerNames(requireValue(request)).includes('request-id'));
});

test('readings add X-CM-ID and X-HIP-ID where they name a path', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t, {
    readings: { 'consent-paths': [registryFields], 'bridge-scoped': [registryFields, 'otp.verify'] },
  });
  await integrator['fields.send']({ service: 'registry', path: registryFields, fields: [] });
  const [request] = seen('fields.registry');
  assert.equal(header(requireValue(request), 'X-CM-ID'), 'sbx');
  assert.equal(header(requireValue(request), 'X-HIP-ID'), '1000000001@sbx');
});

test('the log tells operations and statuses, and no value', async (t) => {
  const { mock, integrator, logged, seen, verify } = await setUpIntegrator(t);
  await verify();
  await integrator['fields.send']({
    service: 'identity',
    path: identityFields,
    fields: [{ name: 'nationalId', value: '123412341234', encrypted: true }],
  });
  const { clientSecret, otp, txnId } = mock.account;
  const token = header(requireValue(seen('otp.verify')[0]), 'Authorization')?.slice(7) ?? '';
  for (const secret of [clientSecret, otp, txnId, token, '123412341234'])
    assert.ok(!logged.join('\n').includes(secret));
  assert.deepEqual(logged, [
    'session.create 200',
    'certificate.registry 200',
    'otp.verify 200',
    'certificate.identity 200',
    'fields.send 200',
  ]);
});
