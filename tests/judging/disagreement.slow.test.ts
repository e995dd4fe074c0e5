import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { exitCodeOfResults } from '../../support/cli/report-outcome';
import { checkSchema } from '../../support/contract/schemas';
import type { Results } from '../../support/judging/results';
import { toPlainText } from '../../support/exchange/text';
import { defineHome } from '../../support/obligations/judge/home';
import { keptJudgement } from '../../support/obligations/judge/judge';
import { eachRequest } from '../../support/obligations/judge/requests';
import type { Obligation } from '../../support/obligations';
import { Catalogue, contractObligations } from '../../support/obligations';
import type { Judgement } from '../../support/obligations/judge/judge';
import { firstPage } from '../../support/report/model/first-page';
import { reportOf } from '../../support/report/model/report';
import type { FinishedRun } from '../report/embedded-run';
import { finishRun, temporaryFolder } from '../report/embedded-run';

/** Returns an obligation of the mock with a judge that gives every session request this judgement. */
function judged(judgement: Judgement, level: 'must' | 'should' = 'must'): Obligation {
  const home = defineHome({
    ...{ id: 'XTR-02', clauses: ['2.2'], quote: 'x', subject: 'service', roles: ['session'], level },
    ...{ seen: 'passive', title: 'Sessions are answered', rule: 'Every session request is answered.' },
    absences: 'each answer is judged by itself',
    latitude: 'any answer',
    judge: eachRequest((exchange) => (exchange.operation === 'session.create' ? judgement : undefined)),
  });
  return { ...home, area: 'session' };
}

const kept = judged(keptJudgement);
const breach = { sent: 'a request', expected: 'an answer', seen: 'none', cause: 'a judge with a mistake' };
const broken = judged({ breach });

/** The results with the location that scenarios of the suite have: those of this test are in a temporary folder. */
const withLocations = ({ obligations, ...others }: Results): unknown => ({
  ...others,
  obligations: obligations.map((row) => ({
    ...row,
    scenarios: row.scenarios.map((each) => ({ ...each, location: 'features/own.feature:3' })),
  })),
});

/** Runs a scenario with this last step on the mock, which keeps the contract. */
async function runStep(t: TestContext, obligation: Obligation, step: string): Promise<FinishedRun> {
  const file = join(temporaryFolder(t), 'own.feature');
  const lines = [
    `Feature: Sessions`,
    `  @${obligation.id} @service`,
    '  Scenario: A session',
    '    When the suite creates a session',
    `    Then ${step}`,
  ];
  writeFileSync(file, lines.join('\n'));
  const more = {
    catalogue: new Catalogue([...contractObligations.all, obligation]),
    features: [file],
    steps: ['tests/judging/disagreement.steps.ts'],
  };
  const run = await finishRun(t, { only: [obligation.id, 'SES-05'], seams: { more } });
  assert.deepEqual(checkSchema('results', withLocations(run.results)), []);
  return run;
}

const good = 'the answer holds "accessToken" as a string';
const wrong = 'a step sees what no session has';

const rowOf = ({ results }: FinishedRun) => {
  const row = results.obligations.find(({ id }) => id === kept.id);
  assert.ok(row);
  return row;
};
const notesOf = ({ results }: FinishedRun) =>
  firstPage(reportOf(results)).notes.filter((note) => note.includes(kept.id));

describe('a step and a judge', () => {
  it('that agree leave no trace', async (t) => {
    const run = await runStep(t, kept, good);
    const { verdict, disagreement, scenarios } = rowOf(run);
    assert.deepEqual([verdict, disagreement, scenarios[0]?.steps], ['passed', undefined, undefined]);
    assert.deepEqual([notesOf(run), exitCodeOfResults(run.results)], [[], 0]);
  });

  it('leave a note with the scenario if no step compared anything', async (t) => {
    const bare = 'a step has nothing to compare with';
    const noteOf = async (step: string): Promise<string[]> =>
      (rowOf(await runStep(t, kept, step)).notes ?? []).map(toPlainText);
    const [note = '', ...others] = await noteOf(bare);
    assert.deepEqual(others, []);
    assert.match(
      note,
      /^A session \(.*own\.feature:3\): This scenario compared nothing, because it found no such/,
    );
    assert.deepEqual(await noteOf([good, `And ${bare}`].join('\n')), [], 'another step compared');
  });

  for (const level of ['must', 'should'] as const)
    it(`make a ${level} inconclusive if only the step differs: the suite has a fault`, async (t) => {
      const run = await runStep(t, judged(keptJudgement, level), wrong);
      const { verdict, reason, disagreement } = rowOf(run);
      assert.equal(verdict, 'inconclusive');
      const text =
        'fault of the suite: a step does not see: what no session has, and the judge finds no breach';
      assert.deepEqual(reason, { kind: 'prevented', text, bySuite: true });
      assert.equal(disagreement?.kind, 'step-differs');
      assert.match(disagreement.scenario, /^A session \(.*own\.feature:3\)$/);
      assert.equal(disagreement.step, 'a step does not see: what no session has');
      assert.match(toPlainText(disagreement.judge), /^no breach in \d+ observations?: #\d+/);
      const [note = '', ...others] = notesOf(run);
      assert.equal(others.length, 0);
      for (const side of [disagreement.step, toPlainText(disagreement.judge)])
        for (const shown of [note, run.printed]) assert.ok(shown.includes(side), shown);
      assert.equal(run.results.run.overall.service?.verdict, 'incomplete');
      assert.equal(exitCodeOfResults(run.results), 3);
    });

  it('leave the failure of a judge as it is if the steps hold, with a note and no doubt about the suite', async (t) => {
    const run = await runStep(t, broken, good);
    const { verdict, disagreement } = rowOf(run);
    assert.equal(verdict, 'failed');
    assert.equal(disagreement?.kind, 'step-silent');
    assert.match(disagreement.step, /^every step holds, and they compared exchange #\d+$/);
    assert.match(toPlainText(disagreement.judge), /^\d+ breach(es)?: a judge with a mistake \(#\d+/);
    assert.deepEqual(notesOf(run), []);
    const [failure] = firstPage(reportOf(run.results)).failures.first;
    assert.ok(failure?.silentSteps?.includes(disagreement.step));
    assert.match(run.printed, /only the judge found this/);
    assert.equal(exitCodeOfResults(run.results), 1);
  });

  it('agree on a failure if the step differs, too', async (t) => {
    const { verdict, disagreement, scenarios } = rowOf(await runStep(t, broken, wrong));
    assert.deepEqual([verdict, disagreement, scenarios[0]?.steps?.kind], ['failed', undefined, 'differ']);
  });

  it('keep the failure of the judge if the step crashes, and the first page says so', async (t) => {
    const run = await runStep(t, broken, 'a step cannot read the answer');
    const { verdict, disagreement } = rowOf(run);
    assert.deepEqual([verdict, disagreement?.kind], ['failed', 'step-broke-down']);
    assert.match(notesOf(run).join(), /answer is not iterable.*a judge with a mistake/);
  });
});
