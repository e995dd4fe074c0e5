import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demandsHeader } from '../../support/contract/demanded-headers';
import type { ServiceName } from '../../support/contract/operations';
import type { ReadingOverrides } from '../../support/contract/readings';
import { defaultReadings, resolveReadings } from '../../support/contract/readings';
import { requestKinds } from '../../support/scenarios/matchers/requests';
import { useExpired } from '../../support/scenarios/matchers/tokens';
import { makeExchange } from '../obligations/exchanges';

const paths: readonly (readonly [ServiceName, string])[] = [
  ['gateway', '/health'],
  ['gateway', '/api/hiecm/gateway/v3/bridges'],
  ['gateway', '/api/hiecm/gateway/sessions'],
  ['gateway', '/api/profile/public/certificate'],
  ['gateway', '/api/v3'],
  ['gateway', '/api/v3x/pages'],
  ['gateway', '/api/v3/links/v2'],
  ['gateway', '/api/v2/links/v4/carecontext'],
  ['gateway', '/api/v3/link/token'],
  ['gateway', '/api/v3/auth/token'],
  ['gateway', '/api/v3/authors/token'],
  ['gateway', '/api/v3/v3x/token'],
  ['gateway', '/consents/init'],
  ['identity', '/person/api/v3/enrolment'],
  ['identity', '/person/api/V3/enrolment'],
  ['identity', '/person/api/v3/enrolment/v2/otp'],
  ['identity', '/person/api/profile/public/certificate'],
  ['provider', '/payment/acknowledge'],
];

const chosen: readonly ReadingOverrides[] = [
  {},
  { 'consent-paths': ['/consents/init'], 'payment-ack': '/payment/acknowledge' },
];

test('the steps of the features and the judges select the same requests by their paths', () => {
  for (const [service, path] of paths)
    for (const overrides of chosen) {
      const readings = resolveReadings(overrides);
      const exchange = makeExchange({ service, method: 'POST', url: `https://a.example${path}` });
      const traits = { service, path, method: 'POST', hasBody: false };
      assert.equal(
        requestKinds['v3 request'](exchange, readings),
        demandsHeader('REQUEST-ID', traits, readings),
        `v3 request ${path}`,
      );
      assert.equal(
        requestKinds['request after the session'](exchange, readings),
        demandsHeader('Authorization', traits, readings),
        `request after the session ${path}`,
      );
    }
});

test('an expired token on a session request or its renewal does not count as used', () => {
  const token = { pseudonym: 'p1', jwt: true } as never;
  const session = makeExchange({
    service: 'gateway',
    operation: 'session.create',
    body: { expiresIn: 1200 },
    facts: { scheme: 'https', loopback: false, tokens: { 'response:/accessToken': token } },
  });
  const later = (path: string, service: 'gateway' | 'registry' = 'gateway') =>
    makeExchange({
      service,
      url: `https://a.example${path}`,
      arrivedAt: session.arrivedAt + 3_600_000,
      facts: { scheme: 'https', loopback: false, tokens: { 'request:authorization': token } },
    });
  const isUsed = (path: string) => useExpired([session, later(path)], defaultReadings);
  assert.ok(!isUsed('/api/hiecm/gateway/v3/sessions/refresh'));
  assert.ok(isUsed('/api/hiecm/gateway/v3/bridges'));

  const atRegistry = [session, later('/api/v1/auth/login', 'registry')];
  const readings = resolveReadings({ 'registry-session': { path: '/api/v1/auth/login', header: null } });
  assert.ok(useExpired(atRegistry, defaultReadings));
  assert.ok(!useExpired(atRegistry, readings), "the registry's own session");
});

test("the lifetime of a token of the registry's own session does not count", () => {
  const token = { pseudonym: 'p1', jwt: false } as never;
  const tokens = (place: string) =>
    ({ scheme: 'https', loopback: false, tokens: { [place]: token } }) as const;
  const url = (path: string) => ({ service: 'registry', url: `https://a.example${path}` }) as const;
  const own = makeExchange({
    ...url('/api/v1/auth/login'),
    body: { expiresIn: 1 },
    facts: tokens('response:/accessToken'),
  });
  const use = makeExchange({
    ...url('/v2/registration'),
    arrivedAt: own.arrivedAt + 60_000,
    facts: tokens('request:authorization'),
  });
  assert.ok(!useExpired([own, use], defaultReadings));
});
