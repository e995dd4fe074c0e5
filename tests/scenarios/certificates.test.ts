import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldFact, PublicKeyFact } from '../../support/exchange/facts';
import type { Exchange } from '../../support/exchange/exchange';
import { eachUnderOwnKey, keysAre } from '../../support/scenarios/matchers/certificates';
import { makeAsked, makeExchange } from '../obligations/exchanges';

const facts = { scheme: 'https', loopback: false } as const;

const published = (publicKey?: PublicKeyFact): Exchange =>
  makeExchange({
    service: 'registry',
    operation: 'certificate.registry',
    url: 'https://registry.example/v4/api/v1/auth/cert',
    asked: makeAsked('valid', 'certificate'),
    facts: { ...facts, ...(publicKey && { publicKey }) },
  });

test('what is said of a key has to hold for every certificate, and for one at least', () => {
  const right = published({ form: 'pem', label: 'PUBLIC KEY', type: 'rsa', bits: 2048 });
  const isRight = ({ bits }: PublicKeyFact): boolean => bits === 2048;
  assert.ok(keysAre([makeExchange(), right, right], isRight), 'a session beside them is none');
  for (const scene of [
    [],
    [makeExchange()],
    [right, published()],
    [right, published({ form: 'pem', type: 'rsa', bits: 4096 })],
  ])
    assert.ok(!keysAre(scene, isRight), JSON.stringify(scene));
});

test('each field that a known key opens is under the key of its own service, and one field at least', () => {
  const sent = (...fields: Partial<FieldFact>[]): Exchange =>
    makeExchange({
      service: 'registry',
      facts: {
        ...facts,
        fields: fields.map((field) => ({ pointer: '/otp', wanted: 'encrypted', form: 'base64', ...field })),
      },
    });
  const own = { key: 'registry', ownKey: true };
  const unopened = { padding: 'unknown' } as const;
  assert.ok(eachUnderOwnKey([sent(own, unopened), sent(own)]), 'what no key opens is judged apart');
  assert.ok(eachUnderOwnKey([sent({ key: 'registry (retired)', ownKey: true })]));
  for (const evidence of [[], [sent(unopened)], [sent(own), sent({ key: 'identity', ownKey: false })]])
    assert.ok(!eachUnderOwnKey(evidence), JSON.stringify(evidence));
});
