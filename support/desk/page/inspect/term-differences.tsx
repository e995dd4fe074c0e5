import { t } from '../strings';
import type { DifferenceRow } from './difference-table';
import { DifferenceTable } from './difference-table';
import type { Term } from './summary-terms';

interface TermsProps {
  readonly first: readonly Term[];
  readonly second: readonly Term[];
}

/** What two exchanges say of themselves. */
export function TermDifferences({ first, second }: TermsProps) {
  const others = new Map(second);
  const own = new Set(first.map(([name]) => name));
  const rows = [
    ...first.map(([name, value]) => rowOf(name, value, others.get(name))),
    ...second.filter(([name]) => !own.has(name)).map(([name, value]) => rowOf(name, undefined, value)),
  ];
  return <DifferenceTable caption={t('inspect.summary')} rows={rows} />;
}

function rowOf(name: string, first: string | undefined, second: string | undefined): DifferenceRow {
  if (first === undefined) return { name, said: t('inspect.onlySecond'), second };
  if (second === undefined) return { name, said: t('inspect.onlyFirst'), first };
  return { name, said: first === second ? '' : t('inspect.otherValue'), first, second };
}
