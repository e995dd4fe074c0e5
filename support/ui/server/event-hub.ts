import { randomUUID } from 'node:crypto';
import type { UiArea, UiEvent } from '../api';

/**
 * Maximum number of events that the hub keeps per area. If an area exceeds it, the hub drops some of the
 * oldest.
 */
export const keptPerArea = 20_000;

interface Kept {
  readonly number: number;
  readonly area: UiArea;
  readonly event: UiEvent;
  readonly key?: string;
}

const areas: Readonly<Record<Exclude<UiEvent['type'], 'begun'>, UiArea>> = {
  ...{ target: 'target', doctor: 'doctor', run: 'run', hand: 'hand' },
  ...{ proxy: 'traffic', file: 'traffic', live: 'traffic' },
};

const areaOf = (event: UiEvent): UiArea => (event.type === 'begun' ? event.area : areas[event.type]);

/**
 * Sends events to all open pages. Keeps events that are still current, so that pages opened later receive
 * them, too.
 */
export class EventHub {
  readonly epoch = randomUUID();
  #last = 0;
  #thinnedTo = 0;
  #kept: Kept[] = [];
  readonly #byKey = new Map<string, Kept>();
  readonly #counts = new Map<UiArea, number>();
  readonly #listeners = new Set<() => void>();

  tell(event: UiEvent): void {
    this.#keep({ number: (this.#last += 1), area: areaOf(event), event });
  }

  /** Sends an event. Pages that open later receive it instead of the previous event with this key. */
  latest(key: string, event: UiEvent): void {
    const before = this.#byKey.get(key);
    if (before !== undefined) {
      this.#kept.splice(this.#firstAfter(before.number - 1), 1);
      this.#count(before.area, -1);
    }
    const kept = { number: (this.#last += 1), area: areaOf(event), event, key };
    this.#byKey.set(key, kept);
    this.#keep(kept);
  }

  /** Discards all events of an area, here and on the pages. */
  begin(area: UiArea): void {
    this.#kept = this.#kept.filter((each) => {
      if (each.area !== area) return true;
      if (each.key !== undefined) this.#byKey.delete(each.key);
      return false;
    });
    this.#counts.delete(area);
    this.tell({ type: 'begun', area });
  }

  /**
   * Returns up to `most` events that follow the event `number`, and the last one's number (`upTo`). Returns
   * `undefined` if there are no newer events.
   */
  after(
    number: number,
    most: number,
  ): { readonly upTo: number; readonly events: readonly UiEvent[] } | undefined {
    const first = this.#firstAfter(number);
    const found = this.#kept.slice(first, first + most);
    const last = found.at(-1);
    return last && { upTo: last.number, events: found.map(({ event }) => event) };
  }

  /**
   * Number of the newest event that was dropped because its area had too many. A page must load all events
   * again if its last event is older.
   */
  get thinnedTo(): number {
    return this.#thinnedTo;
  }

  /** Calls the listener after each new event. Returns a function that removes the listener. */
  onNews(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #keep(kept: Kept): void {
    this.#kept.push(kept);
    if (this.#count(kept.area, 1) > keptPerArea) this.#thin(kept.area);
    for (const listener of this.#listeners) listener();
  }

  #count(area: UiArea, by: number): number {
    const count = (this.#counts.get(area) ?? 0) + by;
    this.#counts.set(area, count);
    return count;
  }

  /**
   * Drops the oldest events of an area, a tenth of the maximum. Keeps events with a key, because each
   * describes a current state.
   */
  #thin(area: UiArea): void {
    let left = keptPerArea / 10;
    this.#kept = this.#kept.filter((each) => {
      if (left === 0 || each.area !== area || each.key !== undefined) return true;
      left -= 1;
      this.#thinnedTo = Math.max(this.#thinnedTo, each.number);
      return false;
    });
    this.#count(area, left - keptPerArea / 10);
  }

  #firstAfter(number: number): number {
    let [low, high] = [0, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#kept[middle]?.number ?? 0) > number) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
