import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderCompliance } from '../../../support/report/page/compliance';
import { caveatsOf, gapsIn, obstaclesOf, outcomesOf } from '../../../support/report/page/words';
import type { Results } from '../../../support/judging/results';
import { embeddedTarget } from '../../../support/run/targets';
import { finishRun, readResults, verdictsIn } from '../embedded-run';
import { faulty } from './scene';
import { sampleOverall } from '../sample-results';

const changed = (results: Results, run: Partial<Results['run']>): Results => ({
  ...results,
  run: { ...results.run, ...run },
});
const basisOf = (results: Results): string[] => outcomesOf(results).map(({ basis }) => basis);

describe('the words of the first screen', () => {
  it('never say that nothing prevents a pass where nobody passes', async (t) => {
    const { results } = await finishRun(t, { only: ['SES-11'] });
    assert.deepEqual(verdictsIn(results), { service: 'incomplete (partial run)' });
    assert.deepEqual(obstaclesOf(results), []);
    assert.deepEqual(gapsIn(results), [
      'Nothing in the plan is a demand on the services, so that nothing can be shown.',
    ]);
    assert.deepEqual(basisOf(results), [
      'There are no demands in the plan that apply, so that nothing was shown.',
    ]);
    const html = renderCompliance({ results, evidence: new Map() });
    assert.match(html, /What prevents a pass<\/h2><ul class="links"><li>Nothing in the plan is a demand/);
  });

  it('name a fault of the suite, scenarios that were left, and traffic that was cut', async (t) => {
    const { results } = await finishRun(t, { only: ['SES-05'] });
    assert.deepEqual(
      [gapsIn(results), basisOf(results)],
      [[], ['The one demand in the plan that applies is passed or declared.']],
    );
    const incomplete = changed(results, { overall: { service: sampleOverall('incomplete') } });
    const file = { name: 'a.har', form: 'har', exchanges: 1, others: 0, broken: [], brokenCount: 0 } as const;
    const cut = { note: 'Recorded traffic', files: [{ ...file, cut: 'it ends too early' }] };
    for (const [run, expected] of [
      [{ faults: ['a hook'] }, 'The suite itself failed, so that nobody is said to conform (the services).'],
      [{ traffic: cut }, 'a.har: not read to the end (the services).'],
      [{}, 'Not every scenario about the services was run: see the warnings.'],
    ] as const)
      assert.deepEqual(gapsIn(changed(incomplete, run)), [expected]);
    assert.deepEqual(basisOf(incomplete), [
      'None of 1 demand that applies is broken, but not everything was looked at.',
    ]);
  });

  it('certify nobody who is the suite itself, beside somebody who is not', async (t) => {
    const only = ['SES-05', 'SES-03'] as const;
    const beside = await finishRun(t, {
      only,
      subjects: ['service', 'integrator'],
      target: {
        ...embeddedTarget,
        integrator: { command: [process.execPath, 'bin/conform.cjs', 'adapter', '--serve'] },
      },
    });
    const { run } = readResults(beside.folder);
    assert.deepEqual([run.selfTest, run.ownSubjects], [false, ['service']]);
    const caveat =
      'The services of this run are the mock of the suite: the verdict on them certifies nobody.';
    assert.equal(caveatsOf(beside.results)[0], caveat);
    const { ownSubjects, ...older } = run;
    assert.equal(caveatsOf({ ...beside.results, run: older })[0], caveat);
    const { results: whole } = await finishRun(t, { only });
    assert.match(caveatsOf(whole)[0] ?? '', /^This is a self-test/);
    // Somebody's integrator alone is certified by nobody else's verdict.
    const alone = changed({ ...beside.results, run: older }, { subjects: ['integrator'] });
    assert.doesNotMatch(caveatsOf(alone).join('\n'), /certifies nobody/);
  });

  it('mark a failure that somebody answers for, and keep a long list short', async (t) => {
    const { results } = await faulty(t, 'session-without-timestamp', { only: ['HDR-06', 'SES-04'] });
    const waiver = {
      reason: 'known',
      approver: 'B. Reviewer',
      expires: '2999-12-31',
      state: 'used',
    } as const;
    const waived = changed(results, { waivers: [{ obligation: 'HDR-06', ...waiver }] });
    const htmlOf = (about: Results): string => renderCompliance({ results: about, evidence: new Map() });
    const tagged = />waived<\/span> <a href="#(HDR-06|SES-04)"/g;
    assert.deepEqual(
      [...htmlOf(waived).matchAll(tagged)].map(([, id]) => id),
      ['HDR-06'],
    );
    assert.doesNotMatch(htmlOf(results), />waived</);
    assert.doesNotMatch(htmlOf(results), /class="obstacles"/);
    const rows = results.obligations.map((row) =>
      row.subject === 'integrator'
        ? ({ ...row, planned: true, level: 'must', reason: 'late' } as const)
        : row,
    );
    const [, more] =
      /<details class="obstacles"><summary>(\d+) more/.exec(htmlOf({ ...results, obligations: rows })) ?? [];
    assert.equal(Number(more), obstaclesOf({ ...results, obligations: rows }).length - 12);
  });
});
