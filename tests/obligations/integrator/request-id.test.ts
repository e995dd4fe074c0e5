import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, eachBreaks, everywhere } from './breaches';
import { answer, edit, header, unanswered } from './edits';
import type { Draft, Step } from './exchanges';
import { certificate, play, session, uuidOf } from './exchanges';
import { broken, conclude } from './judge';
import { plain } from '../../plain';

const id = (value: string | ((value: string) => string)) =>
  at('session', (step) => edit(step, header('REQUEST-ID', value)));

eachBreaks('REQUEST-ID', [
  ['in braces and uppercase', ['HDR-03'], id((value) => `{${value.toUpperCase()}}`)],
  ['of version 1 in uppercase', ['HDR-03', 'HDR-04'], id('ABCDEF01-2345-1678-9ABC-000000000077')],
  ['of digits only', [], id('00000000-0000-4000-8000-000000000077')],
  ['fixed', ['HDR-05'], everywhere((step) => onlyChanging(step, 'REQUEST-ID', uuidOf(99)))],
  [
    'missing on the identity certificate',
    ['CRT-04', 'HDR-02'],
    at('identity', (step) => edit(step, header('REQUEST-ID'))),
  ],
  ['missing on fields for identity', ['HDR-02'], at('fields', (step) => edit(step, header('REQUEST-ID')))],
]);

/** Changes a header where it stands. */
function onlyChanging(step: Step, name: string, value: string): Step {
  return (instant, n) => {
    const draft = step(instant, n);
    const has = draft.request.headers.some(([each]) => each === name);
    return has ? header(name, value)(draft) : draft;
  };
}

/** The same request once more, later. */
function repeating(first: Step, ...edits: ((draft: Draft) => Draft)[]): Step[] {
  let sent: Draft | undefined;
  return [
    (instant, n) => (sent = edit(first, ...edits)(instant, n)),
    (instant, n) => ({
      ...first(instant, n),
      request: sent?.request ?? first(instant, n).request,
    }),
  ];
}

describe('a request that is repeated', () => {
  it('after a 503 needs an id of its own', () => {
    const recording = play(repeating(session(), answer(503)), 200);
    assert.deepEqual(broken(recording), ['HDR-05']);
    const [breach] = conclude('HDR-05', recording).breaches;
    assert.deepEqual(breach?.exchanges, [2, 1]);
    assert.match(plain(breach.seen), /again; first in #1/);
    assert.match(plain(breach.cause), /what is sent again keeps its REQUEST-ID/);
  });

  it('after no byte of an answer is noted only', () => {
    const recording = play([...repeating(session(), unanswered), certificate('identity')], 2500);
    assert.deepEqual(broken(recording), []);
    assert.equal(conclude('HDR-05', recording).notes.length, 1);
  });

  it('with a time of its own is no resend of the transport', () => {
    const [first, second] = repeating(session(), unanswered);
    assert.ok(first && second);
    const anew: Step = (instant, n) =>
      header('TIMESTAMP', new Date(instant).toISOString())(second(instant, n));
    assert.deepEqual(broken(play([first, anew], 200)), ['HDR-05']);
  });

  it('a second time, once it was answered, is no resend any more', () => {
    const [first, second] = repeating(session(), unanswered);
    assert.ok(first && second);
    assert.deepEqual(broken(play([first, second, second], 200)), ['HDR-05']);
  });

  it('along a redirect is noted only', () => {
    const [first, second] = repeating(
      session(),
      answer(307, {}, [['Location', '/moved/api/hiecm/gateway/v3/sessions']]),
    );
    assert.ok(first && second);
    const moved: Step = (instant, n) => {
      const draft = second(instant, n);
      const url = draft.request.url.replace('/api/', '/moved/api/');
      return { ...draft, request: { ...draft.request, url } };
    };
    const recording = play([first, moved, certificate('identity')], 200);
    assert.deepEqual(broken(recording), []);
    assert.match(plain(conclude('HDR-05', recording).notes[0]), /redirect/);
  });
});

it('one v3 request alone shows nothing of HDR-05', () => {
  assert.equal(conclude('HDR-05', play([session()])).observations, 0);
  assert.equal(conclude('HDR-05', play([session(), certificate('identity')])).observations, 2);
});

it('the same id in another spelling is a repeat', () => {
  const recording = play([
    edit(session(), header('REQUEST-ID', uuidOf(7))),
    edit(certificate('identity'), header('REQUEST-ID', uuidOf(7).toUpperCase())),
  ]);
  assert.deepEqual(broken(recording), ['HDR-04', 'HDR-05']);
});
