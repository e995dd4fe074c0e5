import type { RowSummary } from '../../wire/inspect-report';

/** What of a list is shown. */
export interface ListFilter {
  /** Empty: all. `planned`: what the run was to cover. `open`: what did not pass and concerns the target. */
  readonly label: RowSummary['label'] | 'open' | 'planned' | '';
  /** Words that the id, the title, the clause or the reason holds, each of them somewhere. */
  readonly words: string;
}

const settled: readonly RowSummary['label'][] = [
  'declared',
  'not in the plan',
  'not-applicable',
  'observed',
  'passed',
];

/** The obligations that a filter lets through, in their order. */
export function filteredRows(rows: readonly RowSummary[], { label, words }: ListFilter): RowSummary[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (!isWanted(row, label)) return false;
    const { id, title, clause, why, subject } = row;
    const text = [id, title, clause, why, subject].join('\n').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

function isWanted(row: RowSummary, label: ListFilter['label']): boolean {
  if (label === 'planned') return row.planned;
  if (label === 'open') return !settled.includes(row.label);
  return label === '' || row.label === label;
}
