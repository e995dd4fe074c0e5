import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import type { PublicKeyFact } from '../../support/exchange/facts';
import { contractObligations } from '../../support/obligations';
import { plainTextOrEmpty } from '../plain';
import { concludeFromExchanges, makeAsked, makeExchange, sessionExchange } from './exchanges';

type Id = 'SES-05' | 'CRT-01' | 'CRT-02';

function breachOf(id: Id, exchange: Exchange, readings: ReadingOverrides) {
  const { breaches, departed } = concludeFromExchanges(id, [exchange], resolveReadings(readings));
  const { departures, cause } = breaches[0] ?? {};
  assert.deepEqual(departed?.ids, departures && [...departures].sort());
  return { departures: [...(departures ?? [])].sort(), cause: plainTextOrEmpty(cause) };
}

const key: PublicKeyFact = { form: 'pem', label: 'PUBLIC KEY', type: 'rsa', bits: 2048, digest: 'd' };
const large = { ...key, bits: 4096 };
const json: PublicKeyFact = { form: 'json', type: 'rsa', bits: 2048, digest: 'd' };
const largeJson = { ...json, bits: 4096 };

const publishing = (id: 'CRT-01' | 'CRT-02', publicKey: PublicKeyFact): Exchange =>
  makeExchange({
    operation: id === 'CRT-01' ? 'certificate.identity' : 'certificate.registry',
    method: 'GET',
    asked: makeAsked('valid', 'r'),
    body: 'a key',
    facts: { scheme: 'https', loopback: false, publicKey },
  });

/** Maps each obligation to breaches that only show departures that the target sets. */
const examples: Readonly<Record<Id, readonly (readonly [Exchange, ReadingOverrides])[]>> = {
  'SES-05': [[sessionExchange({}, { status: 202 }), { 'session-status': 202 }]],
  'CRT-01': [
    [publishing('CRT-01', large), { 'key-bits': { identity: 4096 } }],
    [publishing('CRT-01', json), { 'certificate-form': { identity: 'json' } }],
  ],
  'CRT-02': [
    [publishing('CRT-02', large), { 'key-bits': 4096 }],
    [publishing('CRT-02', json), { 'certificate-form': 'json' }],
  ],
};

describe('departures', () => {
  for (const { id, departures } of contractObligations.all.filter((each) => each.departures !== undefined))
    it(`of ${id} are marked in breaches, each by an example, and no others`, () => {
      const marked = examples[id as Id].flatMap((each) => breachOf(id as Id, ...each).departures);
      assert.deepEqual([...new Set(marked)].sort(), [...(departures ?? [])].sort());
    });

  it('mark no breach that the target does not set, or that shows something else', () => {
    for (const [id, rows] of Object.entries(examples))
      for (const [exchange] of rows) assert.deepEqual(breachOf(id as Id, exchange, {}).departures, [], id);
    const agreed = { 'session-status': 202 } as const;
    for (const exchange of [
      sessionExchange({ tokenType: undefined }, { status: 202 }),
      sessionExchange({ tokenType: undefined }, { status: 200 }),
      sessionExchange({}, { status: 201 }),
    ])
      assert.deepEqual(breachOf('SES-05', exchange, agreed).departures, []);
    const both = { 'key-bits': 4096, 'certificate-form': 'json' } as const;
    for (const wrong of [
      { ...large, bits: 1024 },
      { ...json, type: 'ec' as const },
      { ...json, flaw: 'text besides the PEM block' },
      { ...large, label: 'RSA PUBLIC KEY' },
    ])
      assert.deepEqual(breachOf('CRT-01', publishing('CRT-01', wrong), both).departures, []);
  });

  it('are shown by a session with status 202 where a log masks a member, so that its shape is not judged', () => {
    const agreed = { 'session-status': 202 } as const;
    const answer = (changes: Readonly<Record<string, unknown>>, status: number): Exchange => ({
      ...sessionExchange({ expiresIn: '***', ...changes }, { status }),
      masked: true,
    });
    assert.deepEqual(breachOf('SES-05', answer({}, 202), agreed).departures, ['session-status']);
    assert.deepEqual(breachOf('SES-05', answer({}, 202), {}).departures, []);
    assert.match(breachOf('SES-05', answer({}, 202), {}).cause, /^the session comes with status 202/);
    const { breaches, unjudged } = concludeFromExchanges(
      'SES-05',
      [answer({}, 200)],
      resolveReadings(agreed),
    );
    assert.equal(breaches.length, 0);
    assert.equal(unjudged.length, 1);
    assert.deepEqual(breachOf('SES-05', answer({ tokenType: 7 }, 202), agreed).departures, []);
  });

  it('are both shown by a large key as JSON, if the target sets both for the service', () => {
    const found = (readings: ReadingOverrides) =>
      breachOf('CRT-01', publishing('CRT-01', largeJson), readings);
    const [identity, registry] = [
      { 'key-bits': { identity: 4096 }, 'certificate-form': { identity: 'json' } },
      { 'key-bits': { registry: 4096 }, 'certificate-form': { registry: 'json' } },
    ] as const;
    assert.deepEqual(found(identity).departures, ['certificate-form', 'key-bits']);
    assert.deepEqual(found(registry).departures, []);
    const bitsAlone = found({ 'key-bits': 4096 });
    assert.deepEqual(bitsAlone.departures, []);
    assert.match(bitsAlone.cause, /^the key comes as JSON: where that is agreed, extend /);
    const formAlone = found({ 'certificate-form': 'json' });
    assert.deepEqual(formAlone.departures, []);
    assert.match(formAlone.cause, /^an RSA key of 4096 bits: where that is agreed, extend /);
  });
});
