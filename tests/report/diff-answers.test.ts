import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterAnswer, Evidence } from '../../support/exchange/evidence';
import type { Exchange } from '../../support/exchange/exchange';
import type { ObservedAnswers } from '../../support/report/diff/answers';
import { compareAnswers, observeAnswer, shapeOf } from '../../support/report/diff/answers';

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
}

const bodyOf = (value: unknown) => {
  const text = JSON.stringify(value);
  return { text, bytes: text.length };
};

/** A question to a service, with its answer. */
function exchange({ status = 200, body = {} }: Answer, other: Partial<Exchange> = {}): Exchange {
  return {
    seq: 1,
    arrivedAt: 1_000_000,
    answeredAt: 1_000_010,
    sender: 'suite',
    operation: 'session.create',
    asked: { part: 'valid', round: '1', variant: 'right' },
    request: { method: 'POST', url: 'https://127.0.0.1/', headers: [] },
    response: { status, headers: [], body: bodyOf(body) },
    facts: { scheme: 'https', loopback: true },
    ...other,
  };
}

function observed(...exchanges: readonly Evidence[]): ObservedAnswers {
  const all: ObservedAnswers = new Map();
  for (const each of exchanges) observeAnswer(all, each);
  return all;
}

const answering = (...answers: readonly Answer[]): ObservedAnswers =>
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

  it('of integrators, and of no operation, are left out', () => {
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
    assert.equal(observed(callback, result, unknown).size, 0);
  });

  it('do not grow with the recording', () => {
    const many: ObservedAnswers = new Map();
    for (let index = 0; index < 30_000; index += 1)
      observeAnswer(
        many,
        exchange(
          { body: { [`member-${index}`]: index } },
          { asked: { part: 'open', round: '', variant: `v${index % 20_000}` } },
        ),
      );
    assert.equal(many.size, 10_000);
    const wide = answering(
      ...Array.from({ length: 600 }, (_each, index) => ({ body: { [`m${index}`]: 1 } })),
    );
    assert.deepEqual(compareAnswers(wide, answering({ body: {} })).changed, []);
  });
});

describe('the shape of a body', () => {
  it('names members and types, whatever their order and values', () => {
    const shape = [
      ...(shapeOf(bodyOf({ error: { code: 'A', n: 1 }, list: [{ a: 1 }, { b: null }, 'x'] })) ?? []),
    ];
    assert.deepEqual(shape.sort(), [
      '(body) object',
      '/error object',
      '/error/code string',
      '/error/n number',
      '/list array',
      '/list[] object',
      '/list[] string',
      '/list[]/a number',
      '/list[]/b null',
    ]);
    assert.deepEqual(shapeOf(bodyOf({ b: 2, a: 'z' })), shapeOf(bodyOf({ a: 'other', b: 1.5 })));
    assert.deepEqual([...(shapeOf(bodyOf({ 'a/b~c': true })) ?? [])][1], '/a~1b~0c boolean');
  });

  it('tells text and nothing apart, and says nothing of what was cut', () => {
    assert.deepEqual([...(shapeOf({ text: 'PEM', bytes: 3 }) ?? [])], ['(text)']);
    assert.deepEqual([...(shapeOf(undefined) ?? [])], ['(no body)']);
    assert.equal(shapeOf({ text: '{"a"', bytes: 9999, cut: true }), undefined);
    assert.equal(shapeOf({ text: '', bytes: 0, absent: true }), undefined);
  });

  it('is found of bodies that are deeper than any', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    assert.ok((shapeOf({ text: deep, bytes: deep.length })?.size ?? 0) < 50);
  });
});
