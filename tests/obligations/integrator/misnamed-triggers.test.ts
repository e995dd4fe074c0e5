import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { plainTextOrEmpty } from '../../plain';
import { concludeFromExchanges, describeConclusion } from '../exchanges';
import {
  decisionExchange,
  queryExchange,
  reply,
  submitExchange,
  triggerExchange,
  uuid,
} from './cycle-exchanges';

/** While the suite had asked for just that. */
const inCalls = (...exchanges: Exchange[]): Exchange[] =>
  exchanges.map((each) => ({
    ...each,
    ...(each.sender === 'integrator' && { call: { method: each.operation ?? '', answer: 99 } }),
  }));

/** In a run, the suite plays the services and sees all submissions. */
const inRun = { playsServices: true, waitsForClient: true };

const told = (id: string, ...exchanges: Exchange[]): string =>
  describeConclusion(concludeFromExchanges(id, exchanges, {}, inRun));

describe('what follows a trigger with a wrong id is judged as that of the one cycle that waits', () => {
  for (const [which, id] of [
    ['of no cycle', uuid(9)],
    ['of no form', '20261121-7'],
    ['that is a number', 7],
    ['that is left out', undefined],
  ] as const)
    it(`an id ${which}`, () => {
      const approved = [
        submitExchange('preauth', uuid(1)),
        triggerExchange('preauth', 'Approve', id),
        decisionExchange('preauth', uuid(1), 'approved'),
      ];
      assert.equal(told('DPY-03', ...approved), '0 kept, 1 broken');
      assert.equal(told('FLW-03', ...approved), '1 kept, 0 broken');
      const queried = [
        submitExchange('claim', uuid(2)),
        triggerExchange('claim', 'Query', id),
        queryExchange(uuid(2)),
      ];
      assert.equal(told('FLW-08', ...queried), '0 kept, 1 broken');
      const answered = [...queried, reply(uuid(2)), decisionExchange('claim', uuid(2), 'approved')];
      assert.equal(told('FLW-08', ...answered), '1 kept, 0 broken');
    });
});

test('where several wait, or none of that kind, the trigger is that of no cycle', () => {
  const lost = () => triggerExchange('preauth', 'Approve', uuid(9));
  const [one, two] = [submitExchange('preauth', uuid(1)), submitExchange('preauth', uuid(2))];
  const answers = () => [
    decisionExchange('preauth', uuid(1), 'approved'),
    decisionExchange('preauth', uuid(2), 'approved'),
  ];
  assert.equal(told('FLW-03', one, two, lost(), ...answers()), '0 kept, 0 broken');
  assert.equal(
    told('FLW-06', submitExchange('claim', uuid(3)), lost(), decisionExchange('claim', uuid(3), 'approved')),
    '0 kept, 0 broken',
  );
  const refused = { ...submitExchange('preauth', uuid(4)), response: { status: 400, headers: [] } };
  assert.equal(told('FLW-03', refused, lost()), '0 kept, 0 broken');
});

test('an id that is submitted later is that of its own cycle', () => {
  const early = [
    submitExchange('preauth', uuid(1)),
    triggerExchange('preauth', 'Approve', uuid(2)),
    submitExchange('preauth', uuid(2)),
    decisionExchange('preauth', uuid(2), 'approved'),
  ];
  assert.equal(told('FLW-03', ...early), '1 kept, 0 broken');
  assert.equal(told('FLW-11', ...early), '0 kept, 1 broken');
  assert.equal(told('DPY-03', ...early), '1 kept, 0 broken');
});

const first = () => [
  submitExchange('preauth', uuid(1)),
  triggerExchange('preauth', 'Approve', uuid(1)),
  decisionExchange('preauth', uuid(1), 'approved'),
];

test('the id of a cycle that was decided otherwise is that of another, where one waits and a trigger was asked for', () => {
  for (const [kind, action] of [
    ['preauth', 'Reject'],
    ['claim', 'Approve'],
  ] as const) {
    const decision = action === 'Reject' ? 'rejected' : 'approved';
    const recording = inCalls(
      ...first(),
      submitExchange(kind, uuid(2)),
      triggerExchange(kind, action, uuid(1)),
      decisionExchange(kind, uuid(2), decision),
    );
    const { breaches } = concludeFromExchanges('DPY-03', recording);
    assert.equal(breaches.length, 1);
    assert.match(
      plainTextOrEmpty(breaches[0]?.seen),
      /^00000001-.*, the id of another cycle: 00000002-.* waited$/,
    );
    assert.equal(told(kind === 'claim' ? 'FLW-06' : 'FLW-04', ...recording), '1 kept, 0 broken');
    assert.equal(told('FLW-03', ...recording), '1 kept, 0 broken');
  }
});

test('a trigger that the suite asked for is right in a cycle that the client has triggered by itself', () => {
  const [submitted, approved, decided] = first() as [Exchange, Exchange, Exchange];
  const own: Exchange = { ...approved, call: { method: 'preauth.submit', answer: 98 } };
  const others = inCalls(submitExchange('preauth', uuid(2)), triggerExchange('preauth', 'Reject', uuid(1)));
  assert.equal(told('DPY-03', ...inCalls(submitted), own, decided, ...others), '2 kept, 0 broken');
  assert.equal(told('DPY-03', ...inCalls(submitted, approved, decided), ...others), '1 kept, 1 broken');
});

describe('a trigger that the client sends late and by itself keeps its own cycle', () => {
  const own = (): Exchange => triggerExchange('preauth', 'Approve', uuid(1));
  const during = (exchange: Exchange, action: 'Approve' | 'Reject'): Exchange => ({
    ...exchange,
    call: {
      method: 'dummyPayer.trigger',
      answer: 98,
      trigger: { action, method: 'Preauth', correlationId: uuid(2) },
    },
  });
  const next = (action: 'Approve' | 'Reject'): Exchange =>
    during(triggerExchange('preauth', action, uuid(2)), action);
  const begun = (): Exchange[] =>
    inCalls(
      submitExchange('preauth', uuid(1)),
      triggerExchange('preauth', 'Reject', uuid(1)),
      decisionExchange('preauth', uuid(1), 'rejected'),
    );
  const waiting = (): Exchange[] => inCalls(submitExchange('preauth', uuid(2)));

  it('although the call asks for another action', () => {
    const recording = [...begun(), ...waiting(), during(own(), 'Reject'), next('Reject')];
    assert.equal(told('DPY-03', ...recording), '3 kept, 0 broken');
  });

  it('although the call asks for the same action of another cycle', () => {
    for (const status of [202, 409]) {
      const asked = (): Exchange => ({ ...next('Approve'), response: { status, headers: [] } });
      const recording = [
        ...begun(),
        ...waiting(),
        during(own(), 'Approve'),
        asked(),
        decisionExchange('preauth', uuid(2), 'approved'),
      ];
      assert.equal(told('DPY-03', ...recording), '3 kept, 0 broken');
      for (const id of ['FLW-03', 'FLW-04', 'FLW-11'])
        assert.match(told(id, ...recording), /, 0 broken$/, `${id} ${status}`);
    }
  });

  it('but the first one that fits the call is that of the call, if no other fits better', () => {
    const recording = [...begun(), ...waiting(), during(own(), 'Approve'), during(own(), 'Approve')];
    assert.equal(told('DPY-03', ...recording), '2 kept, 1 broken');
  });
});

describe('in traffic, a submission may not be in the recording', () => {
  const toldInTraffic = (...exchanges: Exchange[]): string =>
    describeConclusion(concludeFromExchanges('DPY-03', exchanges));

  it('so an id without a submission is inconclusive', () => {
    const lost = triggerExchange('preauth', 'Approve', uuid(9));
    assert.equal(toldInTraffic(lost), 'unjudged, 0 kept, 0 broken');
    assert.equal(toldInTraffic(...first(), lost), 'unjudged, 0 kept, 0 broken');
    assert.equal(told('DPY-03', lost), '0 kept, 1 broken');
    const knowing = concludeFromExchanges('DPY-03', [lost], {}, { txnIds: ['txn-1'] });
    assert.equal(describeConclusion(knowing), 'unjudged, 0 kept, 0 broken');
  });

  it('so a workflow id may be the correlation id of an earlier submission', () => {
    const { facts, ...submit } = submitExchange('claim', uuid(2));
    assert.ok(facts.payer !== undefined);
    const inWorkflow = { ...submit, facts: { ...facts, payer: { ...facts.payer, workflowId: uuid(1) } } };
    const named = triggerExchange('preauth', 'Approve', uuid(1));
    assert.equal(toldInTraffic(inWorkflow, named), 'unjudged, 0 kept, 0 broken');
    assert.equal(told('DPY-03', inWorkflow, named), '0 kept, 1 broken');
  });

  it('but other mistakes in an id are proven', () => {
    for (const id of ['20261121-7', 7, undefined])
      assert.equal(toldInTraffic(triggerExchange('preauth', 'Approve', id)), '0 kept, 1 broken');
    const letter = 'abcdef00-0000-4000-8000-000000000000';
    const inCapitals = triggerExchange('preauth', 'Approve', letter.toUpperCase());
    assert.equal(toldInTraffic(submitExchange('preauth', letter), inCapitals), '0 kept, 1 broken');
  });
});

test('in traffic, what names a decided cycle may mean it', () => {
  const recording = [
    ...first(),
    submitExchange('preauth', uuid(2)),
    triggerExchange('preauth', 'Reject', uuid(1)),
  ];
  assert.equal(told('DPY-03', ...recording), '2 kept, 0 broken');
});

test('a trigger sent again, one after a query, and one while nothing waits name their own cycle', () => {
  const kept = (...exchanges: Exchange[]): void => {
    assert.equal(told('DPY-03', ...inCalls(...exchanges)), '2 kept, 0 broken');
  };
  const waiting = () => submitExchange('preauth', uuid(2));
  kept(...first(), waiting(), triggerExchange('preauth', 'Approve', uuid(1)));
  kept(...first(), triggerExchange('preauth', 'Reject', uuid(1)));
  const queried = [
    submitExchange('preauth', uuid(1)),
    triggerExchange('preauth', 'Query', uuid(1)),
    queryExchange(uuid(1)),
  ];
  kept(...queried, waiting(), triggerExchange('preauth', 'Approve', uuid(1)));
});

test('the wrong method is that of its own cycle, whatever else waits', () => {
  const recording = inCalls(
    submitExchange('preauth', uuid(1)),
    submitExchange('claim', uuid(2)),
    triggerExchange('preauth', 'Approve', uuid(2)),
  );
  assert.equal(told('DPY-03', ...recording), '1 kept, 0 broken');
  assert.equal(told('FLW-06', ...recording), '0 kept, 1 broken');
});
