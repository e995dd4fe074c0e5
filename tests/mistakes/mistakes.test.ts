import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { TestStepResultStatus } from '@cucumber/messages';
import { judgeRecordingBy } from '../../support/judging/loop';
import { contractObligations } from '../../support/obligations';
import { scenariosIn } from '../../support/report/mistakes';
import { exampleContext, judgeExample } from '../../support/scenarios/mistakes/judge-example';
import { readMistakes } from '../features/feature-files';
import type { RecordedRow } from './rows';
import { placeOf, runRows } from './rows';

/** The outcomes of all rows. */
interface Outcomes {
  /** Maps the place of each row to the message of the step that failed; to an empty text if none failed. */
  readonly failures: ReadonlyMap<string, string>;
  /** The places of the rows of a must in which each breach warns. */
  readonly warnings: readonly string[];
  /** The places of the rows without a breach if the target sets no reading. */
  readonly dueToReadings: readonly string[];
}

function isOnlyWarning({ id, wrong }: RecordedRow): boolean {
  const obligation = contractObligations.get(id);
  const { breachCount, warningCount } = judgeExample(obligation, wrong);
  return obligation.level === 'must' && breachCount > 0 && breachCount === warningCount;
}

function isDueToReading({ id, wrong }: RecordedRow): boolean {
  const obligation = contractObligations.get(id);
  const withoutReadings = judgeRecordingBy(obligation, wrong, { ...exampleContext, overridden: [] });
  return judgeExample(obligation, wrong).breachCount > 0 && withoutReadings?.breachCount === 0;
}

/** Returns the places of the rows in each table with a name that ends so. */
const placesInTables = (end: string): string[] =>
  readMistakes().flatMap((file) =>
    scenariosIn({ feature: file.feature, comments: [] })
      .flatMap(({ examples }) => examples)
      .filter(({ name }) => name.endsWith(end))
      .flatMap(({ tableBody }) => tableBody)
      .map(({ location }) => `${file.file.replaceAll('\\', '/')}:${location.line}`),
  );

async function tryAll(): Promise<Outcomes> {
  const { envelopes, rows } = await runRows();
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
  return {
    failures: new Map(
      [...pickles].map(([id, pickle]) => [placeOf(pickle), failures.get(id) ?? 'was not run']),
    ),
    warnings: rows.filter(isOnlyWarning).map(({ place }) => place),
    dueToReadings: rows.filter(isDueToReading).map(({ place }) => place),
  };
}

describe('the mistakes that features tell of', () => {
  let outcomes: Outcomes;
  before(async () => {
    outcomes = await tryAll();
  });

  it('are in a table that says "a warning" if they only warn, and in no other', () => {
    const lines = placesInTables('(a warning)');
    assert.ok(lines.length > 0);
    assert.deepEqual(lines.toSorted(), outcomes.warnings.toSorted());
  });

  it('are in a table that names a reading if they break nothing without one, and in no other', () => {
    const lines = placesInTables('Against a reading that the target sets');
    assert.ok(lines.length > 0);
    assert.deepEqual(lines.toSorted(), outcomes.dueToReadings.toSorted());
  });

  for (const { feature, pickles } of readMistakes())
    describe(feature.name, () => {
      for (const pickle of pickles)
        it(pickle.name, () => {
          const failure = outcomes.failures.get(placeOf(pickle));
          if (failure !== '')
            assert.fail(`${failure}\nAgain: npx cucumber-js -p mistakes ${placeOf(pickle)}`);
        });
    });
});
