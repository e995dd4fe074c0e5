import { latestEntryTimeMs } from '../exchange/har/har-entry';
import { IncompleteReadError } from '../exchange/har/read-har';
import type { Form, TrafficItem, TrafficSource } from './sources';

/** A stream with the value that comes next in it. */
interface Head<Of> {
  readonly from: AsyncIterator<Of>;
  /** Where it stands among the streams. */
  readonly at: number;
  readonly value: Of;
  readonly key: number;
}

/**
 * Values of several streams, each of them in order, as one; of those with the same key, first what an earlier stream
 * holds.
 */
export async function* inOrder<Of>(
  streams: readonly AsyncIterable<Of>[],
  keyOf: (each: Of) => number,
): AsyncGenerator<Of> {
  const step = async (from: AsyncIterator<Of>, at: number): Promise<Head<Of> | undefined> => {
    const next = await from.next();
    return next.done === true ? undefined : { from, at, value: next.value, key: keyOf(next.value) };
  };
  const all = streams.map((each) => each[Symbol.asyncIterator]());
  try {
    const begun = await Promise.all(all.map(step));
    // The first one stands at the end.
    const heads = begun.filter((each) => each !== undefined).sort((one, other) => compare(other, one));
    for (let first = heads.pop(); first !== undefined; first = heads.pop()) {
      yield first.value;
      const next = await step(first.from, first.at);
      if (next !== undefined) heads.splice(placeOf(next, heads), 0, next);
    }
  } finally {
    // Files of streams that were left are closed.
    for (const each of all) await each.return?.();
  }
}

type Ranked = Pick<Head<never>, 'key' | 'at'>;

const compare = (one: Ranked, other: Ranked): number => one.key - other.key || one.at - other.at;

/** In front of the first that comes before it: from the last to the first. */
function placeOf(head: Ranked, heads: readonly Ranked[]): number {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = heads[middle];
    if (there !== undefined && compare(there, head) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In the text of an entry alone: within a string of JSON, its quotes would be escaped. */
const spelled: Readonly<Partial<Record<Form, RegExp>>> = {
  har: /"startedDateTime"\s*:\s*"([^"]{1,64})"/,
  log: /"startedAt"\s*:\s*(?:"([^"]{1,64})"|(\d{1,16}(?:\.\d{1,9})?))/,
};

/**
 * When the items of an input came, in epoch milliseconds, so that several inputs can be read side by side. What an
 * input holds stays in its order: an item that says an earlier time than the one before it counts as of that time, and
 * so does one that says none or one that cannot be.
 */
class Moments {
  readonly #spelled: RegExp | undefined;
  #last = 0;

  constructor(form: Form) {
    this.#spelled = spelled[form];
  }

  of(item: TrafficItem): number {
    const found = 'text' in item ? this.#spelled?.exec(item.text) : undefined;
    const [, text, number] = found ?? [];
    const at = text === undefined ? Number(number ?? Number.NaN) : Date.parse(text);
    if (at > this.#last && at <= latestEntryTimeMs) this.#last = at;
    return this.#last;
  }
}

/** An item with the number of its source in the group. */
export type GroupItem = TrafficItem & { readonly from: number };

/**
 * Inputs that are read side by side, in the order of time: the nodes of a gateway write a file each. Files that follow
 * each other are read one behind the other all the same. A recording of this suite is a group by itself: what belongs
 * to its run stands in it.
 */
export class InputGroup implements Pick<TrafficSource, 'name' | 'size' | 'read'> {
  readonly form: Form;
  readonly name: string;
  readonly size?: number;
  /** Why sources broke off, by their number; whole once all items were read. */
  readonly cuts = new Map<number, IncompleteReadError>();

  constructor(readonly sources: readonly [TrafficSource, ...TrafficSource[]]) {
    const [{ form, name }] = sources;
    this.form = form;
    this.name = sources.length === 1 ? name : `${name} and ${sources.length - 1} more`;
    const sizes = sources.map(({ size }) => size);
    if (sizes.every((size) => size !== undefined)) this.size = sizes.reduce((sum, each) => sum + each, 0);
  }

  readonly read = (): number => this.sources.reduce((sum, source) => sum + source.read(), 0);

  get items(): AsyncIterable<GroupItem> {
    const [only, another] = this.sources;
    if (another === undefined) return this.#itemsOf(only, 0);
    const streams = this.sources.map((source, from) => timed(this.#itemsOf(source, from), this.form));
    return untimed(inOrder(streams, ([at]) => at));
  }

  async *#itemsOf({ items }: TrafficSource, from: number): AsyncGenerator<GroupItem> {
    try {
      for await (const item of items) yield { ...item, from };
    } catch (error) {
      if (!(error instanceof IncompleteReadError)) throw error;
      // What other sources hold is read all the same.
      this.cuts.set(from, error);
    }
  }
}

async function* timed(
  items: AsyncIterable<GroupItem>,
  form: Form,
): AsyncGenerator<readonly [at: number, item: GroupItem]> {
  const moments = new Moments(form);
  for await (const item of items) yield [moments.of(item), item];
}

async function* untimed(
  all: AsyncIterable<readonly [at: number, item: GroupItem]>,
): AsyncGenerator<GroupItem> {
  for await (const [, item] of all) yield item;
}

/** Inputs of one form that stand behind each other are read side by side. */
export function inputGroups<Of extends { readonly form: Form }>(inputs: readonly Of[]): [Of, ...Of[]][] {
  const all: [Of, ...Of[]][] = [];
  for (const input of inputs) {
    const last = all.at(-1);
    if (last !== undefined && input.form !== 'recording' && last[0].form === input.form) last.push(input);
    else all.push([input]);
  }
  return all;
}

/**
 * Numbers what several inputs hold by its place among all of them: those that are read side by side in the order in
 * which they are read, others one behind the other.
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
