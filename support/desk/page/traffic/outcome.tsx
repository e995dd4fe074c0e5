import type { TrafficOutcome } from '../../wire/traffic';
import { VerdictMark } from '../parts/verdict';
import { linkTo } from '../route';
import { t } from '../strings';

/** What came of traffic that was judged. */
export function Outcome({ outcome }: { readonly outcome: TrafficOutcome }) {
  const { id, exchanges, overall, counts, failed, missing } = outcome;
  return (
    <div class="traffic-outcome" role="status">
      <ul class="overall">
        {overall.map(({ subject, verdict }) => (
          <li key={subject}>
            {t(`traffic.outcome.subject.${subject as 'service'}`)}{' '}
            <strong class={`overall-verdict ${verdict}`}>{t(`traffic.outcome.overall.${verdict}`)}</strong>
          </li>
        ))}
      </ul>
      <p>{t('traffic.outcome.exchanges', { count: exchanges })}</p>
      <ul class="counts" aria-label={t('traffic.outcome.counts')}>
        {counts.map(({ verdict, count }) => (
          <li key={verdict}>
            {t('traffic.outcome.count', { count })} <VerdictMark verdict={verdict} />
          </li>
        ))}
      </ul>
      <Listed title={t('traffic.outcome.failed')} lines={failed.map((each) => `${each.id} ${each.title}`)} />
      <Listed title={t('traffic.outcome.missing')} lines={missing} />
      <p class="row-of-buttons">
        <a class="button primary" href={linkTo('inspect', id)}>
          {t('traffic.outcome.inspect')}
        </a>
        <a class="button" href={`/report/${id}`} target="_blank" rel="noopener">
          {t('traffic.outcome.report')}
        </a>
      </p>
    </div>
  );
}

function Listed({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul translate={false}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
