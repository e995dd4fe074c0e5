import type { HistoryAnswer, HistoryEntry } from '../../wire/history';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { Moment } from '../history/moment';
import { inTime } from '../history/in-time';
import { linkTo } from '../route';
import { t } from '../strings';
import { ReportReview } from './report-review';

/** Where a reviewer decides: `#/review` lists reports, and `#/review/ID` is about one of them. */
export function ReviewView({ rest: [entry] }: { readonly rest: readonly string[] }) {
  return (
    <>
      <h1>{t('review.title')}</h1>
      {entry === undefined ? <Choice /> : <ReportReview key={entry} entry={entry} />}
    </>
  );
}

function Choice() {
  const { answer, error } = useAnswer<HistoryAnswer>('/api/history');
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (answer === undefined) return <p role="status">{t('app.loading')}</p>;
  if (answer.entries.length === 0) return <p>{t('review.none')}</p>;
  return (
    <>
      <p>{t('review.choose')}</p>
      <ul class="plain choices">
        {inTime(answer.entries).map((entry) => (
          <Report key={entry.key} entry={entry} />
        ))}
      </ul>
    </>
  );
}

function Report({ entry: { key, run, signOff } }: { readonly entry: HistoryEntry }) {
  if (run === undefined) return null;
  return (
    <li>
      <a href={linkTo('review', key)}>
        <Moment instant={run.finishedAt} />,{' '}
        <span translate={false}>{run.product === '' ? run.target : run.product}</span>
      </a>
      {run.selfTest && <span class="soft"> {t('history.selfTest')}</span>}
      <div translate={false}>{run.outcomes.map(({ text }) => text).join(', ')}</div>
      <div class="soft">
        {signOff === undefined ? t('review.notSigned') : <span translate={false}>{signOff.sentence}</span>}
      </div>
    </li>
  );
}
