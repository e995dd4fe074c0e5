import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { plainTextOrEmpty } from '../../plain';
import { makeAsked, concludeFromExchanges, makeExchange, describeConclusion } from '../exchanges';
import {
  payerAnswer,
  approvedFact,
  payerCallback,
  payerQuery,
  unreadableFact,
  providerSubmission,
  providerTrigger,
} from './cycles';

const told = (...exchanges: Exchange[]): string =>
  describeConclusion(concludeFromExchanges('DPY-08', exchanges));
const begun = (): Exchange[] => [
  providerSubmission('claim', 'one'),
  providerTrigger('claim', 'Approve', 'one'),
];

test('a trigger that is answered 2xx is accepted once something comes of it', () => {
  assert.equal(told(...begun(), payerAnswer('claim', 'one', approvedFact)), '1 kept, 0 broken');
});

test('its effect carries the id of its cycle, on a path that the document has for it', () => {
  const others: Readonly<Record<string, () => Exchange>> = {
    'on no documented path': () => payerCallback('/v1/other', { correlationId: 'one' }),
    'on the path of the other method': () => payerAnswer('preauth', 'one', approvedFact),
    'a query, after Approve': () => payerQuery('one'),
    'under an unknown id': () => payerAnswer('claim', 'of no one', approvedFact),
    'under no id': () => payerCallback('/v1/claim/on_submit', { envelope: 'unreadable' }, 'claim.onSubmit'),
  };
  for (const [which, make] of Object.entries(others)) {
    const { breaches, observations } = concludeFromExchanges('DPY-08', [...begun(), make()]);
    assert.deepEqual([breaches.length, observations], [1, 1], which);
    assert.match(
      plainTextOrEmpty(breaches[0]?.seen),
      /^202.*, and no such callback: #3 \(POST .*\) came /,
      which,
    );
    assert.equal(
      told(...begun(), make(), payerAnswer('claim', 'one', approvedFact)),
      '1 kept, 0 broken',
      which,
    );
  }
});

test('an answer under the id of another cycle is no effect, whichever cycle lacks one', () => {
  const recording = [
    providerSubmission('preauth', 'two'),
    ...begun(),
    payerAnswer('claim', 'two', approvedFact),
  ];
  assert.equal(told(...recording), '0 kept, 1 broken');
});

test('a query is followed by a communication request, or by the answer to its cycle', () => {
  const asking = (): Exchange[] => [
    providerSubmission('claim', 'one'),
    providerTrigger('claim', 'Query', 'one'),
  ];
  assert.equal(told(...asking(), payerQuery('one')), '1 kept, 0 broken');
  assert.equal(told(...asking(), payerAnswer('claim', 'one', {})), '1 kept, 0 broken');
  assert.equal(told(...asking(), payerQuery('two')), '0 kept, 1 broken');
});

test('a callback whose id stands in what cannot be read may be its effect: neither is said', () => {
  const nameless = (path: string): Exchange => payerCallback(path, unreadableFact, 'claim.onSubmit');
  assert.equal(told(...begun(), nameless('/v1/claim/on_submit')), 'unjudged, 0 kept, 0 broken');
  assert.equal(
    told(...begun(), nameless('/v1/claim/on_submit'), payerAnswer('claim', 'one', approvedFact)),
    '1 kept, 0 broken',
  );
});

test('what came before a trigger, or answers another cycle, is no effect of it', () => {
  assert.equal(
    told(
      providerSubmission('claim', 'one'),
      payerAnswer('claim', 'one', {}),
      providerTrigger('claim', 'Approve', 'one'),
    ),
    '0 kept, 1 broken',
  );
  const other = [providerSubmission('claim', 'two'), providerTrigger('claim', 'Approve', 'two')];
  assert.equal(told(...begun(), ...other, payerAnswer('claim', 'two', approvedFact)), '1 kept, 1 broken');
});

test('a notice is accepted once a prompt comes', () => {
  const init = makeExchange({
    service: 'dummyPayer',
    operation: 'paymentNotice.init',
    url: 'https://payer.example/paymentNotice/init',
    asked: makeAsked('valid', 'trigger/notice'),
    status: 202,
  });
  const prompt = payerCallback('/v1/paymentnotice/request', { correlationId: 'p' });
  assert.equal(told(init, prompt), '1 kept, 0 broken');
  // An id of its own is no sign of a prompt.
  assert.equal(
    told(init, payerCallback('/v1/paymentnotice/on_init', { correlationId: 'p' })),
    '0 kept, 1 broken',
  );
});

test('a payer whose paths begin with v1 has nothing at the printed ones, which is no refusal', () => {
  const at = (path: string, status: number): Exchange => {
    const trigger = providerTrigger('claim', 'Approve', 'one');
    const url = `https://payer.example${path}`;
    return { ...trigger, request: { ...trigger.request, url }, response: { status, headers: [] } };
  };
  const [printed, versioned] = ['/process/request', '/v1/process/request'];
  const both = (first: number, second: number, ...before: Exchange[]): string =>
    told(
      providerSubmission('claim', 'one'),
      ...before,
      at(printed, first),
      at(versioned, second),
      payerAnswer('claim', 'one', approvedFact),
    );
  assert.equal(both(404, 202), '1 kept, 0 broken');
  assert.equal(both(404, 404), '0 kept, 2 broken');
  assert.equal(both(400, 202), '1 kept, 1 broken');
  assert.equal(both(404, 202, at(printed, 202)), '2 kept, 1 broken');
});

const odd = (variant: string, status: number): Exchange =>
  makeExchange({
    service: 'dummyPayer',
    operation: 'dummyPayer.trigger',
    url: 'https://payer.example/process/request',
    asked: makeAsked('open', 'odd-triggers', variant),
    status,
  });
const variants = ['unknown action', 'unknown method', 'unknown correlationId', 'missing bearer_auth'];
const notesOf = (statusOf: (variant: string) => number): string[] =>
  concludeFromExchanges(
    'DPY-09',
    variants.map((variant) => odd(variant, statusOf(variant))),
  ).notes.map(plainTextOrEmpty);

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
