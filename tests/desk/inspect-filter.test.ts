import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListFilter } from '../../support/desk/page/inspect/list-filter';
import { filteredRows } from '../../support/desk/page/inspect/list-filter';
import type { RowSummary } from '../../support/desk/wire/inspect-report';

const row = (id: string, label: RowSummary['label'], more: Partial<RowSummary> = {}): RowSummary => ({
  ...{
    id,
    label,
    area: 'session',
    clause: '4.1',
    level: 'must',
    subject: 'service',
    title: `Title of ${id}`,
  },
  ...{
    planned: label !== 'not in the plan',
    verdict: label === 'not in the plan' ? 'not-tested' : label,
    why: '',
  },
  ...more,
});

const rows = [
  row('SES-01', 'passed'),
  row('SES-02', 'failed', { why: 'broken 2 of 2 times' }),
  row('SES-03', 'inconclusive', { why: 'The gateway did not answer' }),
  row('SES-04', 'not in the plan'),
  row('SES-05', 'not-applicable'),
];

const ids = (filter: Partial<ListFilter>): string =>
  filteredRows(rows, { label: '', words: '', ...filter })
    .map(({ id }) => id.slice(-1))
    .join('');

describe('the filter of a list', () => {
  it('goes by verdict', () => {
    assert.equal(ids({}), '12345');
    assert.equal(ids({ label: 'planned' }), '1235');
    assert.equal(ids({ label: 'open' }), '23');
    assert.equal(ids({ label: 'passed' }), '1');
    assert.equal(ids({ label: 'not in the plan' }), '4');
  });

  it('goes by words, each of which stands somewhere', () => {
    assert.equal(ids({ words: 'ses-02' }), '2');
    assert.equal(ids({ words: '  GATEWAY answer ' }), '3');
    assert.equal(ids({ words: 'broken gateway' }), '');
    assert.equal(ids({ words: '4.1', label: 'failed' }), '2');
  });
});
