import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadConfiguration, runCucumber } from '@cucumber/cucumber/api';
import type { Envelope, Pickle } from '@cucumber/messages';
import { TestStepResultStatus } from '@cucumber/messages';
import { discardingStream } from '../../support/cli/surroundings';
import { suiteRoot } from '../../support/contract/suite-root';
import { readMistakes } from '../features/feature-files';

const placeOf = ({ uri, location }: Pickle): string => `${uri.replaceAll('\\', '/')}:${location?.line ?? 0}`;

/** How each row ended, by its place: the message of the step that failed, and nothing where none did. */
async function tryAll(): Promise<ReadonlyMap<string, string>> {
  const environment = { cwd: suiteRoot, stdout: discardingStream(), stderr: discardingStream(), env: {} };
  const provided = {
    paths: ['features/mistakes/*.feature'],
    require: ['tests/mistakes/mistakes.steps.ts'],
  };
  const { runConfiguration } = await loadConfiguration({ file: false, provided }, environment);
  const envelopes: Envelope[] = [];
  await runCucumber(runConfiguration, environment, (envelope) => envelopes.push(envelope));
  const pickles = new Map(envelopes.flatMap(({ pickle }) => (pickle ? [[pickle.id, pickle] as const] : [])));
  const cases = new Map(
    envelopes.flatMap(({ testCase }) => (testCase ? [[testCase.id, testCase.pickleId] as const] : [])),
  );
  const caseOf = new Map<string, string>();
  const failures = new Map<string, string>();
  for (const { testCaseStarted, testStepFinished } of envelopes) {
    if (testCaseStarted) caseOf.set(testCaseStarted.id, cases.get(testCaseStarted.testCaseId) ?? '');
    if (testStepFinished === undefined) continue;
    const pickle = caseOf.get(testStepFinished.testCaseStartedId) ?? '';
    const { status, message = '' } = testStepFinished.testStepResult;
    const failure = status === TestStepResultStatus.PASSED ? '' : `${status} ${message}`;
    failures.set(pickle, (failures.get(pickle) ?? '') + failure);
  }
  return new Map([...pickles].map(([id, pickle]) => [placeOf(pickle), failures.get(id) ?? 'was not run']));
}

describe('the mistakes that features tell of', () => {
  let ends: ReadonlyMap<string, string>;
  before(async () => {
    ends = await tryAll();
  });

  for (const { feature, pickles } of readMistakes())
    describe(feature.name, () => {
      for (const pickle of pickles)
        it(pickle.name, () => {
          assert.equal(ends.get(placeOf(pickle)), '');
        });
    });
});
