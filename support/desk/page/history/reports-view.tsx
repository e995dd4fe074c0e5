import { useState } from 'preact/hooks';
import type { HistoryAnswer, HistoryEntry } from '../../wire/history';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { goTo } from '../route';
import { t } from '../strings';
import { inTime } from './in-time';
import { ReportRow } from './report-row';

/** All reports that are kept, the latest first. */
export function ReportsView() {
  const { answer, error, again } = useAnswer<HistoryAnswer>('/api/history');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (answer === undefined) return <p role="status">{t('app.loading')}</p>;
  const { entries, isSigning } = answer;
  if (entries.length === 0) return <p>{t('history.none')}</p>;
  return (
    <>
      <p class="soft">{t(isSigning ? 'history.signing' : 'history.notSigning')}</p>
      <Compare entries={entries} chosen={chosen} again={again} />
      <div class="wide" tabIndex={0} role="region" aria-label={t('history.tab.reports')}>
        <table class="reports" role="table">
          <Head />
          <tbody role="rowgroup">
            {entries.map((entry) => (
              <ReportRow
                key={entry.key}
                entry={entry}
                isChosen={chosen.includes(entry.key)}
                toggle={(key) => {
                  setChosen(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface CompareProps {
  readonly entries: readonly HistoryEntry[];
  readonly chosen: readonly string[];
  readonly again: () => void;
}

function Compare({ entries, chosen, again }: CompareProps) {
  const [now, old] = inTime(entries)
    .map(({ key }) => key)
    .filter((key) => chosen.includes(key));
  const canCompare = chosen.length === 2 && old !== undefined && now !== undefined;
  return (
    <div class="row-of-buttons">
      <button
        type="button"
        disabled={!canCompare}
        onClick={() => {
          if (canCompare) goTo('history', 'diff', old, now);
        }}
      >
        {t('history.compare')}
      </button>
      <button type="button" onClick={again}>
        {t('history.refresh')}
      </button>
      <span class="soft" role="status">
        {t(chosen.length === 2 ? 'history.chosenTwo' : 'history.chosen', { count: chosen.length })}
      </span>
    </div>
  );
}

const columns = ['choose', 'ended', 'product', 'outcome', 'decision', 'acts'] as const;

function Head() {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((each) => (
          <th key={each} scope="col" role="columnheader">
            {t(`history.${each}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
