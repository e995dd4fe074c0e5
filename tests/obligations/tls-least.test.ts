import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../support/exchange/exchange';
import { plainTextOrEmpty } from '../plain';
import { concludeFromExchanges, makeExchange, describeConclusion } from './exchanges';

const facts = { scheme: 'https', loopback: false } as const;

/** A call of the suite to a service that agreed on that version. */
const answeredOver = (protocol: string): Exchange =>
  makeExchange({ service: 'gateway', facts: { ...facts, tls: { protocol, authorized: true } } });

/** A call of the integrator in that version, where it is known. */
const arrivedOver = (tlsVersion?: string): Exchange =>
  makeExchange({
    sender: 'integrator',
    service: 'gateway',
    facts: { ...facts, ...(tlsVersion !== undefined && { tlsVersion }) },
  });

for (const [id, over] of [
  ['SEC-01', arrivedOver],
  ['SEC-02', answeredOver],
] as const)
  test(`${id} takes TLS 1.2, unless the target wants 1.3`, () => {
    for (const version of ['TLSv1.2', 'TLSv1.3'])
      assert.equal(describeConclusion(concludeFromExchanges(id, [over(version)])), '1 kept, 0 broken');
    const least = { 'tls-least': '1.3' } as const;
    assert.equal(describeConclusion(concludeFromExchanges(id, [over('TLSv1.3')], least)), '1 kept, 0 broken');
    const { breaches } = concludeFromExchanges(id, [over('TLSv1.2')], least);
    assert.equal(breaches.length, 1);
    assert.match(plainTextOrEmpty(breaches[0]?.expected), /TLS 1\.3/);
    assert.match(plainTextOrEmpty(breaches[0]?.seen), /TLSv1\.2/);
    assert.match(plainTextOrEmpty(breaches[0]?.cause), /tls-least/);
  });

test('of a call whose version is not known, TLS 1.3 is neither kept nor broken', () => {
  assert.equal(describeConclusion(concludeFromExchanges('SEC-01', [arrivedOver()])), '1 kept, 0 broken');
  assert.equal(
    describeConclusion(concludeFromExchanges('SEC-01', [arrivedOver()], { 'tls-least': '1.3' })),
    'unjudged, 0 kept, 0 broken',
  );
});

test('a version that a recording leaves empty is told by a word', () => {
  const { breaches } = concludeFromExchanges('SEC-02', [answeredOver('')]);
  assert.equal(plainTextOrEmpty(breaches[0]?.seen), '(empty)');
});
