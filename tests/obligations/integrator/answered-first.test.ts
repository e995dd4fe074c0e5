import { forgedRounds } from '../../../support/exchange/rounds';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdapterAnswer, SentEvidence } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import { defaultReadings } from '../../../support/contract/readings';
import { plainTextOrEmpty } from '../../plain';
import { makeAsked, makeExchange, describeConclusion } from '../exchanges';
import { decisionExchange, queryExchange, submitExchange, triggerExchange, uuid } from './cycle-exchanges';
import { concludeFromEvidence } from './judge';

/** In this order and time, numbered from 1. */
function concludeFrom(id: string, ...sent: readonly SentEvidence[]) {
  return concludeFromEvidence(
    id,
    sent.map((each, index) => ({ ...each, seq: index + 1, arrivedAt: 1_000_000 + 10 * index })),
  );
}

const said = (method: string, change: Partial<AdapterAnswer>): AdapterAnswer => ({
  kind: 'adapter answer',
  seq: 0,
  arrivedAt: 2_000_000,
  method,
  facts: {},
  ...change,
});

const state = (correlationId: string, now: 'pending' | 'queried' | 'approved' | 'rejected', callbacks = 1) =>
  said('cycle.get', { facts: { cycle: { correlationId, state: now, callbacks } } });

const replying = (error?: string): AdapterAnswer => {
  const text = JSON.stringify({ error: { code: -32000, message: error } });
  return said('communication.reply', error === undefined ? {} : { body: { text, bytes: text.length } });
};

/** A callback of the round of forgeries. */
function callback(part: 'negative' | 'valid', change: { status: number; path?: string }): Exchange {
  const { status, path = 'preauth/on_submit' } = change;
  const round = path.startsWith('preauth') ? forgedRounds.decision : forgedRounds.prompt;
  return makeExchange({
    sender: 'suite',
    subject: 'integrator',
    service: 'provider',
    url: `https://client.example/v1/${path}`,
    status,
    asked: makeAsked(part, round, part === 'valid' ? '' : 'no JWT'),
    facts: {
      ...decisionExchange('preauth', uuid(1), 'approved').facts,
      callbackToken: part === 'valid' ? { valid: true } : { valid: false, flaw: 'none' },
    },
  });
}

const acknowledgment = (): Exchange =>
  makeExchange({
    ...{ sender: 'integrator', service: 'provider', status: 202 },
    url: `https://payer.example${defaultReadings['payment-ack']}`,
    facts: decisionExchange('preauth', uuid(1), 'approved').facts,
  });

test('a valid twin that changes nothing is not taken, whatever it is answered', () => {
  const forged = callback('negative', { status: 401 });
  const twin = callback('valid', { status: 202 });
  const [pending, approved] = [state(uuid(1), 'pending'), state(uuid(1), 'approved')];
  assert.equal(describeConclusion(concludeFrom('CBK-04', forged, twin, approved)), '1 kept, 0 broken');
  assert.equal(describeConclusion(concludeFrom('CBK-04', forged, twin)), '1 kept, 0 broken');

  const refused = concludeFrom('CBK-04', forged, pending, twin, pending);
  assert.equal(describeConclusion(refused), 'unjudged, 0 kept, 0 broken');
  assert.match(
    plainTextOrEmpty(refused.unjudged[0]),
    /twin #3 was answered 202, and changed nothing: .* pending in #4/,
  );
  // What is taken without a valid JWT is a breach, whatever becomes of the twin.
  const open = concludeFrom('CBK-04', callback('negative', { status: 202 }), twin, pending);
  assert.equal(describeConclusion(open), '0 kept, 1 broken');
});

test('a prompt is taken where it is acknowledged', () => {
  const path = defaultReadings['payment-prompt'].replace(/^\/v1\//, '');
  const forged = callback('negative', { status: 401, path });
  const twin = callback('valid', { status: 202, path });
  assert.equal(
    describeConclusion(concludeFrom('CBK-04', forged, twin, acknowledgment())),
    '1 kept, 0 broken',
  );
  const silent = concludeFrom('CBK-04', forged, twin);
  assert.match(
    plainTextOrEmpty(silent.unjudged[0]),
    /twin #2 .* changed nothing: no acknowledgment followed/,
  );
});

test('a bare 202 to a twin keeps CBK-03 from passing, unless no decision is ever known', () => {
  const twin = callback('valid', { status: 202 });
  const others = [twin, state(uuid(1), 'pending')];
  const decided = state(uuid(2), 'approved');
  const bare = concludeFrom('CBK-03', ...others, decided, callback('valid', { status: 202 }));
  assert.match(plainTextOrEmpty(bare.unjudged[0]), /changed nothing/);
  assert.equal(bare.observations, 0);
  // That is said by the flows.
  assert.equal(describeConclusion(concludeFrom('CBK-03', ...others)), '1 kept, 0 broken');
});

const queried = (): Exchange[] => [
  submitExchange('preauth', uuid(1)),
  triggerExchange('preauth', 'Query', uuid(1)),
  queryExchange(uuid(1)),
];

test('a reply that was never sent is told as such, with what the adapter said', () => {
  const told = (...more: SentEvidence[]): string => {
    const [breach] = concludeFrom('FLW-05', ...queried(), ...more).breaches;
    return `${plainTextOrEmpty(breach?.seen)}; ${plainTextOrEmpty(breach?.cause)}`;
  };
  const unread = told(replying('cannot read Task'), state(uuid(1), 'pending'));
  assert.match(
    unread,
    /^no reply was sent: the adapter said "cannot read Task" in #4; the cycle is pending in .* #5.*; the content of the query is not/,
  );
  assert.match(
    told(replying('no documents'), state(uuid(1), 'queried')),
    /said "no documents" in #4; .* lacks what/,
  );
  assert.match(told(replying(), state(uuid(1), 'queried')), /answered #4 without an error; .* never sent/);

  const elsewhere = makeExchange({
    ...{ sender: 'integrator', service: 'provider', status: 404 },
    url: 'https://payer.example/v1/communication/request',
    facts: queryExchange(uuid(1)).facts,
  });
  // A client that knows no such state has read the query all the same, if it sends anything.
  for (const now of ['queried', 'pending'] as const)
    assert.match(told(elsewhere, replying('404'), state(uuid(1), now)), /another path/);
  // Recorded traffic has no calls.
  assert.match(told(), /nothing followed the query/);
});

const cycle = (
  n: number,
  ...wanted: ['approved' | 'rejected', 'pending' | 'approved' | 'rejected']
): SentEvidence[] => [
  submitExchange('preauth', uuid(n)),
  triggerExchange('preauth', wanted[0] === 'approved' ? 'Approve' : 'Reject', uuid(n)),
  decisionExchange('preauth', uuid(n), wanted[0]),
  state(uuid(n), wanted[1]),
];

/** Two cycles, of which the second is begun before the first is decided. */
function atOnce(one: SentEvidence[], other: SentEvidence[]): SentEvidence[] {
  return [0, 1, 2, 3].flatMap((step) => [one, other].flatMap((each) => each[step] ?? []));
}

test('what goes wrong in a cycle alone as well is no mix-up', () => {
  const parallel = atOnce(cycle(2, 'approved', 'approved'), cycle(3, 'rejected', 'approved'));
  const cause = (...before: SentEvidence[]) =>
    plainTextOrEmpty(concludeFrom('CBK-05', ...before, ...parallel).breaches[0]?.cause);
  assert.match(cause(), /last cycle that was opened/);
  assert.match(cause(...cycle(1, 'rejected', 'rejected')), /last cycle that was opened/);
  const alone = concludeFrom('CBK-05', ...cycle(1, 'rejected', 'approved'), ...parallel).breaches[0];
  assert.match(plainTextOrEmpty(alone?.seen), /^approved, as in #4 of a cycle that ran alone$/);
  assert.match(plainTextOrEmpty(alone?.cause), /^no callback was mixed up/);
  // By the exchange that both name, one follows from the other.
  assert.ok(alone?.exchanges.includes(4));
});
