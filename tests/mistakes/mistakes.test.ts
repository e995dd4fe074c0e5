import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Pickle } from '@cucumber/messages';
import { TestStepResultStatus } from '@cucumber/messages';
import { readMistakes } from '../features/feature-files';
import { runRows } from './rows';

const placeOf = ({ uri, location }: Pickle): string => `${uri.replaceAll('\\', '/')}:${location?.line ?? 0}`;

/** How each row ended, by its place: the message of the step that failed, and nothing where none did. */
async function tryAll(): Promise<ReadonlyMap<string, string>> {
  const { envelopes } = await runRows();
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
          const failure = ends.get(placeOf(pickle));
          if (failure !== '')
            assert.fail(`${failure}\nAgain: npx cucumber-js -p mistakes ${placeOf(pickle)}`);
        });
    });
});
