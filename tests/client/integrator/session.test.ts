import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultHandlers } from '../../../support/mock/services';
import { errorReply } from '../../../support/mock/request-checks';
import type { MockHandler } from '../../../support/mock/seams';
import { shortToken } from '../../../support/mock/stimuli';
import { assertFails, bodyOf, requireValue, header, headerNames, setUpIntegrator } from './scene';

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('the session request is the documented one', async (t) => {
  const { mock, integrator, clock, seen } = await setUpIntegrator(t);
  await integrator['session.create']({});
  const [request] = seen();
  const sent = requireValue(request);
  assert.deepEqual([sent.request.method, sent.request.url], ['POST', '/api/hiecm/gateway/v3/sessions']);
  const { clientId, clientSecret } = mock.account;
  assert.deepEqual(bodyOf(sent), { clientId, clientSecret, grantType: 'client_credentials' });
  assert.match(header(sent, 'REQUEST-ID') ?? '', uuidV4);
  assert.equal(header(sent, 'TIMESTAMP'), new Date(clock.now()).toISOString());
  assert.equal(header(sent, 'X-CM-ID'), 'sbx');
  assert.equal(header(sent, 'Content-Type'), 'application/json');
  assert.ok(!headerNames(sent).includes('authorization'));
});

test('one session serves every request', async (t) => {
  const { integrator, seen, verify } = await setUpIntegrator(t);
  await verify();
  await integrator['certificate.fetch']({ service: 'identity' });
  await verify();
  assert.equal(seen('session.create').length, 1);
  const tokens = seen().map((each) => header(each, 'Authorization'));
  assert.equal(new Set(tokens.filter((each) => each !== undefined)).size, 1);
});

test('callers at the same time share one session and one certificate', async (t) => {
  const { integrator, seen, verify } = await setUpIntegrator(t);
  const encrypt = () => integrator['field.encrypt']({ service: 'registry', value: 'x' });
  await Promise.all([verify(), verify(), encrypt(), encrypt()]);
  assert.deepEqual([seen('session.create').length, seen('certificate.registry').length], [1, 1]);
});

test('a session is asked for whenever session.create says so', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t);
  await integrator['session.create']({});
  await integrator['session.create']({});
  assert.equal(seen('session.create').length, 2);
});

test('a token is renewed a little before it expires, and not sooner', async (t) => {
  const { integrator, clock, seen } = await setUpIntegrator(t);
  const fetch = () => integrator['certificate.fetch']({ service: 'registry' });
  await fetch();
  clock.forward(1200 - 31);
  await fetch();
  assert.equal(seen('session.create').length, 1);
  clock.forward(2);
  await fetch();
  assert.equal(seen('session.create').length, 2);
  assert.ok(seen('certificate.registry').every(({ response }) => response?.status === 200));
});

test('a lifetime of two seconds is kept to', async (t) => {
  const { mock, integrator, clock, seen } = await setUpIntegrator(t);
  mock.stimuli.play(shortToken(2));
  const fetch = () => integrator['certificate.fetch']({ service: 'registry' });
  await fetch();
  clock.forward(1.5);
  await fetch();
  assert.equal(seen('session.create').length, 1);
  clock.forward(0.2);
  await fetch();
  assert.equal(seen('session.create').length, 2);
});

test('after a 401 the session is renewed once, and the request goes out anew', async (t) => {
  let refusals = 1;
  const certificate: MockHandler = (call, state) =>
    refusals-- > 0 ? errorReply('expiredToken') : defaultHandlers['certificate.identity'](call, state);
  const { integrator, seen } = await setUpIntegrator(t, {
    handlers: { 'certificate.identity': certificate },
  });
  await integrator['certificate.fetch']({ service: 'identity' });
  assert.equal(seen('session.create').length, 2);
  const [first, second] = seen('certificate.identity').map((each) => header(each, 'REQUEST-ID'));
  assert.notEqual(first, second);
  const [old, fresh] = seen('certificate.identity').map((each) => header(each, 'Authorization'));
  assert.notEqual(old, fresh);
});

test('a second 401 is the end of it', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t, {
    handlers: { 'certificate.registry': () => errorReply('invalidToken') },
  });
  await assertFails(() => integrator['certificate.fetch']({ service: 'registry' }), /status 401/);
  assert.equal(seen('certificate.registry').length, 2);
  assert.equal(seen('session.create').length, 2);
});

test('wrong credentials are told without a word of them', async (t) => {
  const credentials = { clientId: 'unknown', clientSecret: 'a-planted-secret' };
  const { integrator, logged, seen } = await setUpIntegrator(t, { params: { credentials } });
  await assertFails(() => integrator['session.create']({}), /^session.create was answered with status 400$/);
  assert.equal(seen().length, 1);
  assert.ok(!logged.join('\n').includes('planted'));
});

test('initialize discards the session and the certificates', async (t) => {
  const { integrator, params, seen, verify } = await setUpIntegrator(t);
  await verify();
  await integrator.initialize(params);
  await verify();
  assert.deepEqual([seen('session.create').length, seen('certificate.registry').length], [2, 2]);
});

test('nothing is done before initialize, or after shutdown', async (t) => {
  const { integrator, verify } = await setUpIntegrator(t);
  await integrator.shutdown({});
  await assert.rejects(verify, /initialize/);
});
