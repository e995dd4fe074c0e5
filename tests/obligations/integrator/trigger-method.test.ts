import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { concludeFromExchanges, describeConclusion } from '../exchanges';
import { decisionExchange, submitExchange, triggerExchange, uuid } from './cycle-exchanges';

/** Returns exchanges that the suite asked for by calls of these operations. */
const inCalls = (...exchanges: Exchange[]): Exchange[] =>
  exchanges.map((each) => ({
    ...each,
    ...(each.sender === 'integrator' && { call: { method: each.operation ?? '', answer: 99 } }),
  }));

const told = (...exchanges: Exchange[]): string =>
  describeConclusion(concludeFromExchanges('DPY-02', exchanges, {}));

const toldAtMock = (...exchanges: Exchange[]): string =>
  describeConclusion(concludeFromExchanges('DPY-02', exchanges, {}, { playsServices: true }));

const claim = (id: string) => triggerExchange('claim', 'Approve', id);
const preauth = (id: string) => triggerExchange('preauth', 'Approve', id);

test('a preauthorization that is triggered as a claim breaks the rule, in a run and at the mock', () => {
  const sent = () => [submitExchange('preauth', uuid(1)), claim(uuid(1))];
  assert.equal(told(...inCalls(...sent())), '0 kept, 1 broken');
  assert.equal(toldAtMock(...sent()), '0 kept, 1 broken');
});

test('in traffic, a claim with the same id may have been submitted before the recording', () => {
  const sent = [submitExchange('preauth', uuid(1)), claim(uuid(1))];
  assert.equal(told(...sent), 'unjudged, 0 kept, 0 broken');
  assert.equal(told(...sent, submitExchange('claim', uuid(1))), '1 kept, 0 broken');
});

test('a claim that is triggered as a preauthorization breaks the rule, also if its submission is recorded later', () => {
  const [submit, trigger] = [submitExchange('claim', uuid(1)), preauth(uuid(1))];
  assert.equal(toldAtMock(trigger, submit), '0 kept, 1 broken');
});

test('a trigger without its submission keeps the rule in a run; in traffic, the kind of request is not known', () => {
  const sent = [submitExchange('preauth', uuid(1)), claim(uuid(2))];
  assert.equal(told(...inCalls(...sent)), '1 kept, 0 broken');
  assert.equal(toldAtMock(...sent), '1 kept, 0 broken');
  assert.equal(told(...sent), 'unjudged, 0 kept, 0 broken');
});

test('at the mock, the id may be wrong instead of the method while a request of the other kind waits', () => {
  const exchanges = [submitExchange('preauth', uuid(1)), submitExchange('claim', uuid(2)), claim(uuid(1))];
  assert.equal(toldAtMock(...exchanges), 'unjudged, 0 kept, 0 broken');
  assert.equal(toldAtMock(...exchanges, claim(uuid(2))), '1 kept, 1 broken');
});

test('in a run, a trigger with the id of an earlier cycle has a wrong id, and the right method', () => {
  const [first, second] = [submitExchange('preauth', uuid(1)), submitExchange('claim', uuid(2))];
  const exchanges = [
    first,
    preauth(uuid(1)),
    decisionExchange('preauth', uuid(1), 'approved'),
    second,
    claim(uuid(1)),
  ];
  assert.equal(told(...inCalls(...exchanges)), '2 kept, 0 broken');
});

test('a submission with an unreadable id may be the one that a trigger names', () => {
  const { facts, ...submit } = submitExchange('claim', uuid(3));
  const { correlationId: _left, ...payer } = facts.payer ?? { correlationId: undefined };
  const unread = { ...submit, facts: { ...facts, payer } } as Exchange;
  assert.equal(
    told(submitExchange('preauth', uuid(1)), unread, claim(uuid(1))),
    'unjudged, 0 kept, 0 broken',
  );
});
