import { signal } from '@preact/signals';
import type { RowSummary } from '../../wire/inspect-report';
import { t } from '../strings';
import { grouped } from './grouped';
import type { ListFilter } from './list-filter';

/** It stays while one looks into what it let through. */
export const filter = signal<ListFilter>({ label: 'planned', words: '' });

const change = (part: Partial<ListFilter>): void => {
  filter.value = { ...filter.value, ...part };
};

interface FilterProps {
  readonly rows: readonly RowSummary[];
  /** How many it lets through. */
  readonly count: number;
}

/** Chooses what of a list is shown. */
export function RowFilter({ rows, count }: FilterProps) {
  const { label, words } = filter.value;
  return (
    <form
      class="filter"
      role="search"
      aria-label={t('inspect.obligations')}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <label>
        {t('inspect.verdict')}{' '}
        <select
          value={label}
          onChange={({ currentTarget }) => {
            change({ label: currentTarget.value as ListFilter['label'] });
          }}
        >
          <Options rows={rows} />
        </select>
      </label>
      <label>
        {t('inspect.search')}{' '}
        <input
          type="search"
          value={words}
          onInput={({ currentTarget }) => {
            change({ words: currentTarget.value });
          }}
        />
      </label>
      <output>{t('inspect.shown', { count })}</output>
    </form>
  );
}

function Options({ rows }: Pick<FilterProps, 'rows'>) {
  const labels = grouped(rows, ({ label }) => label);
  return (
    <>
      <option value="planned">
        {t('inspect.planned', { count: rows.filter(({ planned }) => planned).length })}
      </option>
      <option value="">{t('inspect.all', { count: rows.length })}</option>
      <option value="open">{t('inspect.notPassed')}</option>
      {[...labels].map(([label, members]) => (
        <option key={label} value={label}>
          {label === 'not in the plan' ? t('inspect.notPlanned') : t(`verdict.${label}`)} ({members.length})
        </option>
      ))}
    </>
  );
}
