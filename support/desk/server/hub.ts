import { randomUUID } from 'node:crypto';
import type { Area, DeskEvent, EventBatch, KeptEvents } from '../wire/events';

/** Of how many events of an area the newest are kept. */
export const keptPerArea = 20_000;

interface Kept {
  readonly number: number;
  readonly area: string;
  readonly event: DeskEvent;
  readonly key?: string;
}

/** What happens, for all tabs: those that are open are told, and a tab that opens later gets what still holds. */
export class Hub {
  readonly epoch = randomUUID();
  #last = 0;
  #kept: Kept[] = [];
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** Tells an event, and keeps it. */
  tell(event: DeskEvent): void {
    this.#keep({ number: (this.#last += 1), area: areaOf(event), event });
  }

  /** Tells an event that takes the place of the one before by its key. */
  latest(key: string, event: DeskEvent): void {
    const before = this.#kept.findIndex((each) => each.key === key);
    if (before >= 0) {
      const [old] = this.#kept.splice(before, 1);
      if (old !== undefined) this.#count(old.area, -1);
    }
    this.#keep({ number: (this.#last += 1), area: areaOf(event), event, key });
  }

  /** What was told of an area does not hold any more. */
  begin(area: Area): void {
    this.#kept = this.#kept.filter((each) => each.area !== area);
    this.#counts.delete(area);
    this.tell({ type: 'desk.begun', area });
  }

  /** All that still holds. */
  kept(): KeptEvents {
    return { epoch: this.epoch, upTo: this.#last, events: this.#kept.map(({ event }) => event) };
  }

  /** The next events behind a number, so many at most; `undefined` where there are none. */
  after(number: number, most: number): EventBatch | undefined {
    const found = this.#slice(number, most);
    const last = found.at(-1);
    return last && { upTo: last.number, events: found.map(({ event }) => event) };
  }

  /** The number of the last event. */
  get last(): number {
    return this.#last;
  }

  /** Calls back whenever there is something new, until what it gives is called. */
  onNews(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #keep(kept: Kept): void {
    this.#kept.push(kept);
    if (this.#count(kept.area, 1) > keptPerArea) this.#thin(kept.area);
    for (const listener of this.#listeners) listener();
  }

  #count(area: string, by: number): number {
    const count = (this.#counts.get(area) ?? 0) + by;
    this.#counts.set(area, count);
    return count;
  }

  /** Drops the oldest tenth of an area, save what stands for a state. */
  #thin(area: string): void {
    let left = keptPerArea / 10;
    this.#kept = this.#kept.filter((each) => {
      if (left === 0 || each.area !== area || each.key !== undefined) return true;
      left -= 1;
      return false;
    });
    this.#count(area, left - keptPerArea / 10);
  }

  #slice(number: number, most: number): Kept[] {
    const first = this.#firstAfter(number);
    return this.#kept.slice(first, first + most);
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

function areaOf(event: DeskEvent): string {
  return event.type === 'desk.begun' ? event.area : (event.type.split('.')[0] ?? '');
}
