import { LongList } from '../parts/long-list';
import { goTo } from '../route';
import { t } from '../strings';
import { idOf, RowLine, Titles } from './row-line';
import { placeOf, type Row } from './rows';
import { chosen } from './state';

/** As rows are, in pixels, where letters have their usual size. */
const rowHeight = 34;

/** The part of a long list that can be seen; arrow keys choose, Enter looks into what is chosen. */
export function RowWindow({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <>
      <Titles />
      <LongList
        class="traffic-list"
        label={t('traffic.list.title')}
        rows={rows}
        rowHeight={rowHeight}
        idOf={({ exchange }) => idOf(exchange.seq)}
        chosenAt={indexOf(rows, chosen.value)}
        choose={(index) => {
          chosen.value = rows[index]?.exchange.seq;
        }}
        open={({ exchange }) => {
          goTo('inspect', 'traffic', exchange.seq);
        }}
        draw={(row, index) => <RowLine key={row.exchange.seq} row={row} index={index} count={rows.length} />}
      />
    </>
  );
}

/** Where what is chosen stands; -1 where it is not there. */
function indexOf(rows: readonly Row[], seq: number | undefined): number {
  if (seq === undefined) return -1;
  const at = placeOf(rows, seq);
  return rows[at]?.exchange.seq === seq ? at : -1;
}
