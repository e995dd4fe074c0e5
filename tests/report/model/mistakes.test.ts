import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptRowsOfObligation, mistakesOfObligation } from '../../../support/report/mistakes';
import { reportOf } from '../../../support/report/model/report';
import { renderCompliance } from '../../../support/report/page/compliance';
import { brokenRow, sampleResults } from '../sample-results';

const kept = 'what is sent again keeps its REQUEST-ID, as in a retry: make a new id for each attempt';

describe('the mistakes that break an obligation', () => {
  const report = reportOf(sampleResults({ 'HDR-05': brokenRow('HDR-05', { cause: kept }) }));
  const rowOf = (id: string) => report.planned.find((each) => each.id === id) ?? assert.fail(id);

  it('stand beside its breaches, those of the cause that was found first', () => {
    const { mistakes } = rowOf('HDR-05');
    assert.ok(mistakes.length > 1);
    assert.equal(mistakes[0]?.cause, kept);
    const html = renderCompliance({ report, evidence: new Map() });
    assert.match(html, new RegExp(`${mistakes.length} examples of what breaks it`));
    assert.ok(html.includes(`${mistakes[0].name}: ${kept}`));
  });

  it('are found in results that name another area for it', () => {
    const results = sampleResults({ 'HDR-05': { ...brokenRow('HDR-05'), area: 'another' } });
    const row = reportOf(results).planned.find(({ id }) => id === 'HDR-05');
    assert.equal(row?.mistakes.length, rowOf('HDR-05').mistakes.length);
  });

  it('do not include rows that keep it', () => {
    const kept = keptRowsOfObligation('HDR-05');
    assert.ok(kept.length > 0);
    const broken = mistakesOfObligation('HDR-05').map(({ location }) => location);
    for (const { location } of kept) assert.ok(!broken.includes(location), location);
    for (const { cause } of mistakesOfObligation('HDR-05')) assert.notEqual(cause, '');
  });

  it('are not told where it was kept, nor known of what is no obligation of the contract', () => {
    assert.deepEqual(rowOf('HDR-01').mistakes, []);
    assert.deepEqual(mistakesOfObligation('ONE-01'), []);
  });
});
