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
  #thinnedTo = 0;
  #kept: Kept[] = [];
  readonly #byKey = new Map<string, Kept>();
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** Tells an event, and keeps it. */
  tell(event: DeskEvent): void {
    this.#keep({ number: (this.#last += 1), area: areaOf(event), event });
  }

  /** Tells an event that takes the place of the one before by its key. */
  latest(key: string, event: DeskEvent): void {
    const before = this.#byKey.get(key);
    if (before !== undefined) {
      this.#kept.splice(this.#firstAfter(before.number - 1), 1);
      this.#count(before.area, -1);
    }
    const kept = { number: (this.#last += 1), area: areaOf(event), event, key };
    this.#byKey.set(key, kept);
    this.#keep(kept);
  }

  /** What was told of an area does not hold any more. */
  begin(area: Area): void {
    this.#kept = this.#kept.filter((each) => {
      if (each.area !== area) return true;
      if (each.key !== undefined) this.#byKey.delete(each.key);
      return false;
    });
    this.#counts.delete(area);
    this.tell({ type: 'desk.begun', area });
  }

  /** All that still holds. */
  kept(): KeptEvents {
    return { epoch: this.epoch, upTo: this.#last, events: this.#kept.map(({ event }) => event) };
  }

  /** The next events behind a number, so many at most; `undefined` where there are none. */
  after(number: number, most: number): EventBatch | undefined {
    const first = this.#firstAfter(number);
    const found = this.#kept.slice(first, first + most);
    if (found.length === 0) return undefined;
    return { numbers: found.map((each) => each.number), events: found.map(({ event }) => event) };
  }

  /** Whether events behind a number are gone that no later one stands for: who was told up to there takes all again. */
  hasForgotten(number: number): boolean {
    return number < this.#thinnedTo;
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

function areaOf(event: DeskEvent): string {
  return event.type === 'desk.begun' ? event.area : (event.type.split('.')[0] ?? '');
}
