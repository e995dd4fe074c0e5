import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayerFact } from '../../../support/contract/payer-facts';
import type { Exchange } from '../../../support/exchange/exchange';
import { plainTextOrEmpty } from '../../plain';
import type { Change } from '../exchanges';
import { concludeFromExchanges, makeExchange, describeConclusion } from '../exchanges';
import { decisionExchange, submitExchange, triggerExchange } from './cycle-exchanges';

let clock = 1_000_000;

const message = (payer: Partial<PayerFact>, change: Change): Exchange => {
  clock += 10;
  const fact: PayerFact = {
    envelope: 'jwe',
    correlationId: 'one',
    resources: ['Bundle'],
    providerId: false,
    policyNumber: false,
    documents: 0,
    contents: payer.resources ?? ['Bundle'],
    ...payer,
  };
  const { facts, ...rest } = change;
  return makeExchange({
    service: 'provider',
    status: 202,
    arrivedAt: clock,
    ...rest,
    facts: { scheme: 'https', loopback: false, payer: fact, ...facts },
  });
};

/** The plan, as a callback with a valid JWT. */
const answer = (change: Change = {}): Exchange =>
  message(
    {},
    {
      sender: 'suite',
      subject: 'integrator',
      url: 'https://client.example/v1/insuranceplan/on_request',
      ...change,
      facts: { scheme: 'https', loopback: false, callbackToken: { valid: true } },
    },
  );
const request = (payer: Partial<PayerFact> = {}): Exchange =>
  message(payer, {
    sender: 'integrator',
    operation: 'insurancePlan.request',
    url: 'https://provider.example/v1/insuranceplan/request',
  });

test('a receiver that breaks off, is too late or answers 5xx has not processed a plan', () => {
  for (const change of [{ failure: 'reset' }, { failure: 'timeout' }, { status: 500 }] as const)
    assert.equal(
      describeConclusion(concludeFromExchanges('FLW-01', [request(), answer(change)])),
      '0 kept, 1 broken',
    );
});

test('an unreachable address is not a fault of the receiver', () => {
  const unreached = answer({ failure: 'unreachable' });
  assert.equal(
    describeConclusion(concludeFromExchanges('CBK-03', [unreached])),
    'unjudged, 0 kept, 0 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-01', [request(), unreached])),
    'unjudged, 0 kept, 0 broken',
  );
});

test('a callback that is sent again after it was not taken is told once', () => {
  const broken = answer({ status: 500 });
  assert.equal(
    describeConclusion(concludeFromExchanges('CBK-03', [broken, broken, broken])),
    '0 kept, 1 broken',
  );
  assert.equal(
    describeConclusion(concludeFromExchanges('CBK-03', [broken, broken, answer()])),
    '1 kept, 1 broken',
  );
});

test('what a preauthorization or a claim says is not shown: one without content is submitted all the same', () => {
  for (const [kind, id] of [
    ['preauth', 'FLW-03'],
    ['claim', 'FLW-06'],
  ] as const) {
    const said = (payer: Partial<PayerFact>): Exchange => {
      const { facts, ...rest } = submitExchange(kind, 'one');
      return { ...rest, facts: { ...facts, ...(facts.payer && { payer: { ...facts.payer, ...payer } }) } };
    };
    const judged = (payer: Partial<PayerFact>): string =>
      describeConclusion(
        concludeFromExchanges(id, [
          said(payer),
          triggerExchange(kind, 'Approve', 'one'),
          decisionExchange(kind, 'one', 'approved'),
        ]),
      );
    assert.equal(judged({ contents: [] }), '1 kept, 0 broken');
    const foreign = kind === 'claim' ? 'preauthorization' : 'claim';
    assert.equal(judged({ contents: ['Claim'], uses: [foreign] }), '0 kept, 1 broken');
  }
});

test('an eligibility check without content is a check; the numbers that a plan request lacks are judged apart', () => {
  const check = message(
    { contents: [] },
    {
      sender: 'integrator',
      operation: 'eligibility.check',
      url: 'https://provider.example/v1/coverageeligibility/check',
    },
  );
  const checked = answer({ url: 'https://client.example/v1/coverageeligibility/on_check' });
  assert.equal(describeConclusion(concludeFromExchanges('FLW-02', [check, checked])), '1 kept, 0 broken');
  const requested = request({ contents: [] });
  assert.equal(
    describeConclusion(concludeFromExchanges('FLW-01', [requested, answer()])),
    '1 kept, 0 broken',
  );
  assert.equal(describeConclusion(concludeFromExchanges('DPY-06', [requested])), '0 kept, 1 broken');
});

test('a plan request travels in the envelope that was agreed on', () => {
  const [breach] = concludeFromExchanges('FLW-01', [request({ envelope: 'json' }), answer()]).breaches;
  assert.match(
    plainTextOrEmpty(breach?.seen),
    /^#1: the bundle itself, which every party on its way can read$/,
  );
  assert.equal(
    describeConclusion(
      concludeFromExchanges('FLW-01', [request({ envelope: 'json' }), answer()], { envelope: 'json' }),
    ),
    '1 kept, 0 broken',
  );
});

test('a receiver may demand the kid that the document does not show, and need not', () => {
  const told = (status: number, withoutKid?: true): string => {
    const plan = answer({ status });
    const callbackToken = { valid: true, ...(withoutKid && { withoutKid }) };
    const sent = { ...plan, facts: { ...plan.facts, callbackToken } };
    return describeConclusion(concludeFromExchanges('CBK-03', [request(), sent]));
  };
  assert.equal(told(202, true), '1 kept, 0 broken');
  assert.equal(told(401, true), 'unjudged, 0 kept, 0 broken');
  assert.equal(told(401), '0 kept, 1 broken');
});
