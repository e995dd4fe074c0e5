import { useState } from 'preact/hooks';
import type { HistoryAnswer, TrendAnswer } from '../../wire/history';
import { ErrorNotice } from '../parts/error-notice';
import { Labelled } from '../parts/labelled';
import { useAnswer } from '../parts/use-answer';
import { goTo, linkTo } from '../route';
import { t } from '../strings';
import { shortMoments } from './instant';
import { Light } from './light';
import { Moment } from './moment';

/** Each obligation over the whole runs on one target, the oldest first. */
export function TrendView({ target }: { readonly target: string }) {
  const query = target === '' ? '' : `?target=${encodeURIComponent(target)}`;
  const { answer, error } = useAnswer<TrendAnswer>(`/api/history/trend${query}`);
  const [words, setWords] = useState('');
  const [isNarrow, setNarrow] = useState(false);
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (answer === undefined) return <p role="status">{t('app.loading')}</p>;
  const wanted = words.toLowerCase();
  const rows = answer.rows.filter(
    ({ id, title, changes }) => (!isNarrow || changes > 0) && `${id} ${title}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div class="trend-choices">
        <Targets current={answer.target} />
        <Labelled label={t('history.trend.search')}>
          <input
            type="search"
            value={words}
            onInput={({ currentTarget }) => {
              setWords(currentTarget.value);
            }}
          />
        </Labelled>
        <label>
          <input
            type="checkbox"
            checked={isNarrow}
            onChange={({ currentTarget }) => {
              setNarrow(currentTarget.checked);
            }}
          />{' '}
          {t('history.trend.changedOnly')}
        </label>
      </div>
      <p class="soft" role="status">
        {t('history.trend.shown', { count: rows.length })}{' '}
        {answer.leftOut > 0 && t('history.trend.leftOut', { count: answer.leftOut })}
      </p>
      <TrendTable rows={rows} runs={answer.runs} />
    </>
  );
}

function Targets({ current }: { readonly current: string }) {
  const { answer } = useAnswer<HistoryAnswer>('/api/history');
  const all = answer?.targets ?? [];
  return (
    <Labelled label={t('history.trend.target')}>
      <select
        value={current}
        onChange={({ currentTarget }) => {
          goTo('history', 'trend', currentTarget.value);
        }}
      >
        {[current, ...all.filter((each) => each !== current)].map((each) => (
          <option key={each} value={each} translate={false}>
            {each}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function TrendTable({ runs, rows }: Pick<TrendAnswer, 'rows' | 'runs'>) {
  const names = shortMoments(runs.map(({ finishedAt }) => finishedAt));
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={t('history.tab.trend')}>
      <table class="trend">
        <thead>
          <tr>
            <th scope="col">{t('history.trend.obligation')}</th>
            {runs.map(({ key, finishedAt, outcome }, index) => (
              <th key={key} scope="col" class="run">
                <a href={linkTo('review', key)} title={outcome}>
                  <span class="hidden">
                    <Moment instant={finishedAt} />
                  </span>
                  <span class="day" aria-hidden="true">
                    {names[index]?.replace(' ', '\n')}
                  </span>
                </a>
              </th>
            ))}
            <th scope="col">{t('history.trend.changes')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, verdicts, changes }) => (
            <tr key={id}>
              <th scope="row">
                <strong translate={false}>{id}</strong> <span translate={false}>{title}</span>
              </th>
              {verdicts.map((verdict, index) => (
                <td key={runs[index]?.key}>
                  <Light verdict={verdict} />
                </td>
              ))}
              <td>
                {changes === 0 ? t('history.trend.steady') : t('history.trend.changed', { count: changes })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
