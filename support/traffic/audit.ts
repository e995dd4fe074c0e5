import type { Audited } from '../judging/results';
import type { Item, Source } from './sources';
import { Stretch } from './stretch';
import type { Taken, Taker } from './taker';
import { takeItem } from './taker';

const toldBroken = 20;

/**
 * Numbers what several inputs hold by its place among all of them: those that are read side by side in the order in which
 * they are read, others one behind the other. It does not matter how the work on them is cut.
 */
export class Positions {
  #place = 0;
  /** The last number of each input that is being read. */
  #last: number[] = [];

  of(number: number, from = 0): number {
    // Numbers that no item has leave a gap.
    this.#place += number - (this.#last[from] ?? 0);
    this.#last[from] = number;
    return this.#place;
  }

  /** What comes next are other inputs. */
  endInputs(): void {
    this.#last = [];
  }
}

type Counted = Pick<Source, 'name' | 'form'> & Partial<Pick<Source, 'unit'>>;

/** Counts what a source holds. */
export class SourceCount {
  readonly #source: Counted;
  readonly #broken: string[] = [];
  #exchanges = 0;
  #others = 0;
  #brokenCount = 0;
  #cut: string | undefined;

  constructor(source: Counted) {
    this.#source = source;
  }

  add({ number }: Pick<Item, 'number'>, taken: Taken): void {
    if (taken === 'taken') this.#exchanges += 1;
    else if (taken === 'other') this.#others += 1;
    else this.#addBroken(number, taken.why);
  }

  /** Takes the news that the source breaks off. */
  cut(error: Error): void {
    this.#cut = `${error.message}, behind ${this.#what} ${this.#exchanges + this.#others + this.#brokenCount}`;
  }

  get audited(): Audited {
    const { name, form } = this.#source;
    return {
      name,
      form,
      exchanges: this.#exchanges,
      others: this.#others,
      broken: this.#broken,
      brokenCount: this.#brokenCount,
      ...(this.#cut !== undefined && { cut: this.#cut }),
    };
  }

  get #what(): string {
    const { form, unit = form === 'har' ? 'entry' : 'line' } = this.#source;
    return unit;
  }

  #addBroken(number: number, why: string): void {
    this.#brokenCount += 1;
    if (this.#broken.length < toldBroken) this.#broken.push(`${this.#what} ${number}: ${why}`);
  }
}

/** Gives what inputs hold to a taker, as it comes; `tell` is called after each item. */
export async function auditStretch(
  stretch: Stretch,
  taker: Taker,
  tell: () => void,
  positions = new Positions(),
): Promise<Audited[]> {
  const counts = stretch.sources.map((source) => new SourceCount(source));
  for await (const item of stretch.items) {
    taker.skipTo(positions.of(item.number, item.from));
    counts[item.from]?.add(item, takeItem(stretch.form, item, taker));
    tell();
  }
  taker.endRecording();
  positions.endInputs();
  return auditedOf(stretch, counts);
}

/** What became of each input, once all of it was counted. */
export function auditedOf({ cuts }: Pick<Stretch, 'cuts'>, counts: readonly SourceCount[]): Audited[] {
  for (const [from, error] of cuts) counts[from]?.cut(error);
  return counts.map((count) => count.audited);
}

/** The same of one file. */
export async function audit(source: Source, taker: Taker, tell: () => void): Promise<Audited> {
  const [audited] = await auditStretch(new Stretch([source]), taker, tell);
  if (audited === undefined) throw new Error(`${source.name} was not counted`);
  return audited;
}
