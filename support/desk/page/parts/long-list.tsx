import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { t } from '../strings';
import { useFollowedEnd } from './follow-end';
import { indexFor } from './list-keys';

interface LongListProps<Row> {
  readonly class: string;
  readonly label: string;
  readonly rows: readonly Row[];
  /** Its element has the id `idOf` and the role `option`. */
  readonly draw: (row: Row, index: number) => VNode;
  readonly idOf: (row: Row) => string;
  /** The place of the chosen row; -1 where none is. */
  readonly chosenAt: number;
  readonly choose: (index: number) => void;
  readonly open: (row: Row) => void;
  /** As most rows are, in pixels: each is measured once it is drawn. */
  readonly rowHeight: number;
  /** What else is said below, before how to go through the list. */
  readonly note?: string;
}

/**
 * A list that grows, of which no more is drawn than can be seen. Arrow keys choose, Enter opens. Who is at the end stays
 * there while more comes; who comes back to the list finds what was chosen.
 */
export function LongList<Row>({ rows, chosenAt, ...props }: LongListProps<Row>) {
  const handle = useRef<VirtualizerHandle>(null);
  const { list, isAtEnd, toEnd, onScroll } = useFollowedEnd(chosenAt < 0);
  useLayoutEffect(() => {
    if (chosenAt >= 0) handle.current?.scrollToIndex(chosenAt, { align: 'center' });
  }, []);
  const chosen = rows[chosenAt];
  const go = (index: number): void => {
    props.choose(index);
    isAtEnd.value = index === rows.length - 1;
    handle.current?.scrollToIndex(index, { align: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = indexFor(event.key, chosenAt, rows.length);
    if (next !== undefined) go(next);
    else if (event.key === 'Enter' && chosen !== undefined) props.open(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div
        ref={list}
        class={props.class}
        role="listbox"
        tabIndex={0}
        aria-label={props.label}
        aria-describedby={`${props.class}-help`}
        aria-activedescendant={chosen === undefined ? undefined : props.idOf(chosen)}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <Virtualizer
          ref={handle}
          data={rows}
          itemSize={props.rowHeight}
          keepMounted={chosenAt < 0 ? [] : [chosenAt]}
        >
          {props.draw}
        </Virtualizer>
      </div>
      <Help id={`${props.class}-help`} note={props.note} toNewest={isAtEnd.value ? undefined : toEnd} />
    </>
  );
}

interface HelpProps {
  readonly id: string;
  readonly note: string | undefined;
  readonly toNewest: (() => void) | undefined;
}

function Help({ id, note, toNewest }: HelpProps) {
  return (
    <p id={id} class="soft">
      {note} {t('list.help')}{' '}
      {toNewest !== undefined && (
        <button type="button" onClick={toNewest}>
          {t('list.newest')}
        </button>
      )}
    </p>
  );
}
