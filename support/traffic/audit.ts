import type { Audited } from '../judging/results';
import { CutError } from '../exchange/har/read-har';
import type { Item, Source } from './sources';
import type { Taken, Taker } from './taker';
import { takeItem } from './taker';

const toldBroken = 20;

/** Numbers what several inputs hold, each behind the last: it does not matter how the work on them is cut. */
export class Positions {
  #before = 0;
  #last = 0;

  of(number: number): number {
    this.#last = Math.max(this.#last, number);
    return this.#before + number;
  }

  endInput(): void {
    this.#before += this.#last;
    this.#last = 0;
  }
}

/** Counts what a source holds. */
export class SourceCount {
  readonly #source: Pick<Source, 'name' | 'form'>;
  readonly #broken: string[] = [];
  #exchanges = 0;
  #others = 0;
  #brokenCount = 0;
  #cut: string | undefined;

  constructor(source: Pick<Source, 'name' | 'form'>) {
    this.#source = source;
  }

  add({ number }: Pick<Item, 'number'>, taken: Taken): void {
    if (taken === 'taken') this.#exchanges += 1;
    else if (taken === 'other') this.#others += 1;
    else this.#addBroken(number, taken.why);
  }

  /** Throws it again where it is anything else than the news that the source breaks off. */
  cut(error: unknown): void {
    if (!(error instanceof CutError)) throw error;
    this.#cut = `${error.message}, behind ${this.#what} ${this.#exchanges + this.#others + this.#brokenCount}`;
  }

  /** @param unmapped how many of the exchanges have nothing to do with the contract */
  audited(unmapped: number): Audited {
    const { name, form } = this.#source;
    return {
      name,
      form,
      exchanges: this.#exchanges - unmapped,
      others: this.#others + unmapped,
      broken: this.#broken,
      brokenCount: this.#brokenCount,
      ...(this.#cut !== undefined && { cut: this.#cut }),
    };
  }

  get #what(): string {
    return this.#source.form === 'har' ? 'entry' : 'line';
  }

  #addBroken(number: number, why: string): void {
    this.#brokenCount += 1;
    if (this.#broken.length < toldBroken) this.#broken.push(`${this.#what} ${number}: ${why}`);
  }
}

/** Gives what a file holds to a taker, as it comes; `tell` is called after each item. */
export async function audit(
  source: Source,
  taker: Taker,
  tell: () => void,
  positions = new Positions(),
): Promise<Audited> {
  const before = taker.unmapped;
  const count = new SourceCount(source);
  try {
    for await (const item of source.items) {
      taker.skipTo(positions.of(item.number));
      count.add(item, takeItem(source.form, item, taker));
      tell();
    }
  } catch (error) {
    count.cut(error);
  }
  taker.endRecording();
  positions.endInput();
  return count.audited(taker.unmapped - before);
}
