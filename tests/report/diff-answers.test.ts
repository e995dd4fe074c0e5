import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterAnswer, Evidence } from '../../support/exchange/evidence';
import type { Exchange } from '../../support/exchange/exchange';
import { compareAnswers } from '../../support/report/diff/answer-differences';
import { Durations } from '../../support/report/diff/durations';
import { Observed } from '../../support/report/diff/observed';
import { compareSpeed } from '../../support/report/diff/speed';

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly ms?: number;
}

const bodyOf = (value: unknown) => {
  const text = JSON.stringify(value);
  return { text, bytes: text.length };
};

/** A question to a service, with its answer. */
function exchange({ status = 200, body = {}, ms = 10 }: Answer, other: Partial<Exchange> = {}): Exchange {
  return {
    seq: 1,
    arrivedAt: 1_000_000,
    answeredAt: 1_000_000 + ms,
    sender: 'suite',
    operation: 'session.create',
    asked: { part: 'valid', round: '1', variant: 'right' },
    request: { method: 'POST', url: 'https://127.0.0.1/', headers: [] },
    response: { status, headers: [], body: bodyOf(body) },
    facts: { scheme: 'https', loopback: true },
    ...other,
  };
}

function observed(...exchanges: readonly Evidence[]): Observed {
  const all = new Observed();
  for (const each of exchanges) all.observe(each);
  return all;
}

const answering = (...answers: readonly Answer[]): Observed =>
  observed(...answers.map((each) => exchange(each)));

describe('answers', () => {
  it('are alike, however many there are and whatever values they have', () => {
    const changes = compareAnswers(
      answering({ body: { a: 1 } }),
      answering({ body: { a: 2 } }, { body: { a: 3 } }),
    );
    assert.deepEqual(changes, { changed: [], compared: 1, onlyInOne: 0 });
  });

  it('that have another status, code or member are told', () => {
    const error = (code: string, more = {}) => ({
      status: 400,
      body: { error: { code, message: 'm', ...more } },
    });
    const status = compareAnswers(answering({ status: 200 }), answering({ status: 201 })).changed[0];
    assert.deepEqual(status?.status, { from: ['200'], to: ['201'] });
    const code = compareAnswers(answering(error('A')), answering(error('B'))).changed[0];
    assert.deepEqual(
      [code?.codes, code?.status, code?.members],
      [{ from: ['A'], to: ['B'] }, undefined, undefined],
    );
    const more = compareAnswers(answering(error('A')), answering(error('A', { hint: 1 }))).changed[0];
    assert.deepEqual(more?.members, [
      { status: '400', member: '/error/hint number', from: 'never', to: 'always' },
    ]);
    const type = compareAnswers(answering({ body: { a: 1 } }), answering({ body: { a: '1' } })).changed[0];
    assert.deepEqual(
      type?.members?.map(({ member, to }) => [member, to]),
      [
        ['/a number', 'never'],
        ['/a string', 'always'],
      ],
    );
  });

  it('that have a member only sometimes are others than those that always have it', () => {
    const [old, now] = [
      answering({ body: { a: 1 } }, { body: { a: 1 } }),
      answering({ body: { a: 1 } }, { body: {} }),
    ];
    const member = { status: '200', member: '/a number' };
    assert.deepEqual(compareAnswers(old, now).changed[0]?.members, [
      { ...member, from: 'always', to: 'sometimes' },
    ]);
    assert.deepEqual(compareAnswers(now, old).changed[0]?.members, [
      { ...member, from: 'sometimes', to: 'always' },
    ]);
  });

  it('that did not come are told by the reason', () => {
    const failure = { kind: 'timeout', code: 'ETIMEDOUT', message: '' } as const;
    const { response, ...unanswered } = exchange({}, { failure });
    assert.ok(response !== undefined);
    const [change] = compareAnswers(answering({}), observed(unanswered)).changed;
    assert.deepEqual(change?.status, { from: ['200'], to: ['no answer (timeout)'] });
  });

  it('are compared by question, and only where both recordings ask it', () => {
    const differing: readonly Partial<Exchange>[] = [
      { operation: 'otp.verify' },
      { sender: 'integrator' },
      { asked: { part: 'negative', round: '1', variant: 'right' } },
      { asked: { part: 'valid', round: '1', variant: 'other' } },
      { stimulus: 'unavailable' },
    ];
    const old = answering({ status: 200 });
    for (const other of differing)
      assert.deepEqual(
        compareAnswers(old, observed(exchange({ status: 500 }, other))),
        { changed: [], compared: 0, onlyInOne: 2 },
        JSON.stringify(other),
      );
    // The round of a question says when it was asked, and no more.
    const later = exchange({ status: 500 }, { asked: { part: 'valid', round: '9', variant: 'right' } });
    assert.equal(compareAnswers(old, observed(later)).changed.length, 1);
  });

  it('of integrators, and of nobody, are left out', () => {
    const callback = exchange({}, { operation: 'preauth.onSubmit', subject: 'integrator' });
    const result: AdapterAnswer = {
      seq: 1,
      kind: 'adapter answer',
      arrivedAt: 1,
      method: 'cycle.get',
      facts: {},
    };
    const { operation, ...unknown } = exchange({});
    assert.ok(operation !== undefined);
    assert.equal(observed(callback, result, unknown).answered.size, 0);
  });

  it('do not grow with the recording', () => {
    const many = new Observed();
    for (let index = 0; index < 30_000; index += 1)
      many.observe(
        exchange(
          { body: { [`member-${index}`]: index } },
          { asked: { part: 'open', round: '', variant: `v${index % 20_000}` } },
        ),
      );
    assert.equal(many.answered.size, 10_000);
    const wide = answering(
      ...Array.from({ length: 600 }, (_each, index) => ({ body: { [`m${index}`]: 1 } })),
    );
    assert.deepEqual(compareAnswers(wide, answering({ body: {} })).changed, []);
  });
});

describe('speed', () => {
  const times = (...ms: readonly number[]): Observed => answering(...ms.map((each) => ({ ms: each })));
  const told = (old: readonly number[], now: readonly number[]) =>
    compareSpeed(times(...old), times(...now)).map(({ percentile, from, to }) => [percentile, from, to]);
  const five = (ms: number): number[] => Array.from({ length: 5 }, () => ms);

  it('is noted once it is more than twice as slow, and by more than 100 ms', () => {
    assert.deepEqual(told(five(100), five(201)), [
      [50, 100, 201],
      [95, 100, 201],
    ]);
    assert.deepEqual(told(five(200), five(400)), [], 'twice is not more than twice');
    assert.deepEqual(told(five(1), five(101)), [], '100 ms are not more than 100 ms');
    assert.deepEqual(told(five(1), five(102)).length, 2);
    assert.deepEqual(told(five(300), five(10)), []);
  });

  it('takes five samples of each', () => {
    assert.deepEqual(told(five(1).slice(1), five(900)), []);
    assert.deepEqual(told(five(1), five(900).slice(1)), []);
  });

  it('tells the slow end apart', () => {
    const [old, now] = [five(10).concat(five(10)), five(10).concat(five(10))];
    assert.deepEqual(told(old, now.slice(1).concat(900)), [[95, 10, 900]]);
  });

  it('leaves out what was slow on purpose', () => {
    const slow = five(900).map((ms) => exchange({ ms }, { stimulus: 'slow' }));
    assert.deepEqual(
      compareSpeed(
        observed(...five(1).map((ms) => exchange({ ms }, { stimulus: 'slow' }))),
        observed(...slow),
      ),
      [],
    );
  });

  it('is counted in little room', () => {
    const durations = new Durations();
    for (let ms = 0; ms < 100_000; ms += 1) durations.add(ms);
    assert.equal(durations.count, 100_000);
    assert.deepEqual([durations.percentile(50), durations.percentile(95)], [50_000, 95_000]);
    assert.equal(new Durations().percentile(50), 0);
    const odd = new Durations();
    for (const ms of [-5, Number.NaN, Infinity]) odd.add(ms);
    assert.deepEqual([odd.count, odd.percentile(50)], [1, 0]);
  });
});
