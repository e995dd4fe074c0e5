import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { embeddedTarget } from '../../support/run/targets';
import { plainTextOrEmpty } from '../plain';
import { whyExcluded } from '../../support/judging/scope';
import type { Circumstances } from '../../support/obligations/judge/home';

const all = {
  gateway: 'https://gateway.example',
  identity: 'https://identity.example',
  registry: 'https://registry.example/v4',
  dummyPayer: 'https://payer.example',
  provider: 'https://provider.example',
};
const { integrator, ...base } = embeddedTarget;
const about = (change: Partial<Circumstances> = {}): Circumstances => ({ ...base, services: all, ...change });
const excluded = (id: string, change: Partial<Circumstances> = {}) =>
  whyExcluded(contractObligations.get(id), about(change));
const why = (...given: Parameters<typeof excluded>): string | undefined => {
  const exclusion = excluded(...given);
  return exclusion && plainTextOrEmpty(exclusion.reason);
};
/** The verdict, and of one that is not tested also the kind of its reason and the setting. */
function told(...given: Parameters<typeof excluded>): (string | true | undefined)[] {
  const exclusion = excluded(...given);
  if (exclusion?.verdict !== 'not-tested') return [exclusion?.verdict];
  const { kind, by, optional } = exclusion.reason;
  return [exclusion.verdict, kind, by ?? optional];
}

test('everything about the services applies where all of them are named', () => {
  for (const { id, subject } of contractObligations.all)
    if (subject === 'service' && id !== 'CBK-07') assert.equal(why(id), undefined, id);
});

test('a reading that is unset is named, and enables what it is about', () => {
  const { readings } = embeddedTarget;
  const jwt = readings['callback-jwt'];
  const scoped = (...names: string[]) => ({ readings: { ...readings, 'bridge-scoped': names } });
  const agreed = (change: Partial<typeof jwt>) => ({
    readings: { ...readings, 'callback-jwt': { ...jwt, ...change } },
  });
  assert.match(why('CBK-07') ?? '', /set readings\.bridge-scoped/);
  assert.match(why('CBK-07', scoped('session.create')) ?? '', /no bridge-scoped callbacks/);
  for (const name of ['preauth.onSubmit', '/v1/communication/request', '/v1/insuranceplan/on_request'])
    assert.equal(why('CBK-07', scoped(name)), undefined, name);
  const client = { integrator: {}, roles: embeddedTarget.roles };
  assert.match(why('CBK-08', client) ?? '', /readings\.callback-jwt/);
  assert.equal(why('CBK-08', { ...client, ...agreed({ issuer: 'https://gateway.example' }) }), undefined);
  for (const id of ['CBK-02', 'CBK-03', 'CBK-04', 'CBK-08'] as const)
    assert.match(why(id, { ...client, ...agreed({ carried: false }) }) ?? '', /no JWT/, id);
  assert.deepEqual(told('CBK-07'), ['not-tested', 'not-configured', true]);
  assert.deepEqual(told('CBK-08', client), ['not-tested', 'not-configured', true]);
  const by = 'readings.callback-jwt.carried: false';
  assert.deepEqual(told('CBK-08', { ...client, ...agreed({ carried: false }) }), [
    'not-tested',
    'left-out',
    by,
  ]);
  assert.deepEqual(told('HDR-12', client), ['not-tested', 'not-configured', true]);
  // A role that the target does not play comes first: the reading does not matter to it.
  assert.deepEqual(told('CBK-08', { ...client, roles: ['session'] }), ['not-applicable']);
});

test('the payer flows need both of its services', () => {
  const { provider, ...without } = all;
  assert.ok(provider);
  for (const id of ['DPY-08', 'FLW-12', 'CBK-01'] as const)
    assert.match(why(id, { services: without }) ?? '', /names no provider: set services\.provider/, id);
});

test('what a target has no service for does not apply', () => {
  const { registry, ...without } = all;
  assert.ok(registry);
  for (const id of ['CRT-02', 'OTP-03', 'ENC-11'] as const)
    assert.equal(why(id, { services: without }), 'the target names no registry: set services.registry', id);
  for (const id of ['CRT-01', 'SES-05'] as const) assert.equal(why(id, { services: without }), undefined, id);
  assert.equal(why('CRT-03', { services: without }), undefined);
  const { identity, ...neither } = without;
  assert.ok(identity);
  assert.equal(
    why('CRT-03', { services: neither }),
    'the target names no identity or registry: set services.identity or services.registry',
  );
  const { gateway, ...orphaned } = all;
  assert.ok(gateway);
  assert.equal(why('SES-05', { services: orphaned }), 'the target names no gateway: set services.gateway');
  assert.deepEqual(told('SES-05', { services: orphaned }), ['not-applicable']);
});

test('TLS is not asked of plain http, but of a single https address', () => {
  const http = { gateway: 'http://127.0.0.1:1', registry: 'http://127.0.0.1:2' };
  const plain = Object.fromEntries(Object.keys(all).map((name) => [name, http.gateway]));
  assert.equal(why('SEC-02', { services: plain }), 'plain http on loopback');
  assert.deepEqual(told('SEC-02', { services: plain }).slice(0, 2), ['not-tested', 'left-out']);
  const client = { integrator: { url: '' }, roles: ['session'], mockTls: false } as const;
  assert.deepEqual(told('SEC-01', client), ['not-tested', 'left-out', 'mock.tls: false']);
  assert.equal(excluded('SEC-01', { ...client, mockTls: true }), undefined);
  assert.equal(why('SEC-02', { services: { ...plain, gateway: all.gateway } }), undefined);
});

test('in production nothing is probed', () => {
  const production = { environment: 'production' } as const;
  for (const { id, subject, seen } of contractObligations.all)
    if (subject === 'service' && seen === 'active' && id !== 'TOK-06' && id !== 'SEC-02')
      assert.deepEqual(told(id, production), ['not-tested', 'left-out', 'environment: production'], id);
  for (const id of [
    'SES-05',
    'SES-06',
    'SES-07',
    'SES-10',
    'SES-12',
    'TOK-06',
    'SEC-02',
    'CRT-01',
    'CRT-02',
  ] as const)
    assert.equal(why(id, production), undefined, id);
});

test('without an integrator nothing about one applies', () => {
  for (const { id, subject } of contractObligations.all)
    if (subject === 'integrator') assert.deepEqual(told(id, { roles: [] }), ['not-applicable'], id);
});
