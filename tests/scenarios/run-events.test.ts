import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecording } from '../../support/exchange/recording';
import type { RunEvent } from '../../support/run/run-events';
import { RunEventEmitter } from '../../support/run/run-events';
import { RunLog } from '../../support/run/run-log';
import { PendingWaits } from '../../support/run/pending-waits';
import { passed, planned, ran, step } from '../judging/envelopes';

const secret = 'canary-7f3a';

/** An open run whose events are kept. */
function scene() {
  const events = new RunEventEmitter();
  const told: RunEvent[] = [];
  events.follow((event) => told.push(event));
  const waits = new PendingWaits();
  const secrets = { text: (text: string) => text.replaceAll(secret, '‹secret›') };
  events.open({ secrets, waits, roles: ['session'] });
  return { events, told, waits };
}

test('the plan comes before the first scenario, and each scenario with its number', () => {
  const { events, told } = scene();
  for (const envelope of [
    ...planned('1', { tags: ['SES-05', 'service'] }),
    ...planned('2', { tags: ['SES-06', 'vectors'] }),
    ...ran('1', { steps: [passed] }),
    ...ran('2', { steps: [passed] }),
  ])
    events.take(envelope);
  const numbers = told.map((event) => ('number' in event ? [event.type, event.number] : [event.type]));
  assert.deepEqual(numbers, [
    ['opened'],
    ['planned'],
    ['scenario-started', 1],
    ['scenario-finished', 1],
    ['scenario-started', 2],
    ['scenario-finished', 2],
  ]);
  const ids = told.flatMap((event) =>
    event.type === 'scenario-started' ? [event.scenario.obligations] : [],
  );
  assert.deepEqual(ids, [['SES-05'], []], 'what puts the suite to the test is about no obligation');
});

test('a run without a scenario tells its plan at its end', () => {
  const { events, told } = scene();
  events.take({ testRunFinished: { success: true, timestamp: { seconds: 0, nanos: 0 } } });
  assert.deepEqual(told.slice(1), [{ type: 'planned', selected: [], loaded: [] }]);
});

test('no event holds a secret, or what steers a screen', () => {
  const { events, told, waits } = scene();
  for (const envelope of [
    ...planned('1'),
    ...ran('1', { steps: [step('FAILED', 'Error', `\u001b[2J${secret}`)] }),
    ...planned('2'),
    ...ran('2', { steps: [step('FAILED', 'StepDifferenceError', `a step does not see: ${secret}`)] }),
  ])
    events.take(envelope);
  events.take({
    testRunHookFinished: {
      testRunHookStartedId: 'h',
      result: step('FAILED', 'Error', secret),
      timestamp: { seconds: 0, nanos: 0 },
    },
  });
  events.obstacle(`it answered ${secret}`, 'service');
  const breach = { sent: secret, expected: '', seen: [secret, { exchange: 1, line: secret }], cause: '' };
  events.broken('SES-05', [{ ...breach, exchanges: [1] }]);
  waits.whenLong?.({ what: secret, since: 0, hint: `${secret}?` });
  assert.equal(JSON.stringify(told).includes(secret), false);
  assert.equal(JSON.stringify(told).split('‹secret›').length, 11);
  assert.equal(JSON.stringify(told).includes('\\u001b'), false);
});

test('what ends a run before its report holds no secret, in its stack neither', () => {
  const { events } = scene();
  const error = new Error(`it read ${secret}`);
  // What is shown of it once is fixed.
  assert.match(error.stack ?? '', new RegExp(secret));
  assert.equal(events.safeError(error), error);
  assert.equal(error.message, 'it read ‹secret›');
  assert.match(error.stack ?? '', /^Error: it read ‹secret›\n/);
});

test('what is recorded is told as it was recorded', () => {
  const { events, told } = scene();
  const recording = createRecording();
  const line = events.ofRecording(recording).append({ kind: 'log line', arrivedAt: 0, text: 'x' } as never);
  assert.deepEqual(told.at(-1), { type: 'exchange', evidence: line });
  assert.deepEqual(recording.evidence, [line]);
});

test('nothing follows the end', () => {
  const { events, told } = scene();
  events.finish({ folder: 'reports' } as never);
  events.obstacle('too late', 'service');
  assert.equal(told.at(-1)?.type, 'finished');
});

test('a follower that throws follows no more, and the others learn of it', () => {
  const { events } = scene();
  let asked = 0;
  events.follow(() => {
    asked += 1;
    throw new Error('out of order');
  });
  const log = new RunLog();
  events.follow((event) => {
    log.add(event);
  });
  events.obstacle('it is down', 'service');
  events.obstacle('it is down again', 'service');
  assert.equal(asked, 1);
  assert.deepEqual(log.faults, ['out of order']);
  assert.deepEqual(log.obstacles, ['it is down', 'it is down again']);
});
