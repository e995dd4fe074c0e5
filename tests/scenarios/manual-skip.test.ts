import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { CycleStateQuestion } from '../../support/run/hand/acts';
import type { PersonInput } from '../../support/run/hand/person';
import type { Terminal } from '../../support/run/hand/terminal-person';
import { processTerminal, terminalPerson } from '../../support/run/hand/terminal-person';
import { loadInterruptedRun } from '../../support/run/manual-progress';
import { loadTarget } from '../../support/run/targets';
import { finishRun, temporaryFolder, overallVerdictTexts } from '../report/embedded-run';
import { handTarget } from './hand';
import { byHandTarget, runByPerson, rowOf } from './hand-scene';
import { plainTextOrEmpty } from '../plain';

/** Somebody who types the same at every instruction. */
function typing(line: string): { terminal: Terminal; said: string[] } {
  const said: string[] = [];
  const listen: Terminal['listen'] = (onLine) => {
    const typed = setTimeout(onLine, 1, line);
    return () => {
      clearTimeout(typed);
    };
  };
  return {
    said,
    terminal: { said, say: (text: string) => said.push(text), interactive: true, listen } as Terminal,
  };
}

for (const line of ['', 's'])
  test(`what is skipped with ${JSON.stringify(line)} is not tested, and the report says why`, async (t) => {
    const { terminal, said } = typing(line);
    const target = loadTarget(handTarget(t).file);
    const { results } = await finishRun(t, { target, subjects: ['integrator'], terminal });

    const planned = results.obligations.filter((row) => row.planned);
    assert.deepEqual(
      planned.filter(({ verdict }) => ['passed', 'failed', 'inconclusive', 'warning'].includes(verdict)),
      [],
    );
    const reasonOf = (id: string): string => plainTextOrEmpty(planned.find((row) => row.id === id)?.reason);
    assert.match(reasonOf('SES-01'), /not done: .*session\.create \(skipped by hand\)/);
    assert.match(reasonOf('ENC-05'), /skipped by hand: 1 .* of "A registry/);
    assert.deepEqual(overallVerdictTexts(results), { integrator: 'incomplete' });
    assert.ok(said.some((text) => text.endsWith('(Enter: skip)')));
    // Twelve calls of the main journey, and the first of each other journey.
    assert.equal(said.filter((text) => text.startsWith('[')).length, 18);
  });

test('who has stopped is told of nothing that begins', async (t) => {
  const { person } = await runByPerson(t, {
    manner: { about: () => ({ say: 'stop' }) },
    settings: { only: ['FLW-01', 'CBK-03'] },
  });
  assert.deepEqual(
    person.told.map(({ what }) => what),
    ['introduced', 'begun', 'asked', 'done'],
  );
});

test('a journey that was stopped at a question is gone through again by the run that goes on', async (t) => {
  const reports = temporaryFolder(t);
  const only = ['FLW-01'];
  await runByPerson(t, { manner: { question: () => ({ say: 'stop' }) }, settings: { reports, only } });
  const resumed = loadInterruptedRun(reports, byHandTarget);
  const { person, results } = await runByPerson(t, { settings: { reports, only, resumed } });
  assert.equal(person.asked('insurancePlan.request').length, 1);
  assert.equal(rowOf(results, 'FLW-01')?.verdict, 'passed');
});

test('whatever else is typed is no skip', async (t) => {
  const { terminal, said } = typing('what?');
  const target = loadTarget(handTarget(t, { limits: { callMs: 60 } }).file);
  const { results } = await finishRun(t, { target, subjects: ['integrator'], only: ['SES-01'], terminal });

  assert.equal(results.obligations.find(({ id }) => id === 'SES-01')?.verdict, 'inconclusive');
  assert.ok(said.includes('      Enter alone skips this; nothing else need be typed'));
});

test('a question takes one of its choices, says so to anything else, and Enter alone skips it', () => {
  const [said, heard]: [string[], PersonInput[]] = [[], []];
  let type: (line: string) => void = () => undefined;
  const listen: Terminal['listen'] = (onLine) => {
    type = onLine;
    return () => undefined;
  };
  const person = terminalPerson({ say: (text) => said.push(text), interactive: true, listen });
  person.listen((saying) => heard.push(saying));
  const question: CycleStateQuestion = { id: 1, sentence: 'How?', choices: ['pending', 'approved'] };
  person.tell({ what: 'questioned', question, deadline: 0 });
  for (const line of ['many', ' approved ', '']) type(line);
  person.tell({ what: 'done', id: 1, how: 'accepted' });
  type('approved');

  const choices = '      Type one of pending, approved; Enter: skip';
  assert.deepEqual(said, [
    'How?',
    choices,
    choices,
    '      Enter alone skips this; nothing else need be typed',
  ]);
  assert.deepEqual(heard, [
    { say: 'answer', answer: 'approved' },
    { say: 'skip', reason: '' },
  ]);
});

test('a terminal is read while anyone listens, and keeps no process alive afterwards', async () => {
  const unref = { count: 0 };
  const input = Object.assign(new PassThrough(), { isTTY: true, unref: () => (unref.count += 1) });
  const terminal = processTerminal(new PassThrough(), input);
  const heard: string[] = [];
  const first = Promise.withResolvers();
  const stop = terminal.listen((line) => {
    first.resolve(heard.push(line));
  });
  input.write('s\n');
  await first.promise;
  stop();
  assert.equal(unref.count, 1);
  assert.ok(input.isPaused());

  input.write('more\n');
  assert.equal(await new Promise((resolve) => terminal.listen(resolve)), 'more');
  assert.deepEqual(heard, ['s']);
});

test('a pipe is no terminal', () => {
  const input = new PassThrough();
  const terminal = processTerminal(new PassThrough(), input);
  terminal.listen(() => undefined)();
  assert.equal(terminal.interactive, false);
  assert.equal(input.listenerCount('data') + input.listenerCount('readable'), 0);
});
