import { CutError } from '../exchange/har/read-har';
import { inOrder } from './in-order';
import { Moments } from './moments';
import type { Form, Item, Source } from './sources';

/** An item with the number of its source in the stretch. */
export type StretchItem = Item & { readonly from: number };

/**
 * Inputs that are read side by side, in the order of time: the nodes of a gateway write a file each. Files that follow each
 * other are read one behind the other all the same. A recording of this suite is a stretch by itself: what belongs to its
 * run stands in it.
 */
export class Stretch implements Pick<Source, 'name' | 'size' | 'read'> {
  readonly form: Form;
  readonly name: string;
  readonly size?: number;
  /** Why sources broke off, by their number; whole once all items were read. */
  readonly cuts = new Map<number, CutError>();

  constructor(readonly sources: readonly [Source, ...Source[]]) {
    const [{ form, name }] = sources;
    this.form = form;
    this.name = sources.length === 1 ? name : `${name} and ${sources.length - 1} more`;
    const sizes = sources.map(({ size }) => size);
    if (sizes.every((size) => size !== undefined)) this.size = sizes.reduce((sum, each) => sum + each, 0);
  }

  readonly read = (): number => this.sources.reduce((sum, source) => sum + source.read(), 0);

  get items(): AsyncIterable<StretchItem> {
    const [only, another] = this.sources;
    if (another === undefined) return this.#itemsOf(only, 0);
    const streams = this.sources.map((source, from) => timed(this.#itemsOf(source, from), this.form));
    return untimed(inOrder(streams, ([at]) => at));
  }

  async *#itemsOf({ items }: Source, from: number): AsyncGenerator<StretchItem> {
    try {
      for await (const item of items) yield { ...item, from };
    } catch (error) {
      if (!(error instanceof CutError)) throw error;
      // What other sources hold is read all the same.
      this.cuts.set(from, error);
    }
  }
}

async function* timed(
  items: AsyncIterable<StretchItem>,
  form: Form,
): AsyncGenerator<readonly [at: number, item: StretchItem]> {
  const moments = new Moments(form);
  for await (const item of items) yield [moments.of(item), item];
}

async function* untimed(
  all: AsyncIterable<readonly [at: number, item: StretchItem]>,
): AsyncGenerator<StretchItem> {
  for await (const [, item] of all) yield item;
}

/** Inputs of one form that stand behind each other are read side by side. */
export function stretchesOf<Of extends { readonly form: Form }>(inputs: readonly Of[]): [Of, ...Of[]][] {
  const all: [Of, ...Of[]][] = [];
  for (const input of inputs) {
    const last = all.at(-1);
    if (last !== undefined && input.form !== 'recording' && last[0].form === input.form) last.push(input);
    else all.push([input]);
  }
  return all;
}

/**
 * Numbers what several inputs hold by its place among all of them: those that are read side by side in the order in which
 * they are read, others one behind the other.
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
