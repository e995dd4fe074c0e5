import { type Signal, useSignal } from '@preact/signals';
import type { RefObject, TargetedEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { RunExchange } from '../../wire/run';
import { goTo } from '../route';
import { t } from '../strings';
import { exchanges } from './state';
import { idOfRow, laneName, lanes, TalkRow } from './talk-row';

/** A reader who is this near the end, in pixels, wants to see what comes next. */
const nearEnd = 48;
/** A scroll is that of a person who did something with the list so shortly before, in milliseconds. */
const touchMs = 1000;
/** As most rows are, in pixels: each is measured once it is drawn. */
const rowHeight = 24;
/** How many rows the keys turn that turn a page. */
const pageRows = 12;

/** The conversation as it grows, a row for each arrow. */
export function TalkPart() {
  const all = exchanges.value;
  return (
    <section aria-labelledby="run-talk">
      <h2 id="run-talk">{t('run.talk.title')}</h2>
      {all.length === 0 ? (
        <p class="soft">{t('run.talk.none')}</p>
      ) : (
        <>
          <div class="talk-lanes" aria-hidden="true">
            {lanes.map((lane) => (
              <span key={lane}>{laneName(lane)}</span>
            ))}
          </div>
          <Rows all={all} />
        </>
      )}
    </section>
  );
}

/** The list, as what chooses and what scrolls deal with it. */
interface Window {
  readonly handle: RefObject<VirtualizerHandle | null>;
  /** Whether the newest row is to be seen. */
  readonly isAtEnd: Signal<boolean>;
  /** The place of the chosen row; -1 where none is. */
  readonly chosen: Signal<number>;
  readonly choose: (index: number) => void;
}

function useWindow(last: number): Window {
  const handle = useRef<VirtualizerHandle>(null);
  const isAtEnd = useSignal(true);
  const chosen = useSignal(-1);
  useLayoutEffect(() => {
    if (isAtEnd.peek()) handle.current?.scrollToIndex(last, { align: 'end' });
  }, [last]);
  const choose = (index: number): void => {
    chosen.value = index;
    isAtEnd.value = index === last;
    handle.current?.scrollToIndex(index, { align: 'nearest' });
  };
  return { handle, isAtEnd, chosen, choose };
}

function Rows({ all }: { readonly all: readonly RunExchange[] }) {
  const last = all.length - 1;
  const list = useWindow(last);
  const at = list.chosen.value;
  const seq = all[at]?.seq;
  const isScrolledBy = useScrolling(list);
  return (
    <>
      <div
        class="talk"
        role="listbox"
        tabIndex={0}
        aria-label={t('run.talk.title')}
        aria-describedby="talk-help"
        aria-activedescendant={seq === undefined ? undefined : idOfRow(seq)}
        {...isScrolledBy}
        onKeyDown={(event) => {
          const next = indexFor(event.key, at, last);
          if (next !== undefined) list.choose(next);
          else if (event.key === 'Enter' && seq !== undefined) goTo('inspect', 'run', seq);
          else return;
          event.preventDefault();
        }}
      >
        <Virtualizer ref={list.handle} data={all} itemSize={rowHeight} keepMounted={at < 0 ? [] : [at]}>
          {(exchange: RunExchange, index: number) => (
            <TalkRow
              key={exchange.seq}
              exchange={exchange}
              place={{ index, of: all.length }}
              isChosen={index === at}
            />
          )}
        </Virtualizer>
      </div>
      <Help list={list} count={all.length} />
    </>
  );
}

/** Notes when a person leaves the end, or comes back to it. */
function useScrolling({ isAtEnd }: Window) {
  const touchedAt = useRef(-Infinity);
  const touch = (): void => {
    touchedAt.current = performance.now();
  };
  return {
    onWheel: touch,
    onPointerDown: touch,
    onTouchMove: touch,
    onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: Scrolled) => {
      // Rows that come, or turn out smaller than was guessed, move the end too: only a person leaves it.
      if (scrollHeight - scrollTop - clientHeight < nearEnd) isAtEnd.value = true;
      else if (performance.now() - touchedAt.current < touchMs) isAtEnd.value = false;
    },
  };
}

type Scrolled = TargetedEvent<HTMLDivElement>;

function Help({ list: { isAtEnd, choose }, count }: { readonly list: Window; readonly count: number }) {
  return (
    <p id="talk-help" class="soft">
      {t('run.talk.count', { count })}. {t('run.talk.help')}{' '}
      {!isAtEnd.value && (
        <button
          type="button"
          onClick={() => {
            choose(count - 1);
          }}
        >
          {t('run.talk.newest')}
        </button>
      )}
    </p>
  );
}

/** The row that a key leads to; `undefined` for a key that leads to none. `at` is -1 where none is chosen. */
function indexFor(key: string, at: number, last: number): number | undefined {
  const to: Readonly<Record<string, number>> = {
    ArrowDown: at < 0 ? last : at + 1,
    ArrowUp: at < 0 ? last : at - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
    Home: 0,
    End: last,
  };
  const next = to[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), last);
}
