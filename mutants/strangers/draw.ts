import type { Draw, Space } from './dimension';

/** Draws are made in blocks. Each block covers all pairs of values again. To make the draw of a seed, only the draws of its block are needed. */
const blockSize = 256;

/** The probability that a choice omits a value that departs from the document. */
const departureSkipped = 0.7;

/** Returns a generator of numbers from 0 to below 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Fixed = readonly (number | undefined)[];

/** Returns the words of the values that the subject of a seed cannot have. */
type ExcludedAt = (seed: number) => ReadonlySet<string>;

const nothingExcluded: ExcludedAt = () => new Set();

/**
 * Makes the draws of one block, one after the other. A draw gets its values one after the other, with the
 * dimensions in a random order. Each time it gets the value that so far had the fewest draws together with the values
 * that it already has. All pairs of values are then about equally frequent.
 *
 * @param first the seed of the first draw of the block
 * @param fixed the values that every draw has, by dimension; `undefined` for a dimension that is drawn
 * @param excludedAt the values that the draw of a seed does not have
 */
function* drawsOfBlock<Part>(
  { dimensions, forbidden }: Space<Part>,
  first: number,
  fixed: Fixed,
  excludedAt: ExcludedAt,
): Generator<Draw> {
  const random = numbersFrom(first);
  const words = dimensions.flatMap(({ values }) => values.map((value) => value.words));
  const clashing = new Set(forbidden.flatMap(({ words: [a, b] }) => [`${a}|${b}`, `${b}|${a}`]));
  const starts = dimensions.map((_, at) =>
    dimensions.slice(0, at).reduce((sum, each) => sum + each.values.length, 0),
  );
  const counts = new Uint16Array(words.length ** 2);
  for (let seed = first; ; seed += 1) {
    const excluded = excludedAt(seed);
    const taken: number[] = [];
    const draw = dimensions.map(() => 0);
    const order = dimensions.map((_, index) => ({
      index,
      at: random() - (fixed[index] === undefined ? 0 : 1),
    }));
    for (const { index } of order.sort((a, b) => a.at - b.at)) {
      const start = starts[index] ?? 0;
      let [best, most] = [fixed[index] ?? 0, -1];
      for (
        let value = 0;
        fixed[index] === undefined && value < (dimensions[index]?.values.length ?? 0);
        value += 1
      ) {
        const id = start + value;
        if (excluded.has(words[id] ?? '')) continue;
        // Departures are rarer than other values: their failures hide other problems of the same obligations.
        if (dimensions[index]?.values[value]?.departs && random() < departureSkipped) continue;
        if (taken.some((other) => clashing.has(`${words[id] ?? ''}|${words[other] ?? ''}`))) continue;
        const pairs = taken.map((other) => counts[id * words.length + other] ?? 0);
        const rarity = pairs.reduce((sum, count) => sum + 1 / (1 + count) ** 2, random() / 1000);
        if (rarity > most) [best, most] = [value, rarity];
      }
      draw[index] = best;
      taken.push(start + best);
    }
    for (const a of taken)
      for (const b of taken) counts[a * words.length + b] = (counts[a * words.length + b] ?? 0) + 1;
    yield draw;
  }
}

/** Returns a function that returns the subject of a seed. It keeps the draws of the last block. */
export function drawer<Part>(
  space: Space<Part>,
  fixed: Fixed = [],
  excludedAt: ExcludedAt = nothingExcluded,
): (seed: number) => Draw {
  let block: { readonly first: number; readonly next: Generator<Draw>; readonly draws: Draw[] } | undefined;
  return (seed) => {
    const first = seed - (seed % blockSize);
    if (block?.first !== first)
      block = { first, next: drawsOfBlock(space, first, fixed, excludedAt), draws: [] };
    while (block.draws.length <= seed - first) block.draws.push(block.next.next().value as Draw);
    return block.draws[seed - first] ?? [];
  };
}

/** Returns a name for each pair of values in a draw. */
export function pairsIn(draw: Draw): string[] {
  const values = draw.map((value, index) => `${index}:${value}`);
  return values.flatMap((a, index) => values.slice(index + 1).map((b) => `${a} ${b}`));
}
