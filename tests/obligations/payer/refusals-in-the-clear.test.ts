import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { concludeFromExchanges, describeConclusion, makeAsked, makeExchange } from '../exchanges';
import {
  approvedFact,
  payerAnswer,
  payerCallback,
  providerSubmission,
  providerTrigger,
  rejectedFact,
  replied,
  sent,
} from './cycles';

/** The facts about a `ProtocolResponse` without content. */
const refusal = { envelope: 'json', refusal: true, resources: [], status: 'response.error' } as const;

const told = (id: string, ...evidence: Exchange[]): string =>
  describeConclusion(concludeFromExchanges(id, evidence, {}, { playsServices: true, waitsForClient: true }));

const open = 'unjudged, 0 kept, 0 broken';
const begun = (id: string, action = 'Approve'): Exchange[] => [
  providerSubmission('preauth', id),
  providerTrigger('preauth', action, id),
];

test('a payer that refuses a cycle in the clear neither keeps nor breaks what an answer is needed for', () => {
  const refused = (): Exchange => payerAnswer('preauth', 'one', refusal);
  for (const id of ['FLW-12', 'DPY-08', 'CBK-01'])
    assert.equal(told(id, ...begun('one'), refused()), open, id);
  for (const id of ['FLW-13', 'DPY-08', 'CBK-01'])
    assert.equal(told(id, ...begun('one', 'Query'), refused()), open, id);
  const plan = sent('insurancePlan.request', '/v1/insuranceplan/request', 'two');
  const data = payerCallback('/v1/insuranceplan/on_request', { correlationId: 'two', ...refusal });
  assert.equal(told('FLW-14', plan, data), open);
  const notice = {
    ...makeExchange({
      service: 'dummyPayer',
      operation: 'paymentNotice.init',
      asked: makeAsked('valid', 'notice', 'init'),
      status: 202,
    }),
    arrivedAt: 1_000_000,
  };
  const prompt = payerCallback('/v1/paymentnotice/request', { correlationId: 'three', ...refusal });
  assert.equal(told('FLW-15', notice, prompt), open);
});

test('without the refusal, the missing answer is a failure', () => {
  for (const id of ['FLW-12', 'DPY-08']) assert.equal(told(id, ...begun('one')), '0 kept, 1 broken', id);
});

test('an answer after a refusal in the clear is judged like any other', () => {
  const decided = (fact: typeof approvedFact | typeof rejectedFact) => [
    ...begun('one'),
    payerAnswer('preauth', 'one', refusal),
    payerAnswer('preauth', 'one', fact),
  ];
  assert.equal(told('FLW-12', ...decided(approvedFact)), '1 kept, 0 broken');
  assert.equal(told('FLW-12', ...decided(rejectedFact)), '0 kept, 1 broken');
});

test('a refusal in the clear has no JWT, no envelope and an id of its own, and nothing fails', () => {
  const callback = payerCallback('/v1/preauth/on_submit', { correlationId: 'stranger', ...refusal });
  const bare: Exchange = {
    ...callback,
    facts: { ...callback.facts, callbackToken: { valid: false, flaw: 'no JWT in authorization' } },
  };
  for (const id of ['CBK-01', 'CBK-02', 'CBK-07'])
    assert.doesNotMatch(told(id, ...begun('one'), bare), /[1-9] broken/, id);
});

test('an error report is no callback', () => {
  const report = payerCallback('/v1/error', { envelope: 'json', resources: [] });
  const bare: Exchange = {
    ...report,
    facts: { ...report.facts, callbackToken: { valid: false, flaw: 'no JWT in authorization' } },
  };
  for (const id of ['CBK-01', 'CBK-02']) assert.equal(told(id, bare), '0 kept, 0 broken', id);
  assert.equal(
    told('FLW-12', ...begun('one'), bare, payerAnswer('preauth', 'one', approvedFact)),
    '1 kept, 0 broken',
  );
});

/** Returns a message as the recording of a client has it: the suite is the payer. */
const byClient = ({ asked: _asked, ...exchange }: Exchange): Exchange => ({
  ...exchange,
  sender: exchange.sender === 'service' || exchange.service === 'dummyPayer' ? 'suite' : 'integrator',
  subject: 'integrator',
  ...(exchange.sender === 'service' && {
    facts: { ...exchange.facts, callbackToken: { valid: true } },
  }),
});

test('nothing follows for a client whose payer refuses in the clear, however it answers', () => {
  for (const status of [202, 400, 404]) {
    const requested = begun('one').map(byClient);
    const refused = byClient({
      ...payerAnswer('preauth', 'one', refusal),
      response: { status, headers: [] },
    });
    const flow = [...requested, refused];
    assert.equal(told('FLW-03', ...flow), open, String(status));
    assert.equal(told('CBK-03', ...flow), '0 kept, 0 broken', String(status));
    const again = byClient(providerSubmission('preauth', 'one'));
    const imprinted =
      (imprint: string) =>
      (each: Exchange): Exchange => ({
        ...each,
        facts: { ...each.facts, ...(each.facts.payer && { payer: { ...each.facts.payer, imprint } }) },
      });
    const resubmitted = [...flow.map(imprinted('first')), imprinted('second')(again)];
    assert.doesNotMatch(told('CBK-05', ...resubmitted), /[1-9] broken/, String(status));
  }
});

test('a client that refuses a query in the clear is not told that its reply is missing', () => {
  const query = byClient(
    payerCallback('/v1/communication/request', { correlationId: 'one' }, 'communication.request'),
  );
  const refused = byClient(replied('one'));
  const inClear = { ...refused, facts: { ...refused.facts, payer: { ...refused.facts.payer, ...refusal } } };
  const flow = [...begun('one', 'Query').map(byClient), query];
  assert.equal(told('FLW-05', ...flow), '0 kept, 1 broken');
  assert.equal(told('FLW-05', ...flow, inClear as Exchange), open);
});
