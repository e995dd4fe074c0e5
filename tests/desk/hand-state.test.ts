import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HandState } from '../../support/desk/page/hand/hand-state';
import { afterHappening, nothingByHand } from '../../support/desk/page/hand/hand-state';
import type { Happening, SeenByHand, WhyNot } from '../../support/run/hand/happenings';

const act = {
  ...{ id: 2, label: '1 session.create', number: 1, of: 3, journey: 'a journey', line: '' },
  sentence: 'Create a session.',
  values: [],
  address: { method: 'POST', url: 'http://127.0.0.1/sessions' },
};
const asked: Happening = { what: 'asked', act, deadline: 1000 };
const seen = (whyNot: WhyNot | undefined, seq = 1, about = 2): Happening => {
  const told: SeenByHand = { seq, name: `#${seq}`, status: 400, act: about, ...(whyNot && { whyNot }) };
  return { what: 'seen', seen: told };
};
const after = (...happenings: readonly Happening[]): HandState =>
  happenings.reduce(afterHappening, nothingByHand);
const refused: WhyNot = { kind: 'refused', status: 400 };
const heldIn = ({ open }: HandState) => (open?.kind === 'act' ? open.refused?.seq : undefined);

test('a refusal holds the act that it is about, until another try is waited for', () => {
  assert.equal(heldIn(after(asked, seen(refused))), 1);
  assert.equal(heldIn(after(asked, seen(refused, 1, 7))), undefined);
  assert.equal(heldIn(after(asked, seen({ kind: 'unasked' }))), undefined);
  const waiting = after(asked, seen(refused), { what: 'waiting', id: 2, deadline: 5000 });
  assert.equal(heldIn(waiting), undefined);
  assert.equal(waiting.open?.deadline, 5000);
});

test('what arrived instead is newest first, bounded, and of the act that stands open', () => {
  const many = Array.from({ length: 80 }, (_none, index) => seen({ kind: 'unasked' }, index + 1));
  const { instead } = after(asked, ...many, seen(undefined, 99));
  assert.equal(instead.length, 50);
  assert.equal(instead[0]?.seq, 80);
  assert.deepEqual(after(asked, ...many, asked).instead, []);
});

test('what is over goes to the acts that are over; an end of something else changes nothing', () => {
  const open = after(asked);
  assert.deepEqual(afterHappening(open, { what: 'done', id: 1, how: 'stopped' }), open);
  const over = afterHappening(open, { what: 'done', id: 2, how: 'skipped', message: 'why' });
  assert.equal(over.open, undefined);
  assert.deepEqual(over.done, [
    { id: 2, kind: 'act', sentence: 'Create a session.', how: 'skipped', message: 'why' },
  ]);
});

test('an answer that cannot be taken leaves the question open, with the reason', () => {
  const question = { id: 4, sentence: 'Where?', asking: [] };
  const state = after(
    { what: 'questioned', question, deadline: 1 },
    { what: 'misunderstood', id: 4, name: 'callbackUrl', message: 'no' },
  );
  assert.ok(state.open?.kind === 'question');
  assert.equal(state.open.problem?.message, 'no');
});
