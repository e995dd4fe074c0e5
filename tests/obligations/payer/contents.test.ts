import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayerFact } from '../../../support/contract/payer-facts';
import { defaultReadings } from '../../../support/contract/readings';
import type { Exchange } from '../../../support/exchange/exchange';
import { judgeRecordingBy } from '../../../support/judging/loop';
import { contractObligations } from '../../../support/obligations';
import { plainTextOrEmpty } from '../../plain';
import { makeAsked, concludeFromExchanges, makeExchange, describeConclusion } from '../exchanges';
import {
  payerAnswer,
  approvedFact,
  payerCallback,
  payerQuery,
  rejectedFact,
  replied,
  sent,
  unreadableFact,
  providerSubmission,
  providerTrigger,
} from './cycles';

const seenIn = (id: string, exchanges: readonly Exchange[]): string =>
  plainTextOrEmpty(concludeFromExchanges(id, exchanges).breaches[0]?.seen);

const decided = (...answers: Exchange[]): Exchange[] => [
  providerSubmission('claim', 'one'),
  providerTrigger('claim', 'Approve', 'one'),
  ...answers,
];
const claim = (payer: Partial<PayerFact> = approvedFact): Exchange => payerAnswer('claim', 'one', payer);

test('two opposite decisions in one cycle are a breach, but the same one twice is not', () => {
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-12', decided(claim(), claim()))),
    '1 kept, 0 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-12', decided(claim(), claim(rejectedFact)))),
    '0 kept, 1 broken',
  );
  assert.equal(seenIn('FLW-12', decided(claim(), claim(rejectedFact))), 'approved in #3 and rejected in #4');
  const both = { ...approvedFact, decisions: ['approved', 'rejected'] } as const;
  assert.equal(seenIn('FLW-12', decided(claim(both))), 'approved in #3 and rejected in #3');
  const after = [
    providerSubmission('claim', 'one'),
    providerTrigger('claim', 'Query', 'one'),
    payerQuery('one'),
    replied('one'),
  ];
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-13', [...after, claim(), claim()])),
    '1 kept, 0 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-13', [...after, claim(), claim(rejectedFact)])),
    '0 kept, 1 broken',
  );
});

test('a decision on the path of a claim is about a claim, where it says what it is about', () => {
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-12', decided(claim({ ...approvedFact, uses: ['claim'] })))),
    '1 kept, 0 broken',
  );
  const other = decided(claim({ ...approvedFact, uses: ['preauthorization'] }));
  assert.equal(describeConclusion(concludeFromExchanges('FLW-12', other)), '0 kept, 1 broken');
  assert.match(seenIn('FLW-12', other), /^#3 on the right path, about something else: use preauthorization$/);
  const beside = decided(claim({ ...approvedFact, uses: ['preauthorization', 'claim'] }));
  assert.equal(describeConclusion(concludeFromExchanges('FLW-12', beside)), '1 kept, 0 broken');
});

test('a query that can be read counts, whatever it holds but an error alone: its payload is not shown', () => {
  const asking = (...queries: Partial<PayerFact>[]): Exchange[] => [
    providerSubmission('claim', 'one'),
    providerTrigger('claim', 'Query', 'one'),
    ...queries.map((payer) => payerQuery('one', payer)),
    replied('one'),
    claim(),
  ];
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-13', asking({ contents: ['CommunicationRequest'] }))),
    '1 kept, 0 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-13', asking({ contents: ['Task'] }))),
    '1 kept, 0 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-13', asking({ contents: [] }))),
    '1 kept, 0 broken',
  );
  const error = { contents: [], resources: ['Bundle', 'OperationOutcome'] };
  assert.equal(seenIn('FLW-13', asking(error)), 'an error (OperationOutcome alone) in #3');
  const hinted = { resources: ['Bundle', 'OperationOutcome', 'CommunicationRequest'] };
  for (const queries of [[hinted], [error, {}], [{}, error]])
    assert.equal(describeConclusion(concludeFromExchanges('FLW-13', asking(...queries))), '1 kept, 0 broken');
  const unread = asking({ envelope: 'unreadable', flaw: 'no known key opens its JWE' });
  assert.equal(seenIn('FLW-13', unread), '#3: no known key opens its JWE');
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-13', asking(unreadableFact))),
    'unjudged, 0 kept, 0 broken',
  );
});

test('a bundle in plain is a breach where jwe was agreed on, and where json was agreed on it is right', () => {
  const inPlain = decided(claim({ ...approvedFact, envelope: 'json' }));
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-12', inPlain, { envelope: 'json' })),
    '1 kept, 0 broken',
  );
  assert.equal(describeConclusion(concludeFromExchanges('FLW-12', inPlain)), '0 kept, 1 broken');
  assert.match(seenIn('FLW-12', inPlain), /^#3: the bundle itself, which every party on its way can read$/);
  assert.match(
    plainTextOrEmpty(concludeFromExchanges('FLW-12', inPlain).breaches[0]?.cause),
    /set readings\.envelope to json$/,
  );
});

const asking = (kind: 'plan' | 'eligibility', ...answers: Partial<PayerFact>[]): Exchange[] => {
  const [request, path, answer] =
    kind === 'plan'
      ? (['insurancePlan.request', '/v1/insuranceplan/request', '/v1/insuranceplan/on_request'] as const)
      : (['eligibility.check', '/v1/coverageeligibility/check', '/v1/coverageeligibility/on_check'] as const);
  return [
    sent(request, path, 'one'),
    ...answers.map((payer) => payerCallback(answer, { correlationId: 'one', policyNumber: true, ...payer })),
  ];
};
const holding = (...types: string[]): Partial<PayerFact> => ({
  resources: ['Bundle', ...types],
  contents: types,
});

test('plan data and eligibility data are told apart by what they hold', () => {
  const plan = holding('InsurancePlan', 'Organization');
  const eligibility = holding('CoverageEligibilityResponse', 'Organization');
  assert.equal(describeConclusion(concludeFromExchanges('FLW-14', asking('plan', plan))), '1 kept, 0 broken');
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-14', asking('eligibility', eligibility))),
    '1 kept, 0 broken',
  );
  assert.equal(seenIn('FLW-14', asking('eligibility', plan)), 'InsurancePlan, Organization in #2');
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-14', asking('plan', eligibility))),
    '0 kept, 1 broken',
  );
  const readings = { 'eligibility-data': ['Coverage'] };
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-14', asking('eligibility', holding('Coverage')), readings)),
    '1 kept, 0 broken',
  );
});

test('an answer that tells of an error, or is still to come, is no data', () => {
  const good = holding('CoverageEligibilityResponse');
  const alone = { resources: ['Bundle', 'OperationOutcome'], contents: [] };
  for (const [payer, seen] of [
    [alone, 'an error (OperationOutcome alone) in #2'],
    [{ ...good, outcomes: ['error'] }, 'an error (outcome error) in #2'],
    [{ ...good, outcomes: ['queued'] }, 'an interim answer (outcome queued) in #2'],
    [{ ...good, status: 'response.error' }, 'an error (x-hcx-status response.error) in #2'],
    [{ ...good, contents: [] }, 'CoverageEligibilityResponse, with nothing in it, in #2'],
  ] as const)
    assert.equal(seenIn('FLW-14', asking('eligibility', payer)), seen);
  const announced = asking(
    'eligibility',
    { ...good, outcomes: ['queued'] },
    { ...good, outcomes: ['complete'] },
  );
  assert.equal(describeConclusion(concludeFromExchanges('FLW-14', announced)), '1 kept, 0 broken');
  const hinted = { ...good, resources: ['Bundle', 'OperationOutcome', 'CoverageEligibilityResponse'] };
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-14', asking('eligibility', hinted))),
    '1 kept, 0 broken',
  );
});

const init = (): Exchange =>
  makeExchange({
    service: 'dummyPayer',
    operation: 'paymentNotice.init',
    url: 'https://payer.example/paymentNotice/init',
    asked: makeAsked('valid', 'trigger/notice'),
    status: 202,
  });
const prompt = (payer: Partial<PayerFact>, status = 202): Exchange => ({
  ...payerCallback('/v1/paymentnotice/request', {
    correlationId: 'p',
    contents: ['PaymentNotice'],
    ...payer,
  }),
  response: { status, headers: [] },
});
const participants = { provider: '1000000001@sbx', payer: '1000003538@sbx' };
const prompted = (...prompts: Exchange[]) => {
  const exchanges = [init(), ...prompts].map((each, index) => ({ ...each, seq: index + 1 }));
  const context = { readings: defaultReadings, participants };
  return (
    judgeRecordingBy(contractObligations.get('FLW-15'), exchanges, context) ??
    assert.fail('nothing judges FLW-15')
  );
};

test('a prompt counts where it can be read and is for the provider, whatever it holds but an error alone', () => {
  for (const payer of [
    {},
    { recipient: participants.provider },
    { contents: ['record'], resources: [] },
    { contents: [] },
    { contents: [], resources: [] },
    { contents: [], resources: ['Bundle', 'PaymentNotice'] },
    { resources: ['Bundle', 'OperationOutcome', 'PaymentNotice'] },
  ])
    assert.equal(describeConclusion(prompted(prompt(payer))), '1 kept, 0 broken', JSON.stringify(payer));
  for (const [bad, seen] of [
    [
      prompt({ contents: [], resources: ['Bundle', 'OperationOutcome'] }),
      /an error \(OperationOutcome alone\)$/,
    ],
    [prompt({ recipient: participants.payer }), /addressed to 1000003538@sbx$/],
    [
      prompt({ envelope: 'unreadable', flaw: 'the body is not JSON' }, 400),
      /cannot be read: the body is not JSON$/,
    ],
    [prompt({ envelope: 'json' }, 400), /the bundle itself, which every party/],
    [prompt({}, 400), /which the suite as provider refused with 400$/],
  ] as const) {
    assert.equal(describeConclusion(prompted(bad)), '0 kept, 1 broken');
    assert.match(plainTextOrEmpty(prompted(bad).breaches[0]?.seen), seen);
    // A payer that mends it, or another that is no good besides, takes nothing from a good one.
    assert.equal(describeConclusion(prompted(bad, prompt({ correlationId: 'q' }))), '1 kept, 0 broken');
  }
});

test('an unreadable prompt, through no fault of the payer, is not judged', () => {
  assert.equal(describeConclusion(prompted(prompt(unreadableFact, 400))), 'unjudged, 0 kept, 0 broken');
  assert.equal(plainTextOrEmpty(prompted().breaches[0]?.seen), 'none in time (limits.callbackMs)');
});

test('one prompt that is repeated answers one notice, and not two', () => {
  const exchanges = [init(), init(), prompt({}), prompt({})];
  assert.equal(describeConclusion(concludeFromExchanges('FLW-15', exchanges)), '1 kept, 1 broken');
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-15', [...exchanges, prompt({ correlationId: 'q' })])),
    '2 kept, 0 broken',
  );
});

test('a notice that is not taken prompts nothing, and takes no prompt from another', () => {
  const refused = { ...init(), response: { status: 404, headers: [] } };
  assert.match(
    describeConclusion(concludeFromExchanges('FLW-15', [refused, init(), prompt({})])),
    /1 kept, 0 broken$/,
  );
});
