import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdapterAnswer } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import { notUnderstood } from '../../../support/obligations/cycles/not-taken';
import { plainTextOrEmpty } from '../../plain';
import { concludeFromExchanges } from '../exchanges';
import {
  approvedFact,
  payerAnswer,
  payerCallback,
  payerQuery,
  providerSubmission,
  providerTrigger,
} from './cycles';

/** The other side of the flows: the suite is the payer, and the client answers. */
const asked = (operation: Exchange, status = 202): Exchange => ({
  ...operation,
  sender: operation.sender === 'service' ? 'suite' : 'integrator',
  subject: 'integrator',
  response: { status, headers: [] },
  facts: { ...operation.facts, callbackToken: { valid: true } },
});

const own = (exchange: Exchange): Exchange => {
  const { asked: _asked, ...others } = exchange;
  return { ...others, sender: 'integrator' };
};

const before = (id: string, action = 'Query'): Exchange[] => [
  own(providerSubmission('preauth', id)),
  { ...own(providerTrigger('preauth', action, id)), sender: 'suite', subject: 'integrator' },
];
const taken = [...before('first', 'Approve'), asked(payerAnswer('preauth', 'first', approvedFact))];

const stateOf = (correlationId: string, state: string, callbacks?: number): AdapterAnswer =>
  ({
    kind: 'adapter answer',
    seq: 900,
    arrivedAt: Date.now(),
    method: 'cycle.get',
    scenario: { name: 's', location: 'f:1' },
    facts: { cycle: { correlationId, state, ...(callbacks !== undefined && { callbacks }) } },
  }) as unknown as AdapterAnswer;

function causeOf(id: string, evidence: readonly (Exchange | AdapterAnswer)[]): string {
  const { breaches } = concludeFromExchanges(id, evidence as readonly Exchange[]);
  assert.equal(breaches.length, 1, JSON.stringify(breaches));
  return plainTextOrEmpty(breaches[0]?.cause);
}

test('a query that is refused for what it says could not be read, where other callbacks were taken', () => {
  const refused = (status: number) => [...before('one'), asked(payerQuery('one'), status)];
  for (const status of [400, 422])
    assert.equal(causeOf('FLW-05', [...taken, ...refused(status)]), notUnderstood);
  for (const status of [401, 404, 500])
    assert.notEqual(causeOf('FLW-05', [...taken, ...refused(status)]), notUnderstood);
  assert.match(causeOf('FLW-05', refused(400)), /^the JWT, the envelope or the content/, 'nothing was taken');
});

test('the same is said of the callback itself', () => {
  const refused = [...before('one'), asked(payerQuery('one'), 400)];
  assert.equal(causeOf('CBK-03', [...taken, ...refused]), notUnderstood);
  assert.match(causeOf('CBK-03', refused), /^the JWT, the envelope or the content/);
});

test('a query that was taken, and that the client knows nothing of, could not be read', () => {
  const quiet = (state: string, callbacks?: number) => [
    ...before('one'),
    asked(payerQuery('one')),
    stateOf('one', state, callbacks),
  ];
  assert.match(
    causeOf('FLW-05', quiet('pending', 1)),
    /^the content of the query is not [^,]*\(reading payer-content\)$/,
  );
  // A person is not asked how many callbacks their system has counted.
  for (const callbacks of [0, undefined])
    assert.match(
      causeOf('FLW-05', quiet('pending', callbacks)),
      /, or it is kept under another correlation id$/,
    );
  assert.match(causeOf('FLW-05', quiet('queried', 1)), /^nothing followed the query/);
});

test('a prompt that is refused for what it says could not be read', () => {
  const prompt = asked(payerCallback('/v1/paymentnotice/request', { correlationId: 'three' }), 400);
  assert.equal(causeOf('FLW-09', [...taken, prompt]), notUnderstood);
});
