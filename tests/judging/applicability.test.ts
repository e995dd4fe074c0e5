import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { embeddedTarget } from '../../support/run/targets';
import { whyNotApplicable } from '../../support/judging/scope';
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
const why = (id: string, change: Partial<Circumstances> = {}): string | undefined =>
  whyNotApplicable(contractObligations.get(id), about(change));

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
});

test('the payer flows need both of its services', () => {
  const { provider, ...without } = all;
  assert.ok(provider);
  for (const id of ['DPY-08', 'FLW-12', 'CBK-01'] as const)
    assert.match(why(id, { services: without }) ?? '', /names no provider: set services\.provider/, id);
});

test('what a service is left out for does not apply', () => {
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
});

test('TLS is not asked of plain http, but of a single https address', () => {
  const http = { gateway: 'http://127.0.0.1:1', registry: 'http://127.0.0.1:2' };
  const plain = Object.fromEntries(Object.keys(all).map((name) => [name, http.gateway]));
  assert.equal(why('SEC-02', { services: plain }), 'plain http on loopback');
  assert.equal(why('SEC-02', { services: { ...plain, gateway: all.gateway } }), undefined);
});

test('in production nothing is probed', () => {
  const production = { environment: 'production' } as const;
  for (const { id, subject, seen } of contractObligations.all)
    if (subject === 'service' && seen === 'active' && id !== 'TOK-06' && id !== 'SEC-02')
      assert.match(why(id, production) ?? '', /production/, id);
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
    if (subject === 'integrator') assert.notEqual(why(id, { roles: [] }), undefined, id);
});
