import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { goTo } from '../route';
import { t } from '../strings';
import { indexFor, isToOpen } from './keys';
import { idOf, RowLine, Titles } from './row-line';
import { placeOf, type Row } from './rows';
import { chosen } from './state';

/** A reader who is this near the end, in pixels, wants to see what comes next. */
const nearEnd = 40;

type Handle = RefObject<VirtualizerHandle | null>;

/** The part of a long list that can be seen; arrow keys choose, Enter looks into what is chosen. */
export function RowWindow({ rows }: { readonly rows: readonly Row[] }) {
  const handle = useRef<VirtualizerHandle>(null);
  const at = indexOf(rows, chosen.value);
  const isAtEnd = useFollowing(rows, handle, at);
  const choose = (index: number): void => {
    chosen.value = rows[index]?.exchange.seq;
    isAtEnd.value = index === rows.length - 1;
    handle.current?.scrollToIndex(index, { align: 'nearest' });
  };
  return (
    <>
      <Titles />
      <div
        class="traffic-list"
        role="listbox"
        tabIndex={0}
        aria-label={t('traffic.list.title')}
        aria-describedby="traffic-list-help"
        aria-activedescendant={at < 0 ? undefined : idOf(chosen.value ?? 0)}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.value = scrollHeight - scrollTop - clientHeight < nearEnd;
        }}
        onKeyDown={(event) => {
          const next = indexFor(event.key, at, rows.length);
          if (next !== undefined) choose(next);
          else if (isToOpen(event.key) && at >= 0) goTo('inspect', 'traffic', chosen.value ?? 0);
          else return;
          event.preventDefault();
        }}
      >
        <Virtualizer ref={handle} data={rows} keepMounted={at < 0 ? [] : [at]}>
          {(row: Row, index: number) => (
            <RowLine key={row.exchange.seq} row={row} index={index} count={rows.length} />
          )}
        </Virtualizer>
      </div>
      <Help handle={handle} last={rows.length - 1} isAtEnd={isAtEnd} />
    </>
  );
}

/** A reader who is at the end stays there while more comes; one who comes back finds what was chosen. */
function useFollowing(rows: readonly Row[], handle: Handle, chosenAt: number): Signal<boolean> {
  const isAtEnd = useSignal(chosenAt < 0);
  useLayoutEffect(() => {
    if (chosenAt >= 0) handle.current?.scrollToIndex(chosenAt, { align: 'center' });
  }, []);
  const last = rows.at(-1)?.exchange.seq;
  useLayoutEffect(() => {
    if (isAtEnd.peek()) handle.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [last, rows.length]);
  return isAtEnd;
}

/** Where what is chosen stands; -1 where it is not there. */
function indexOf(rows: readonly Row[], seq: number | undefined): number {
  if (seq === undefined) return -1;
  const at = placeOf(rows, seq);
  return rows[at]?.exchange.seq === seq ? at : -1;
}

function Help({
  handle,
  last,
  isAtEnd,
}: {
  readonly handle: Handle;
  readonly last: number;
  readonly isAtEnd: Signal<boolean>;
}) {
  return (
    <p id="traffic-list-help" class="soft">
      {t('traffic.list.help')}{' '}
      {!isAtEnd.value && (
        <button
          type="button"
          onClick={() => {
            handle.current?.scrollToIndex(last, { align: 'end' });
          }}
        >
          {t('traffic.list.newest')}
        </button>
      )}
    </p>
  );
}
