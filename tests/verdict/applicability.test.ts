import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObligationId } from '../../support/contract/obligations';
import { obligation, obligations } from '../../support/contract/obligations';
import { embeddedTarget } from '../../support/target/embedded';
import type { Applicability } from '../../support/verdict/applicability';
import { whyNotApplicable } from '../../support/verdict/applicability';

const all = {
  gateway: 'https://gateway.example',
  identity: 'https://identity.example',
  registry: 'https://registry.example/v4',
  dummyPayer: 'https://payer.example',
};
const { integrator, ...base } = embeddedTarget;
const about = (change: Partial<Applicability> = {}): Applicability => ({ ...base, services: all, ...change });
const why = (id: ObligationId, change: Partial<Applicability> = {}): string | undefined =>
  whyNotApplicable(obligation(id), about(change));

test('everything about the services applies where all of them are named', () => {
  for (const { id, subject } of obligations) if (subject === 'service') assert.equal(why(id), undefined, id);
});

test('what a service is left out for does not apply', () => {
  const { registry, ...without } = all;
  assert.ok(registry);
  for (const id of ['CRT-02', 'OTP-03', 'ENC-11'] as const)
    assert.equal(why(id, { services: without }), 'the target names no registry', id);
  for (const id of ['CRT-01', 'SES-05'] as const) assert.equal(why(id, { services: without }), undefined, id);
  const { gateway, ...orphaned } = all;
  assert.ok(gateway);
  assert.equal(why('SES-05', { services: orphaned }), 'the target names no gateway');
});

test('TLS is not asked of plain http, but of a single https address', () => {
  const http = { gateway: 'http://127.0.0.1:1', registry: 'http://127.0.0.1:2' };
  const plain = Object.fromEntries(Object.keys(all).map((name) => [name, http.gateway]));
  assert.equal(why('SEC-02', { services: plain }), 'plain http on loopback');
  assert.equal(why('SEC-02', { services: { ...plain, gateway: all.gateway } }), undefined);
});

test('in production nothing is probed', () => {
  const production = { environment: 'production' } as const;
  for (const { id, subject, seen } of obligations)
    if (subject === 'service' && seen === 'active' && id !== 'TOK-06' && id !== 'SEC-02')
      assert.match(why(id, production) ?? '', /production/, id);
  for (const id of ['SES-05', 'SES-06', 'SES-07', 'SES-10', 'TOK-06', 'SEC-02', 'CRT-01', 'CRT-02'] as const)
    assert.equal(why(id, production), undefined, id);
});

test('without an integrator nothing about one applies', () => {
  for (const { id, subject } of obligations)
    if (subject === 'integrator') assert.notEqual(why(id, { roles: [] }), undefined, id);
});
