import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSchema } from '../../support/contract/schemas';
import type { FieldProfile } from '../../support/contract/field-profile';
import type { FieldProfileRow } from '../../support/judging/as-deployed';
import { fieldProfileRow } from '../../support/judging/as-deployed';
import { readingsOfProfile } from '../../support/contract/field-profile';
import { resolveReadings } from '../../support/contract/readings';
import type { Results } from '../../support/judging/results';
import { obligationTest } from '../../support/report/allure/results';
import { renderAnnotations } from '../../support/report/annotations';
import { changedBetween } from '../../support/report/diff/compare';
import { compareVerdicts } from '../../support/report/diff/verdicts';
import { renderJunit } from '../../support/report/junit';
import { renderMarkdown } from '../../support/report/markdown';
import { failureCountText } from '../../support/report/model/failure-count';
import { firstPage } from '../../support/report/model/first-page';
import { reportOf } from '../../support/report/model/report';
import { renderCompliance } from '../../support/report/page/compliance';
import { certificateFacts } from '../../support/report/pack/certificate';
import { renderTerminalSummary } from '../../support/report/summary';
import { shippedProfiles } from '../../support/targets/field-profiles';
import { brokenRow, sampleOverall, sampleResults } from './sample-results';

const [claims] = shippedProfiles() as readonly [FieldProfile];
const fieldProfile = fieldProfileRow({
  fieldProfile: claims,
  readings: resolveReadings(readingsOfProfile(claims)),
  overridden: [],
});

/** Results in which one failure is settled as deployed, and another by an exception. */
function settledResults(change: Partial<FieldProfileRow> = {}): Results {
  const asDeployed = { profile: claims.name, departures: ['session-status'] } as const;
  const results = sampleResults(
    { 'SES-05': { ...brokenRow('SES-05'), asDeployed }, 'SES-01': brokenRow('SES-01') },
    {
      overall: { service: sampleOverall('does-not-conform') },
      ...(fieldProfile && { fieldProfile: { ...fieldProfile, ...change } }),
      waivers: [
        { obligation: 'SES-01', reason: 'known', approver: 'A', expires: '2999-12-31', state: 'used' },
      ],
    },
  );
  const ids = ['session-status', 'envelope'];
  const readings = results.readings.map((row) =>
    ids.includes(row.id)
      ? { ...row, chosen: row.id === 'envelope' ? 'jwe' : 202, source: 'profile' as const }
      : row,
  );
  return { ...results, readings };
}

const label = /as deployed, claims-exchange-2026-09/;
const text = /as deployed, claims-exchange-2026-09: session-status is 202 \(The OpenAPI description/;

describe('a failure that is settled as deployed', () => {
  const results = settledResults();
  const report = reportOf(results);

  it('has a short label for narrow columns, without the name of the profile', () => {
    const settlements = report.causes.flatMap(({ row }) => row.settlement ?? []);
    const short = settlements.map((each) => each.shortLabel).toSorted();
    assert.deepEqual(short, ['approved exception', 'as deployed']);
    const { failures } = firstPage(report);
    assert.deepEqual(failures.first.map(({ settledBy }) => settledBy).toSorted(), short);
  });

  it('fits the schema, and is told in all reports beside the exceptions', () => {
    assert.deepEqual(checkSchema('results', results), []);
    const terminal = renderTerminalSummary(report, '.');
    assert.match(terminal, /SES-05 {2}as deployed claims-exchange-2026-09: session-status is 202/);
    assert.match(terminal, text);
    assert.match(terminal, /session-status = 202 \(claims-exchange-2026-09\)/);
    const markdown = renderMarkdown(report);
    assert.match(markdown, label);
    assert.match(markdown, /### Approved exceptions and field profile \(2\)/);
    const html = renderCompliance({ report, evidence: new Map() });
    assert.match(html, /<span class="verdict small settled">as deployed</);
    assert.match(html, /<span class="verdict settled">as deployed, claims-exchange-2026-09</);
    assert.match(html, /<strong>claims-exchange-2026-09: The OpenAPI description of the exchange/);
    assert.match(renderJunit(report), /<skipped message="as deployed, claims-exchange/);
    assert.match(renderAnnotations(report), /::notice title=SES-05[^\n]*::as deployed, claims-exchange/);
    const row = report.planned.find(({ id }) => id === 'SES-05');
    assert.ok(row);
    const test = obligationTest(row, report, { steps: [], attachments: [] });
    assert.match(test.statusDetails.message ?? '', text);
    assert.ok(
      test.labels.some(
        ({ name, value }) => name === 'tag' && value.includes('as deployed, claims-exchange-2026-09'),
      ),
    );
  });

  it('is left out of the count for the exit code, in words that all reports share', () => {
    const told =
      '2 failures, all of them settled by an approved exception or as deployed: they do not count for the exit code.';
    assert.equal(firstPage(report).failing, told);
    assert.ok(renderTerminalSummary(report, '.').includes(told));
    assert.ok(renderMarkdown(report).includes(told));
    const counts = (id: string): string => failureCountText(report.causes.filter(({ row }) => row.id === id));
    assert.equal(counts('SES-05'), '1 failure, settled as deployed: it does not count for the exit code');
    assert.equal(
      counts('SES-01'),
      '1 failure, settled by an approved exception: it does not count for the exit code',
    );
    const [first] = report.causes;
    assert.ok(first);
    const { settlement: _settled, ...row } = first.row;
    const open = { ...first, row };
    assert.equal(
      failureCountText([...report.causes, { ...open, consequences: [first.row] }]),
      '3 failures, 2 of them settled by an approved exception or as deployed: they do not count for the exit code; and 1 that follows',
    );
    assert.equal(failureCountText([open]), '1 failure');
  });

  it('is a fact of a certificate', () => {
    const facts = new Map(certificateFacts(results, new Date()));
    assert.equal(facts.get('as deployed'), 'SES-05 by claims-exchange-2026-09');
    assert.match(facts.get('field profile') ?? '', /^claims-exchange-2026-09 of 2026-09-30, which comes/);
    const key = `sha256:${'0'.repeat(64)}`;
    const signed = certificateFacts(settledResults({ origin: 'signed', key }), new Date());
    assert.ok(new Map(signed).get('field profile')?.includes(key));
  });

  it('is no regression, and one if it is no longer settled', () => {
    const good = sampleResults();
    const { run, ...others } = results;
    const failing = (obligations = others.obligations): Results => ({
      ...others,
      run: { ...run, plan: good.run.plan },
      obligations,
    });
    const worse = compareVerdicts(good, failing()).worse.map(({ id, settled }) => [id, settled]);
    assert.deepEqual(worse, [
      ['SES-01', 'approved exception'],
      ['SES-05', 'as deployed, claims-exchange-2026-09'],
    ]);
    const bare = others.obligations.map(({ asDeployed: _settled, ...row }) => row);
    assert.deepEqual(
      compareVerdicts(failing(), failing(bare)).unsettled.map(({ id }) => id),
      ['SES-05'],
    );
    const { newlySettled, worse: none } = compareVerdicts(failing(bare), failing());
    assert.deepEqual(
      newlySettled.map(({ id, settled }) => [id, settled]),
      [['SES-05', 'as deployed, claims-exchange-2026-09']],
    );
    assert.deepEqual(none, []);
    assert.deepEqual(compareVerdicts(failing(), failing()).newlySettled, []);
    const { suite } = changedBetween(good, failing());
    assert.ok(suite.includes('field profile: none → claims-exchange-2026-09'));
    assert.ok(!changedBetween(failing(), failing()).suite.join().includes('field profile'));
  });

  it('is explained on the first page; a void name is, too, with each difference', () => {
    const caveats = report.caveats.join('\n');
    assert.match(
      caveats,
      /extends the field profile claims-exchange-2026-09 of 2026-09-30, which comes with/,
    );
    assert.match(
      caveats,
      /clause 4\.1 says .*, and session-status is 202 in the profile claims-exchange-2026-09\.\nFailures that only show departures of the profile claims-exchange-2026-09 do not count for the exit code; the verdict stays\./,
    );
    const differences = [
      { id: 'envelope', inProfile: 'jwe', inTarget: 'json' },
      { id: 'callback-body', inProfile: 'typed', inTarget: 'with-type' },
    ] as const;
    const voided = reportOf(settledResults({ holds: false, differences })).caveats;
    assert.ok(
      voided.includes(
        'The name claims-exchange-2026-09 is void, so the profile settles nothing: envelope is "json", and the profile has "jwe"; callback-body is "with-type", and the profile has "typed".',
      ),
    );
    assert.ok(!voided.join('\n').includes('exit code'));
    const other = reportOf(settledResults({ digest: `sha256:${'0'.repeat(64)}` })).caveats.join('\n');
    assert.match(other, /of 2026-09-30, which is said to come with the suite/);
    const none = results.obligations.map(({ asDeployed: _settled, ...row }) => row);
    assert.ok(
      !reportOf({ ...results, obligations: none })
        .caveats.join('\n')
        .includes('exit code'),
    );
  });
});
