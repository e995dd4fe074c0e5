import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../support/exchange/exchange';
import { describeObserved } from '../../support/judging/observed';
import type { ClientTrafficSpan } from '../../support/judging/traffic-span';
import { TrafficCounter } from '../../support/judging/traffic-span';
import { readResults } from '../report/embedded-run';
import { copyCachedRun } from '../runs/kept';

const target = {
  services: {
    gateway: 'https://gw.example/base',
    identity: 'https://gw.example',
    registry: 'https://reg.example',
  },
};

/** Returns an exchange with the gateway, with some members changed. */
function exchange(url: string, change: Partial<Exchange> = {}, userAgent?: string): Exchange {
  return {
    seq: 1,
    arrivedAt: Date.UTC(2026, 0, 1),
    answeredAt: Date.UTC(2026, 0, 1),
    sender: 'integrator',
    service: 'gateway',
    request: { method: 'GET', url, headers: userAgent === undefined ? [] : [['user-agent', userAgent]] },
    response: { status: 200, headers: [] },
    facts: { scheme: 'https', loopback: false },
    ...change,
  };
}

function spanOf(exchanges: readonly Exchange[]): ClientTrafficSpan {
  const counter = new TrafficCounter();
  for (const each of exchanges) counter.add(each);
  return counter.all;
}

const observedOf = (exchanges: readonly Exchange[], profile = 'audit') =>
  describeObserved({ profile, files: [], target, spans: [spanOf(exchanges)], clients: 1 });

describe('the observed system', () => {
  it('lists a host with those of its services that the exchanges belong to', () => {
    const { hosts, exchanges } = observedOf([
      exchange('https://gw.example/base/a'),
      exchange('https://gw.example/base/b'),
      exchange('https://reg.example/x', { service: 'registry' }),
    ]);
    assert.deepEqual(hosts, [
      { address: 'https://gw.example', owner: 'target', services: ['gateway'], exchanges: 2 },
      { address: 'https://reg.example', owner: 'target', services: ['registry'], exchanges: 1 },
    ]);
    assert.equal(exchanges.target, 3);
  });

  it('lists no host to which no connection could be opened', () => {
    const failure = { kind: 'unreachable', code: 'ECONNREFUSED', message: '' } as const;
    const { response: _none, ...unanswered } = exchange('https://gw.example/base/a');
    assert.deepEqual(observedOf([{ ...unanswered, failure }]).hosts, []);
  });

  it('tells callbacks, and the services that the suite played, from the services of the target', () => {
    const { exchanges } = observedOf([
      exchange('https://clinic.example/cb', { sender: 'service', service: 'provider' }),
      exchange('https://clinic.example/cb', { sender: 'suite', subject: 'integrator', service: 'provider' }),
      exchange('http://127.0.0.1:9000/a', { scenario: 'features/a.feature:7' }),
      exchange('https://gw.example/base/a', { sender: 'suite', scenario: 'features/a.feature:9' }),
    ]);
    assert.deepEqual(exchanges, { target: 1, other: 0, integrator: 2, suite: 1, unknown: 0 });
  });

  it('of a mock is the suite, and of a proxy the service that the proxy forwards to', () => {
    const seen = [exchange('http://127.0.0.1/base/a', { service: 'registry' })];
    assert.deepEqual(observedOf(seen, 'mock').exchanges.suite, 1);
    assert.deepEqual(observedOf(seen, 'proxy').hosts, [
      { address: 'https://reg.example', owner: 'target', services: ['registry'], exchanges: 1 },
    ]);
    assert.equal(observedOf(seen, 'audit').exchanges.unknown, 1);
  });

  it('names tools from a fixed list alone, and only those of the integrator', () => {
    const { tools } = observedOf([
      exchange('https://gw.example/base/a', {}, 'curl/8.4.0'),
      exchange('https://gw.example/base/a', {}, 'PostmanRuntime/7.36.0'),
      exchange('https://gw.example/base/a', {}, 'PostmanRuntime/7.36.0'),
      exchange('https://gw.example/base/a', {}, 'Ward-Connect/4.2 of nurse Rao'),
      exchange('https://clinic.example/cb', { sender: 'service' }, 'okhttp/4.12.0'),
    ]);
    assert.deepEqual(tools, [
      { name: 'Postman', exchanges: 2 },
      { name: 'curl', exchanges: 1 },
    ]);
  });

  it('counts every exchange, however many hosts there are, and does not depend on the order of clients', () => {
    const many = Array.from({ length: 500 }, (_none, at) => exchange(`https://host-${at}.example/a`));
    const one = spanOf(many);
    const other = spanOf([exchange('https://gw.example/base/a'), exchange('https://host-7.example/a')]);
    const together = (spans: readonly ClientTrafficSpan[]) =>
      describeObserved({ profile: 'audit', files: [], target, spans, clients: 2 });
    const { hosts, furtherHosts = 0, exchanges } = together([one, other]);
    assert.ok(hosts.length <= 20 && one.hosts.length <= 200);
    assert.equal(
      hosts.reduce((sum, each) => sum + each.exchanges, furtherHosts),
      502,
    );
    assert.equal(
      Object.values(exchanges).reduce((sum, each) => sum + each, 0),
      502,
    );
    assert.deepEqual(together([other, one]), together([one, other]));
  });

  it('of a run is the target, and the suite for the client', async (t) => {
    const { observed } = readResults((await copyCachedRun('self-test', t)).folder).run;
    assert.ok(observed);
    assert.ok(observed.exchanges.target > 0 && observed.exchanges.suite > 0, JSON.stringify(observed));
    assert.deepEqual([observed.exchanges.other, observed.exchanges.unknown], [0, 0]);
    assert.deepEqual([observed.files, observed.clients > 0], [[], true]);
  });
});
