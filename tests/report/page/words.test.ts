import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderCompliance } from '../../../support/report/page/compliance';
import { reportOf } from '../../../support/report/model/report';
import type { OverallWhy } from '../../../support/judging/overall';
import type { Results } from '../../../support/judging/results';
import { embeddedTarget } from '../../../support/run/targets';
import { finishRun, readResults, overallVerdictTexts } from '../embedded-run';
import { copyCachedRun } from '../../runs/kept';
import { runOnMutant } from '../../runs/on-mutant';
import { sampleOverall, sampleResults } from '../sample-results';

const changed = (results: Results, run: Partial<Results['run']>): Results => ({
  ...results,
  run: { ...results.run, ...run },
});
const basisOf = (results: Results): string[] => reportOf(results).headlines.map(({ basis }) => basis);
const gapsIn = (results: Results): string[] => reportOf(results).headlines.flatMap(({ gaps }) => gaps);
const caveatsOf = (results: Results): readonly string[] => reportOf(results).caveats;

describe('the words of the first screen', () => {
  it('never say that nothing failed where no subject conforms', async (t) => {
    // eslint-disable-next-line no-restricted-syntax -- no other test reads it, and it conforms to nothing
    const { results } = await finishRun(t, { only: ['SES-11'] });
    assert.deepEqual(overallVerdictTexts(results), { service: 'incomplete' });
    assert.deepEqual(reportOf(results).causes, []);
    assert.deepEqual(reportOf(results).open, []);
    assert.deepEqual(gapsIn(results), ['No must was seen.']);
    assert.deepEqual(basisOf(results), [
      'There are no demands in the plan that apply, so nothing was shown.',
    ]);
    const html = renderCompliance({ report: reportOf(results), evidence: new Map() });
    assert.match(html, /<p>No must was seen\.<\/p>/);
    assert.match(html, /Failures<\/h2><p>No failure was seen, but not everything was checked\./);
  });

  it('name a fault of the suite, scenarios that were left, and traffic that was cut', async (t) => {
    const { results } = await copyCachedRun('narrowed', t);
    assert.deepEqual(
      [gapsIn(results), basisOf(results)],
      [[], ['The one demand in the plan that applies is not broken, but not everything was checked.']],
    );
    const incompleteBy = (...why: readonly OverallWhy[]): Results =>
      changed(results, { overall: { service: sampleOverall('incomplete', false, why) } });
    assert.deepEqual(
      gapsIn(
        incompleteBy(
          { kind: 'suite-fault', text: 'a hook' },
          { kind: 'broken-input', text: 'the file a.har breaks off' },
          { kind: 'interrupted', text: '2 scenarios never started' },
          // The lists of obligations show these.
          { kind: 'open-must', text: '1 must without a verdict' },
        ),
      ),
      ['The suite itself failed: a hook.', 'The file a.har breaks off.', '2 scenarios never started.'],
    );
    assert.deepEqual(basisOf(incompleteBy()), basisOf(results));
  });

  it('count the musts of the table of requirements, and name those that the run could not show', () => {
    const reason = { kind: 'not-configured', text: 'the target states no issuer', optional: true } as const;
    const results = sampleResults(
      { 'CBK-03': { verdict: 'not-tested', reason }, 'HDT-19': { verdict: 'warning' } },
      { subjects: ['integrator'], overall: { integrator: sampleOverall('conforms') } },
    );
    const { all } = results.requirements.must;
    assert.deepEqual(basisOf(results), [
      `All ${all} demands that apply are passed or declared, except 1 with a warning and 1 that the run could not show.`,
    ]);
  });

  it('are not a certificate for the suite itself, beside a subject that is not', async (t) => {
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
      'The services of this run are the mock of the suite: the verdict on them is not a certificate.';
    assert.ok(caveatsOf(beside.results).includes(caveat));
    const { results: whole } = await copyCachedRun('narrowed', t);
    assert.ok(
      caveatsOf(whole).includes('A self-test of the suite on its own mock: this is not a certificate.'),
    );
    // With another party's integrator alone, no verdict is on the suite itself.
    const alone = changed(beside.results, { subjects: ['integrator'] });
    assert.doesNotMatch(caveatsOf(alone).join('\n'), /is not a certificate/);
  });

  it('mark an approved exception, and keep a long list short', async (t) => {
    const { results } = await runOnMutant(t, 'session-without-timestamp', { only: ['HDR-06', 'SES-04'] });
    const waiver = {
      reason: 'known',
      approver: 'B. Reviewer',
      expires: '2999-12-31',
      state: 'used',
    } as const;
    const waived = changed(results, { waivers: [{ obligation: 'HDR-06', ...waiver }] });
    const htmlOf = (about: Results): string =>
      renderCompliance({ report: reportOf(about), evidence: new Map() });
    const tagged =
      /<a href="#(HDR-06|SES-04)"><strong>\1<\/strong> [^<]*<\/a><p class="more"> <span class="verdict small settled">approved exception</g;
    assert.deepEqual(
      [...htmlOf(waived).matchAll(tagged)].map(([, id]) => id),
      ['HDR-06'],
    );
    assert.doesNotMatch(htmlOf(results), /settled">approved exception</);
    assert.doesNotMatch(htmlOf(results), /more, in <a/);
    const rows = results.obligations.map((row) =>
      row.subject === 'integrator'
        ? ({ ...row, planned: true, level: 'must', verdict: 'failed', reason: { text: 'late' } } as const)
        : row,
    );
    const [, more] =
      /and (\d+) more, in <a href="#obligations">/.exec(htmlOf({ ...results, obligations: rows })) ?? [];
    assert.equal(Number(more), reportOf({ ...results, obligations: rows }).causes.length - 10);
  });
});
