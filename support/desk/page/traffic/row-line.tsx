import { goTo } from '../route';
import { t } from '../strings';
import { ExchangeCells } from './exchange-row';
import type { Row } from './rows';
import { chosen } from './state';

export const idOf = (seq: number): string => `exchange-${seq}`;

/** One row of the list. */
export function RowLine({
  row,
  index,
  count,
}: {
  readonly row: Row;
  readonly index: number;
  readonly count: number;
}) {
  const { seq } = row.exchange;
  const isChosen = chosen.value === seq;
  return (
    <div
      id={idOf(seq)}
      class={`traffic-row${isChosen ? ' chosen' : ''}`}
      role="option"
      aria-selected={isChosen}
      aria-posinset={index + 1}
      aria-setsize={count}
      onClick={() => {
        chosen.value = seq;
      }}
      onDblClick={() => {
        goTo('inspect', 'traffic', seq);
      }}
    >
      <ExchangeCells row={row} />
    </div>
  );
}

/** What stands in which column; a reader of rows hears their words. */
export function Titles() {
  return (
    <div class="traffic-row titles" aria-hidden="true">
      <span class="seq">{t('traffic.list.number')}</span>
      <span class="time">{t('traffic.list.time')}</span>
      <span class="who">{t('traffic.list.from')}</span>
      <span class="service">{t('traffic.list.service')}</span>
      <span class="what">{t('traffic.list.what')}</span>
      <span class="status">{t('traffic.list.status')}</span>
      <span class="took">{t('traffic.list.took')}</span>
      <span class="marks">{t('traffic.list.found')}</span>
    </div>
  );
}
