import type { LiveVerdict } from '../../../traffic/live/told';
import { VerdictMark } from '../parts/verdict';
import { t } from '../strings';
import { noFilter } from './rows';
import { narrow, verdicts } from './state';

const order: readonly LiveVerdict['verdict'][] = [
  'failed',
  'warning',
  'inconclusive',
  'not-tested',
  'observed',
];

const rank = ({ verdict }: LiveVerdict): number => {
  const at = order.indexOf(verdict);
  return at < 0 ? order.length : at;
};

/** What is known of the obligations by now; what is wrong stands first. */
export function ObligationsPart() {
  const { value: all } = verdicts;
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="traffic-obligations">
      <h2 id="traffic-obligations">{t('traffic.obligations.title')}</h2>
      <p class="soft">{t('traffic.obligations.limit')}</p>
      <ul class="traffic-obligations">
        {[...all]
          .sort((one, other) => rank(one) - rank(other))
          .map((each) => (
            <Obligation key={each.obligation} {...each} />
          ))}
      </ul>
    </section>
  );
}

function Obligation({ obligation, title, verdict, observations, broken }: LiveVerdict) {
  const show = (): void => {
    narrow({ ...noFilter, text: obligation });
  };
  return (
    <li>
      <VerdictMark verdict={verdict} />{' '}
      <span translate={false}>
        <b>{obligation}</b> {title}
      </span>{' '}
      <span class="soft">
        {broken > 0
          ? t('traffic.obligations.broken', { broken, count: observations })
          : t('traffic.obligations.seen', { count: observations })}
      </span>{' '}
      {broken > 0 && (
        <button type="button" onClick={show}>
          {t('traffic.obligations.filter', { id: obligation })}
        </button>
      )}
    </li>
  );
}
