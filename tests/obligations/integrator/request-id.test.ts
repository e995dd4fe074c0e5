import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeStep, describeBreaches, changeEveryStep } from './breaches';
import { answerWith, edit, replaceHeader, unanswered } from './edits';
import type { UnnumberedExchange, JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session, uuidOf } from './exchanges';
import { brokenIds, concludeFromEvidence } from './judge';
import { plainTextOrEmpty } from '../../plain';

const id = (value: string | ((value: string) => string)) =>
  changeStep('session', (step) => edit(step, replaceHeader('REQUEST-ID', value)));

describeBreaches('REQUEST-ID', [
  ['in braces and uppercase', ['HDR-03'], id((value) => `{${value.toUpperCase()}}`)],
  ['of version 1 in uppercase', ['HDR-03', 'HDR-04'], id('ABCDEF01-2345-1678-9ABC-000000000077')],
  ['of digits only', [], id('00000000-0000-4000-8000-000000000077')],
  ['fixed', ['HDR-05'], changeEveryStep((step) => onlyChanging(step, 'REQUEST-ID', uuidOf(99)))],
  [
    'missing on the identity certificate',
    ['CRT-04', 'HDR-02'],
    changeStep('identity', (step) => edit(step, replaceHeader('REQUEST-ID'))),
  ],
  [
    'missing on fields for identity',
    ['HDR-02'],
    changeStep('fields', (step) => edit(step, replaceHeader('REQUEST-ID'))),
  ],
]);

/** Changes a header where it stands. */
function onlyChanging(step: JourneyStep, name: string, value: string): JourneyStep {
  return (instant, n) => {
    const draft = step(instant, n);
    const has = draft.request.headers.some(([each]) => each === name);
    return has ? replaceHeader(name, value)(draft) : draft;
  };
}

/** The same request once more, later. */
function repeating(
  first: JourneyStep,
  ...edits: ((draft: UnnumberedExchange) => UnnumberedExchange)[]
): JourneyStep[] {
  let sent: UnnumberedExchange | undefined;
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
    const recording = playSteps(repeating(session(), answerWith(503)), 200);
    assert.deepEqual(brokenIds(recording), ['HDR-05']);
    const [breach] = concludeFromEvidence('HDR-05', recording).breaches;
    assert.deepEqual(breach?.exchanges, [2, 1]);
    assert.match(plainTextOrEmpty(breach.seen), /again; first in #1/);
    assert.match(plainTextOrEmpty(breach.cause), /what is sent again keeps its REQUEST-ID/);
  });

  it('after no byte of an answer is noted only', () => {
    const recording = playSteps([...repeating(session(), unanswered), requestCertificate('identity')], 2500);
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('HDR-05', recording).notes.length, 1);
  });

  it('with a time of its own is no resend of the transport', () => {
    const [first, second] = repeating(session(), unanswered);
    assert.ok(first && second);
    const anew: JourneyStep = (instant, n) =>
      replaceHeader('TIMESTAMP', new Date(instant).toISOString())(second(instant, n));
    assert.deepEqual(brokenIds(playSteps([first, anew], 200)), ['HDR-05']);
  });

  it('a second time, once it was answered, is no resend any more', () => {
    const [first, second] = repeating(session(), unanswered);
    assert.ok(first && second);
    assert.deepEqual(brokenIds(playSteps([first, second, second], 200)), ['HDR-05']);
  });

  it('along a redirect is noted only', () => {
    const [first, second] = repeating(
      session(),
      answerWith(307, {}, [['Location', '/moved/api/hiecm/gateway/v3/sessions']]),
    );
    assert.ok(first && second);
    const moved: JourneyStep = (instant, n) => {
      const draft = second(instant, n);
      const url = draft.request.url.replace('/api/', '/moved/api/');
      return { ...draft, request: { ...draft.request, url } };
    };
    const recording = playSteps([first, moved, requestCertificate('identity')], 200);
    assert.deepEqual(brokenIds(recording), []);
    assert.match(plainTextOrEmpty(concludeFromEvidence('HDR-05', recording).notes[0]), /redirect/);
  });
});

it('one v3 request alone shows nothing of HDR-05', () => {
  assert.equal(concludeFromEvidence('HDR-05', playSteps([session()])).observations, 0);
  assert.equal(
    concludeFromEvidence('HDR-05', playSteps([session(), requestCertificate('identity')])).observations,
    2,
  );
});

it('the same id in another spelling is a repeat', () => {
  const recording = playSteps([
    edit(session(), replaceHeader('REQUEST-ID', uuidOf(7))),
    edit(requestCertificate('identity'), replaceHeader('REQUEST-ID', uuidOf(7).toUpperCase())),
  ]);
  assert.deepEqual(brokenIds(recording), ['HDR-04', 'HDR-05']);
});
