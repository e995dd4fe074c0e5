import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { findSpecimen } from '../../mutants/catalogue';
import { brokenIn, judgeAll } from '../../mutants/exchanges/telling';
import type { ObligationExamples, RecordedExample } from '../../support/report/examples';
import { contextOfExample, exampleFile, concludeExample, readExamples } from '../../support/report/examples';
import { contractObligations } from '../../support/obligations';
import { toPlainText } from '../../support/exchange/text';

const { all, judged } = contractObligations;

/** Why an obligation has no wrong example; nothing else may lack one. */
const withoutWrong: Readonly<Record<string, string>> = Object.fromEntries(
  judged
    .filter(({ level }) => level === 'observe')
    .map(({ id }) => [id, 'what it asks about is noted and never judged: nothing breaks it']),
);

const exampleOf = (id: string): ObligationExamples =>
  readExamples(contractObligations.get(id).area)[id] ?? {};

/** What every judge finds broken in an example. */
const brokenBy = (recorded: RecordedExample): string[] =>
  brokenIn(judgeAll(recorded.evidence, contextOfExample(recorded)));

test('each judged obligation has a right and a wrong example, but for those that nothing can break', () => {
  for (const { id } of judged) {
    const { right, wrong } = exampleOf(id);
    assert.ok((right?.evidence.length ?? 0) > 0, `${id} has no right example`);
    assert.equal(wrong === undefined, id in withoutWrong, `${id}: wrong example`);
  }
});

test('the files hold examples of judged obligations of their area, and of nothing else', () => {
  const areas = [...new Set(all.map(({ area }) => area))];
  const files = readdirSync(dirname(exampleFile('session'))).map((name) => name.replace('.json', ''));
  assert.deepEqual(files.sort(), areas.sort());
  for (const area of areas)
    for (const id of Object.keys(readExamples(area))) {
      assert.equal(contractObligations.get(id).area, area);
      assert.ok(contractObligations.get(id).judge, `${id} is not judged`);
    }
});

for (const obligation of judged) {
  const { id, level } = obligation;
  const { right, wrong } = exampleOf(id);

  test(`${id} is kept in its right example, and nothing else is broken there`, () => {
    assert.ok(right);
    const conclusion = concludeExample(obligation, right);
    assert.ok(conclusion && conclusion.observations > 0, 'its judge observes nothing');
    assert.deepEqual(conclusion.breaches, []);
    if (level === 'observe') assert.ok(conclusion.notes.length > 0, 'nothing is noted');
    assert.deepEqual(brokenBy(right), []);
  });

  if (wrong === undefined) continue;
  test(`${id} is broken in its wrong example, and nothing but what its mutant breaks`, () => {
    const conclusion = concludeExample(obligation, wrong);
    assert.ok(conclusion && conclusion.breachCount > 0, 'its judge finds no breach');
    const mutant = findSpecimen(wrong.mutant ?? '');
    assert.ok(mutant.kind === 'mutant' && mutant.breaks.some((each) => each === id));
    assert.equal(wrong.story, mutant.story);
    const others = brokenBy(wrong).filter((each) => each !== id);
    for (const other of others)
      assert.ok(
        mutant.breaks.some((each) => each === other),
        other,
      );
    for (const { expected, cause } of conclusion.breaches) {
      assert.match(toPlainText(expected), /\w/);
      assert.ok(obligation.causes?.includes(toPlainText(cause)), toPlainText(cause));
    }
  });
}
