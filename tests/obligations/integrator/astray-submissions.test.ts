import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { concludeFromExchanges } from '../exchanges';
import {
  decisionExchange,
  queryExchange,
  reply,
  submitExchange,
  triggerExchange,
  uuid,
} from './cycle-exchanges';

/** In the call whose answer has that number. */
const inCall = (answer: number, ...exchanges: Exchange[]): Exchange[] =>
  exchanges.map((each) => ({
    ...each,
    ...(each.sender === 'integrator' && { call: { method: 'preauth.submit', answer } }),
  }));

/** A preauthorization at a path that no operation has. */
function astray(): Exchange {
  const { operation: _operation, facts: _facts, ...sent } = submitExchange('preauth', uuid(9));
  const { payer: _payer, ...facts } = _facts;
  return {
    ...sent,
    facts,
    request: { ...sent.request, url: 'https://provider.example/v1/preauths/submit' },
    response: { status: 404, headers: [] },
  };
}

/** A claim where a preauthorization was asked for. */
const mistaken = (answer: number) => inCall(answer, submitExchange('claim', uuid(answer)));

const approved = () => [
  ...inCall(1, submitExchange('preauth', uuid(1))),
  triggerExchange('preauth', 'Approve', uuid(1)),
  decisionExchange('preauth', uuid(1), 'approved'),
];
const rejected = () => [
  ...inCall(2, submitExchange('preauth', uuid(2))),
  triggerExchange('preauth', 'Reject', uuid(2)),
  decisionExchange('preauth', uuid(2), 'rejected'),
];
const queried = () => [
  ...inCall(3, submitExchange('preauth', uuid(3))),
  triggerExchange('preauth', 'Query', uuid(3)),
  queryExchange(uuid(3)),
  reply(uuid(3)),
  decisionExchange('preauth', uuid(3), 'approved'),
];

const flows = ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10'];
const brokenBy = (...exchanges: Exchange[]): string[] =>
  flows.filter((id) => concludeFromExchanges(id, exchanges).breachCount > 0);

test('all three decisions come to nothing where no cycle begins', () => {
  assert.deepEqual(brokenBy(...inCall(1, astray()), ...inCall(2, astray()), ...inCall(3, astray())), flows);
});

test('another kind of request in its place is no beginning of it', () => {
  assert.deepEqual(brokenBy(...mistaken(1), ...mistaken(2), ...mistaken(3)), flows);
  assert.deepEqual(brokenBy(...approved(), ...mistaken(2), ...queried()), ['FLW-04']);
});

test('a submission that went astray is evidence for the decision that no cycle came to, and for no other', () => {
  assert.deepEqual(brokenBy(...inCall(1, astray()), ...rejected(), ...queried()), ['FLW-03']);
  assert.deepEqual(brokenBy(...approved(), ...inCall(2, astray()), ...queried()), ['FLW-04']);
  assert.deepEqual(brokenBy(...approved(), ...rejected(), ...inCall(3, astray())), ['FLW-05', 'FLW-10']);
});

test('where the call began its cycle all the same, it is evidence for the decision of that', () => {
  assert.deepEqual(brokenBy(...inCall(1, astray()), ...approved(), ...rejected(), ...queried()), ['FLW-03']);
  assert.deepEqual(brokenBy(...approved(), ...inCall(2, astray()), ...rejected(), ...queried()), ['FLW-04']);
});

test('it is a breach of each where it cannot be told which', () => {
  const all = [...approved(), ...rejected(), ...queried()];
  assert.deepEqual(brokenBy(...inCall(8, astray()), ...all), flows);
  assert.deepEqual(brokenBy(...all), []);
});
