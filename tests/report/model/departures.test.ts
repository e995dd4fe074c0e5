import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../../support/report/model/report';
import { sampleResults } from '../sample-results';

/** What the first page says of departures where a target has these settings. */
function told(settings: Readonly<Record<string, unknown>>): string[] {
  const results = sampleResults();
  const readings = results.readings.map((row) =>
    row.id in settings ? { ...row, chosen: settings[row.id], source: 'target' as const } : row,
  );
  return reportOf({ ...results, readings }).caveats.filter((each) =>
    each.includes('departure from the document'),
  );
}

test('a target is said to depart from the document where it does, and not where it repeats it', () => {
  for (const settings of [
    {},
    { 'key-bits': 2048, 'certificate-form': 'pem' },
    { 'key-bits': { identity: 2048 }, 'certificate-form': { identity: 'pem', registry: 'pem' } },
  ])
    assert.deepEqual(told(settings), [], JSON.stringify(settings));
  assert.equal(
    told({ 'key-bits': { identity: 2048, registry: 4096 }, 'certificate-form': 'json' }).length,
    2,
  );
});
