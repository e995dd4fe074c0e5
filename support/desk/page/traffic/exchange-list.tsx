import { t } from '../strings';
import { FilterBar } from './filter-bar';
import { FoundIn } from './found-in';
import { placeOf } from './rows';
import { RowWindow } from './row-window';
import { chosen, filter, list, proxy } from './state';
import { Sums } from './sums';

/** The exchanges that went through the proxy, and what was found in the one that is chosen. */
export function ExchangeList() {
  const { shown, count, older } = list.value;
  if (count === 0) {
    if (proxy.value.state !== 'running') return null;
    return <p role="status">{t('traffic.list.none')}</p>;
  }
  const isByVerdict = filter.value.failsOnly || filter.value.verdict !== 'any';
  const row = chosen.value === undefined ? undefined : shown[placeOf(shown, chosen.value)];
  return (
    <section aria-labelledby="traffic-exchanges">
      <h2 id="traffic-exchanges">{t('traffic.list.title')}</h2>
      <FilterBar />
      <Sums />
      {isByVerdict && <p class="soft">{t('traffic.obligations.limit')}</p>}
      {older > 0 && <p class="soft">{t('traffic.list.older', { count: older })}</p>}
      {shown.length === 0 ? <p>{t('traffic.list.noMatch')}</p> : <RowWindow rows={shown} />}
      {row !== undefined && row.exchange.seq === chosen.value && <FoundIn row={row} />}
    </section>
  );
}
