import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { plain } from '../../plain';
import { asked, conclude, exchange, tell } from '../exchanges';
import { answered, approved, called, queried, strange, submitted, triggered } from './cycles';

const told = (...exchanges: Exchange[]): string => tell(conclude('DPY-08', exchanges));
const begun = (): Exchange[] => [submitted('claim', 'one'), triggered('claim', 'Approve', 'one')];

test('a trigger that is answered 2xx is accepted once something comes of it', () => {
  assert.equal(told(...begun(), answered('claim', 'one', approved)), '1 kept, 0 broken');
});

test('its effect carries the id of its cycle, on a path that the document has for it', () => {
  const others: Readonly<Record<string, () => Exchange>> = {
    'on no documented path': () => called('/v1/other', { correlationId: 'one' }),
    'on the path of the other method': () => answered('preauth', 'one', approved),
    'a query, after Approve': () => queried('one'),
    'under an unknown id': () => answered('claim', 'of no one', approved),
    'under no id': () => called('/v1/claim/on_submit', { envelope: 'unreadable' }, 'claim.onSubmit'),
  };
  for (const [which, make] of Object.entries(others)) {
    const { breaches, observations } = conclude('DPY-08', [...begun(), make()]);
    assert.deepEqual([breaches.length, observations], [1, 1], which);
    assert.match(plain(breaches[0]?.seen), /^202.*, and no such callback: #3 \(POST .*\) came /, which);
    assert.equal(told(...begun(), make(), answered('claim', 'one', approved)), '1 kept, 0 broken', which);
  }
});

test('an answer under the id of another cycle is no effect, whichever cycle lacks one', () => {
  const recording = [submitted('preauth', 'two'), ...begun(), answered('claim', 'two', approved)];
  assert.equal(told(...recording), '0 kept, 1 broken');
});

test('a query is followed by a communication request, or by the answer to its cycle', () => {
  const asking = (): Exchange[] => [submitted('claim', 'one'), triggered('claim', 'Query', 'one')];
  assert.equal(told(...asking(), queried('one')), '1 kept, 0 broken');
  assert.equal(told(...asking(), answered('claim', 'one', {})), '1 kept, 0 broken');
  assert.equal(told(...asking(), queried('two')), '0 kept, 1 broken');
});

test('a callback whose id stands in what cannot be read may be its effect: neither is said', () => {
  const nameless = (path: string): Exchange => called(path, strange, 'claim.onSubmit');
  assert.equal(told(...begun(), nameless('/v1/claim/on_submit')), 'unjudged, 0 kept, 0 broken');
  assert.equal(
    told(...begun(), nameless('/v1/claim/on_submit'), answered('claim', 'one', approved)),
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
  // An id of its own is no sign of a prompt.
  assert.equal(told(init, called('/v1/paymentnotice/on_init', { correlationId: 'p' })), '0 kept, 1 broken');
});

test('a payer whose paths begin with v1 has nothing at the printed ones, which is no refusal', () => {
  const at = (path: string, status: number): Exchange => {
    const trigger = triggered('claim', 'Approve', 'one');
    const url = `https://payer.example${path}`;
    return { ...trigger, request: { ...trigger.request, url }, response: { status, headers: [] } };
  };
  const [printed, versioned] = ['/process/request', '/v1/process/request'];
  const both = (first: number, second: number, ...before: Exchange[]): string =>
    told(
      submitted('claim', 'one'),
      ...before,
      at(printed, first),
      at(versioned, second),
      answered('claim', 'one', approved),
    );
  assert.equal(both(404, 202), '1 kept, 0 broken');
  assert.equal(both(404, 404), '0 kept, 2 broken');
  assert.equal(both(400, 202), '1 kept, 1 broken');
  assert.equal(both(404, 202, at(printed, 202)), '2 kept, 1 broken');
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
