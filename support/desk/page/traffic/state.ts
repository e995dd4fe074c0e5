import { signal } from '@preact/signals';
import type { LiveVerdict } from '../../../traffic/live/told';
import type { DeskEvent } from '../../wire/events';
import type { FileState, ProxyState } from '../../wire/traffic';
import { onEvents } from '../stream';
import type { Filter, Row } from './rows';
import { noFilter, Rows } from './rows';

/** How long the page waits for more before it draws again, in milliseconds. */
const drawEveryMs = 150;

export const proxy = signal<ProxyState>({ state: 'none' });
export const file = signal<FileState>({ state: 'none' });
export const verdicts = signal<readonly LiveVerdict[]>([]);
export const filter = signal<Filter>(noFilter);

/** The `seq` of the exchange that is chosen; it is so when the reader comes back from another view. */
export const chosen = signal<number | undefined>(undefined);

/** What the list shows, and of how many. */
export interface ListState {
  readonly shown: readonly Row[];
  readonly count: number;
  readonly older: number;
  readonly services: readonly string[];
}

export const list = signal<ListState>({ shown: [], count: 0, older: 0, services: [] });

const rows = new Rows();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows other exchanges, at once. */
export function narrow(next: Filter): void {
  filter.value = next;
  rows.narrow(next);
  draw();
}

onEvents((batch) => {
  let isChanged = false;
  for (const event of batch) isChanged = take(event) || isChanged;
  if (isChanged) timer ??= setTimeout(draw, drawEveryMs);
});

/** Tells whether the list has changed. */
function take(event: DeskEvent): boolean {
  switch (event.type) {
    case 'desk.begun':
      if (event.area !== 'traffic') return false;
      rows.clear();
      chosen.value = undefined;
      proxy.value = { state: 'none' };
      file.value = { state: 'none' };
      verdicts.value = [];
      return true;
    case 'traffic.exchange':
      rows.add(event.exchange);
      return true;
    case 'traffic.finding':
      rows.mark(event.finding);
      return true;
    case 'traffic.obligations':
      verdicts.value = event.verdicts;
      return false;
    case 'traffic.proxy':
      proxy.value = event.proxy;
      return false;
    case 'traffic.file':
      file.value = event.file;
      return false;
    default:
      return false;
  }
}

function draw(): void {
  clearTimeout(timer);
  timer = undefined;
  const { count, older } = rows;
  list.value = { shown: rows.shown(), count, older, services: [...rows.services].sort() };
}
