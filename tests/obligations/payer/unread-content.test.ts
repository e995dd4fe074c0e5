import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdapterAnswer } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import { notUnderstood } from '../../../support/obligations/cycles/not-taken';
import { plainTextOrEmpty } from '../../plain';
import { concludeFromExchanges, describeConclusion, makeAsked, makeExchange } from '../exchanges';
import {
  approvedFact,
  payerAnswer,
  payerCallback,
  payerQuery,
  providerSubmission,
  providerTrigger,
  replied,
  sent,
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
  const { breaches } = concludeFromExchanges(
    id,
    evidence as readonly Exchange[],
    {},
    { waitsForClient: true },
  );
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

/** A message with a body that was cut when it was recorded, so that its content is unknown. */
function unknown({ facts: { payer: _payer, ...facts }, request, ...others }: Exchange): Exchange {
  return { ...others, facts, request: { ...request, body: { text: '', bytes: 2_000_000, cut: true } } };
}

/** A message that broke off in the middle of its body. */
function brokenOff(exchange: Exchange): Exchange {
  const { response: _response, ...others } = unknown(exchange);
  const { body: _body, ...request } = others.request;
  return { ...others, request: { ...request, flaw: { kind: 'incomplete', code: 'ECONNRESET' } } };
}

const told = (id: string, ...evidence: Exchange[]): string =>
  describeConclusion(concludeFromExchanges(id, evidence, {}, { waitsForClient: true }));

/** As above, in a run: the suite plays the services and sees all submissions. */
const toldInRun = (id: string, ...evidence: Exchange[]): string =>
  describeConclusion(concludeFromExchanges(id, evidence, {}, { playsServices: true, waitsForClient: true }));

const open = 'unjudged, 0 kept, 0 broken';

test('a callback whose content is not known leaves open what its payer does', () => {
  const begun = [providerSubmission('preauth', 'one'), providerTrigger('preauth', 'Approve', 'one')];
  const right = payerAnswer('preauth', 'one', approvedFact);
  const started = {
    ...makeExchange({
      service: 'dummyPayer',
      operation: 'paymentNotice.init',
      asked: makeAsked('valid', 'notice', 'init'),
      status: 202,
    }),
    arrivedAt: 1_000_000,
  };
  const prompt = payerCallback('/v1/paymentnotice/request', { correlationId: 'two' });
  for (const change of [unknown, brokenOff]) {
    for (const id of ['FLW-12', 'DPY-08']) {
      assert.equal(told(id, ...begun, change(right)), open, id);
      assert.match(told(id, ...begun, change(right), right), /[12] kept, 0 broken/, id);
    }
    assert.equal(told('CBK-01', ...begun, change(right)), '0 kept, 0 broken');
    assert.equal(told('FLW-15', started, change(prompt)), open);
  }
});

test('a message of a client whose content is not known breaks no rule about content', () => {
  const submission = own(providerSubmission('preauth', 'one'));
  const trigger = own(providerTrigger('preauth', 'Approve', '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1'));
  assert.equal(toldInRun('DPY-03', submission, trigger), '0 kept, 1 broken');
  assert.equal(toldInRun('DPY-03', unknown(submission), trigger), open);
  assert.equal(told('FLW-03', unknown(submission)), open);

  const queried = [...before('one'), asked(payerQuery('one'))];
  const decided = asked(payerAnswer('preauth', 'one', approvedFact));
  const reply = own(replied('one'));
  assert.equal(told('FLW-05', ...queried, decided), '0 kept, 1 broken');
  assert.equal(told('FLW-05', ...queried, unknown(reply), decided), open);

  const prompt = asked(payerCallback('/v1/paymentnotice/request', { correlationId: 'three' }));
  const acknowledgment = own(sent('communication.onRequest', '/v1/paymentnotice/on_request', 'three'));
  const { operation: _operation, ...acknowledged } = unknown(acknowledgment);
  assert.equal(told('FLW-09', prompt), '0 kept, 1 broken');
  assert.equal(told('FLW-09', prompt, acknowledged), open);
});
