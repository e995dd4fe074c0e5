import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { plain } from '../../plain';
import { conclude, tell } from '../exchanges';
import { decide, query, reply, submit, trigger, uuid } from './cycle-exchanges';

/** While the suite had asked for just that. */
const inCalls = (...exchanges: Exchange[]): Exchange[] =>
  exchanges.map((each) => ({
    ...each,
    ...(each.sender === 'integrator' && { call: { method: each.operation ?? '', answer: 99 } }),
  }));

const told = (id: string, ...exchanges: Exchange[]): string => tell(conclude(id, exchanges));

describe('what follows a trigger with a wrong id is judged as that of the one cycle that waits', () => {
  for (const [which, id] of [
    ['of no cycle', uuid(9)],
    ['of no form', '20261121-7'],
    ['that is a number', 7],
    ['that is left out', undefined],
  ] as const)
    it(`an id ${which}`, () => {
      const approved = [
        submit('preauth', uuid(1)),
        trigger('preauth', 'Approve', id),
        decide('preauth', uuid(1), 'approved'),
      ];
      assert.equal(told('DPY-03', ...approved), '0 kept, 1 broken');
      assert.equal(told('FLW-03', ...approved), '1 kept, 0 broken');
      const queried = [submit('claim', uuid(2)), trigger('claim', 'Query', id), query(uuid(2))];
      assert.equal(told('FLW-08', ...queried), '0 kept, 1 broken');
      const answered = [...queried, reply(uuid(2)), decide('claim', uuid(2), 'approved')];
      assert.equal(told('FLW-08', ...answered), '1 kept, 0 broken');
    });
});

test('where several wait, or none of that kind, the trigger is that of no cycle', () => {
  const lost = () => trigger('preauth', 'Approve', uuid(9));
  const [one, two] = [submit('preauth', uuid(1)), submit('preauth', uuid(2))];
  const answers = () => [decide('preauth', uuid(1), 'approved'), decide('preauth', uuid(2), 'approved')];
  assert.equal(told('FLW-03', one, two, lost(), ...answers()), '0 kept, 0 broken');
  assert.equal(
    told('FLW-06', submit('claim', uuid(3)), lost(), decide('claim', uuid(3), 'approved')),
    '0 kept, 0 broken',
  );
  const refused = { ...submit('preauth', uuid(4)), response: { status: 400, headers: [] } };
  assert.equal(told('FLW-03', refused, lost()), '0 kept, 0 broken');
});

test('an id that is submitted later is that of its own cycle', () => {
  const early = [
    submit('preauth', uuid(1)),
    trigger('preauth', 'Approve', uuid(2)),
    submit('preauth', uuid(2)),
    decide('preauth', uuid(2), 'approved'),
  ];
  assert.equal(told('FLW-03', ...early), '1 kept, 0 broken');
  assert.equal(told('FLW-11', ...early), '0 kept, 1 broken');
  assert.equal(told('DPY-03', ...early), '1 kept, 0 broken');
});

const first = () => [
  submit('preauth', uuid(1)),
  trigger('preauth', 'Approve', uuid(1)),
  decide('preauth', uuid(1), 'approved'),
];

test('the id of a cycle that was decided otherwise is that of another, where one waits and a trigger was asked for', () => {
  for (const [kind, action] of [
    ['preauth', 'Reject'],
    ['claim', 'Approve'],
  ] as const) {
    const decision = action === 'Reject' ? 'rejected' : 'approved';
    const recording = inCalls(
      ...first(),
      submit(kind, uuid(2)),
      trigger(kind, action, uuid(1)),
      decide(kind, uuid(2), decision),
    );
    const { breaches } = conclude('DPY-03', recording);
    assert.equal(breaches.length, 1);
    assert.match(plain(breaches[0]?.seen), /^00000001-.*, the id of another cycle: 00000002-.* waited$/);
    assert.equal(told(kind === 'claim' ? 'FLW-06' : 'FLW-04', ...recording), '1 kept, 0 broken');
    assert.equal(told('FLW-03', ...recording), '1 kept, 0 broken');
  }
});

test('in traffic, what names a decided cycle may mean it', () => {
  const recording = [...first(), submit('preauth', uuid(2)), trigger('preauth', 'Reject', uuid(1))];
  assert.equal(told('DPY-03', ...recording), '2 kept, 0 broken');
});

test('a trigger sent again, one after a query, and one while nothing waits name their own cycle', () => {
  const kept = (...exchanges: Exchange[]): void => {
    assert.equal(told('DPY-03', ...inCalls(...exchanges)), '2 kept, 0 broken');
  };
  const waiting = () => submit('preauth', uuid(2));
  kept(...first(), waiting(), trigger('preauth', 'Approve', uuid(1)));
  kept(...first(), trigger('preauth', 'Reject', uuid(1)));
  const queried = [submit('preauth', uuid(1)), trigger('preauth', 'Query', uuid(1)), query(uuid(1))];
  kept(...queried, waiting(), trigger('preauth', 'Approve', uuid(1)));
});

test('the wrong method is that of its own cycle, whatever else waits', () => {
  const recording = inCalls(
    submit('preauth', uuid(1)),
    submit('claim', uuid(2)),
    trigger('preauth', 'Approve', uuid(2)),
  );
  assert.equal(told('DPY-03', ...recording), '1 kept, 0 broken');
  assert.equal(told('FLW-06', ...recording), '0 kept, 1 broken');
});
