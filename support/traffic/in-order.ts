/** A stream with the value that comes next in it. */
interface Head<Of> {
  readonly from: AsyncIterator<Of>;
  /** Where it stands among the streams. */
  readonly at: number;
  readonly value: Of;
  readonly key: number;
}

/** Values of several streams, each of them in order, as one; of those with the same key, first what an earlier stream holds. */
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
