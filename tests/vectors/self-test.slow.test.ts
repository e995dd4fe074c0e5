import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { exitCodeOfResults } from '../../support/cli/report-outcome';
import { contractObligations } from '../../support/obligations';
import type { FinishedRun } from '../report/embedded-run';
import { finishRun, temporaryFolder } from '../report/embedded-run';

/** A run of one obligation that puts the suite to the test, too; also by a scenario with these steps. */
function selfTest(
  t: TestContext,
  checksItself: boolean,
  steps: readonly string[] = [],
): Promise<FinishedRun> {
  const file = join(temporaryFolder(t), 'own.feature');
  const text = [
    'Feature: Of the suite',
    '  @vectors',
    '  Scenario: One',
    ...steps.map((each) => `    ${each}`),
  ];
  writeFileSync(file, text.join('\n'));
  return finishRun(t, {
    only: ['SES-05'],
    checksItself,
    seams: {
      more: { catalogue: contractObligations, features: steps.length > 0 ? [file] : [], steps: [] },
    },
  });
}

const known = ['Given the known answer "carry" of "nonces.json":', `| hipNonce | ${'81'.repeat(32)} |`];
const answers = 'When every implementation answers';

/** How many scenarios Cucumber ran of the features of known answers. */
function knownAnswersIn({ folder }: FinishedRun): number {
  const lines = readFileSync(join(folder, 'messages.ndjson'), 'utf8').trim().split('\n');
  const messages = lines.map((line) => JSON.parse(line) as { pickle?: { id: string; uri: string } });
  const uris = messages.flatMap(({ pickle }) => (pickle === undefined ? [] : [pickle.uri]));
  return uris.filter((uri) => uri.startsWith('features/vectors')).length;
}

describe('known answers in the self-test', () => {
  it('run with it, and change neither plan nor counts nor verdicts', async (t) => {
    const [without, within] = [await selfTest(t, false), await selfTest(t, true)];
    assert.equal(knownAnswersIn(without), 0);
    assert.ok(knownAnswersIn(within) > 15);
    const [{ run: alone, counts }, { run, ...both }] = [without.results, within.results];
    assert.deepEqual(run.faults, []);
    assert.deepEqual([run.plan, run.overall, both.counts], [alone.plan, alone.overall, counts]);
    assert.equal(run.overall.service?.verdict, 'no-failure');
  });

  it('are a fault of the suite where one fails, and then nothing conforms', async (t) => {
    const { results, printed } = await selfTest(t, true, [
      ...known,
      answers,
      'Then each answers:',
      `| iv | ${'02'.repeat(12)} |`,
    ]);
    const [fault = '', ...others] = results.run.faults;
    assert.deepEqual(others, []);
    assert.match(fault, /^One \(.*own\.feature:3\): iv is not (02){12}, but (01){12}$/);
    assert.equal(results.run.overall.service?.verdict, 'incomplete');
    assert.equal(exitCodeOfResults(results), 3);
    assert.match(printed, /fault of the suite: One/);
    const [row] = results.obligations.filter(({ planned }) => planned);
    assert.equal(row?.verdict, 'passed', 'the suite is at fault, not its subject');
  });

  it('are a fault of the suite where one cannot be run', async (t) => {
    const { results } = await selfTest(t, true, [...known, 'Then all 1 cases hold']);
    assert.match(results.run.faults.join(), /No answers yet: a When step must run first/);
    assert.equal(results.run.overall.service?.verdict, 'incomplete');
  });
});
