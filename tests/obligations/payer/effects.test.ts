import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { plain } from '../../plain';
import { asked, conclude, exchange, tell } from '../exchanges';
import { answered, approved, called, queried, submitted, triggered } from './cycles';

const told = (...exchanges: Exchange[]): string => tell(conclude('DPY-08', exchanges));
const begun = (): Exchange[] => [submitted('claim', 'one'), triggered('claim', 'Approve', 'one')];

test('a trigger that is answered 2xx is accepted once something comes of it', () => {
  assert.equal(told(...begun(), answered('claim', 'one', approved)), '1 kept, 0 broken');
  const { breaches } = conclude('DPY-08', begun());
  assert.match(plain(breaches[0]?.seen), /^202.*, and no callback at all in time/);
});

test('whatever may be its effect is one: what came is judged elsewhere', () => {
  const callbacks = [
    () => called('/v1/other', {}),
    () => answered('claim', 'of nobody', approved),
    () => queried('one'),
  ];
  for (const make of callbacks) assert.equal(told(...begun(), make()), '1 kept, 0 broken');
  // Under the id of a cycle of another kind, it may be meant for this one.
  assert.equal(
    told(submitted('preauth', 'two'), ...begun(), answered('claim', 'two', approved)),
    '1 kept, 0 broken',
  );
});

test('what came before a trigger, or answers another cycle, is no effect of it', () => {
  assert.equal(
    told(submitted('claim', 'one'), answered('claim', 'one', {}), triggered('claim', 'Approve', 'one')),
    '0 kept, 1 broken',
  );
  const other = [submitted('claim', 'two'), triggered('claim', 'Approve', 'two')];
  assert.equal(told(...begun(), ...other, answered('claim', 'two', approved)), '1 kept, 1 broken');
});

test('a notice is accepted once a prompt comes', () => {
  const init = exchange({
    service: 'dummyPayer',
    operation: 'paymentNotice.init',
    url: 'https://payer.example/paymentNotice/init',
    asked: asked('valid', 'trigger/notice'),
    status: 202,
  });
  const prompt = called('/v1/paymentnotice/request', { correlationId: 'p' });
  assert.equal(told(init, prompt), '1 kept, 0 broken');
  assert.equal(told(init), '0 kept, 1 broken');
});

const odd = (variant: string, status: number): Exchange =>
  exchange({
    service: 'dummyPayer',
    operation: 'dummyPayer.trigger',
    url: 'https://payer.example/process/request',
    asked: asked('open', 'odd-triggers', variant),
    status,
  });
const variants = ['unknown action', 'unknown method', 'unknown correlationId', 'missing bearer_auth'];
const notesOf = (statusOf: (variant: string) => number): string[] =>
  conclude(
    'DPY-09',
    variants.map((variant) => odd(variant, statusOf(variant))),
  ).notes.map(plain);

test('a payer that accepts everything is told so in plain words', () => {
  const notes = notesOf(() => 202);
  assert.ok(notes.some((note) => note.startsWith('the dummy payer accepts every trigger, whatever it says')));
  assert.ok(notes.some((note) => note.startsWith('#4 had no bearer_auth and was accepted: anyone can')));
  assert.ok(notes.some((note) => note.startsWith('#3 named a cycle that was never begun, and was accepted')));
});

test('a payer that refuses what is odd is told nothing more', () => {
  assert.deepEqual(notesOf(() => 400).length, variants.length);
  const lax = notesOf((variant) => (variant === 'missing bearer_auth' ? 202 : 400));
  assert.equal(lax.length, variants.length + 1);
  assert.match(lax.at(-1) ?? '', /anyone can trigger the dummy payer$/);
});
