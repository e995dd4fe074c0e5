import type { Draw, Space } from './dimension';

/** Draws are made in blocks. Each block covers the pairs of values anew, so a seed needs only the draws of its block. */
const blockSize = 256;

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

/**
 * Returns the subject of a seed. Each draw takes, one dimension after the other and in a random order, the value whose
 * pairs with the values taken so far are rarest in its block. So all pairs come up about equally often.
 *
 * @param fixed the values that every draw has, by dimension; `undefined` for a dimension that is drawn
 */
export function drawOf<Part>(space: Space<Part>, seed: number, fixed: Fixed = []): Draw {
  const first = seed - (seed % blockSize);
  const random = numbersFrom(first);
  const counts = new Map<string, number>();
  let draw: Draw = [];
  for (let each = first; each <= seed; each += 1) {
    draw = drawNext(space, fixed, counts, random);
    for (const pair of pairsIn(draw)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return draw;
}

function drawNext<Part>(
  { dimensions, forbidden }: Space<Part>,
  fixed: Fixed,
  counts: ReadonlyMap<string, number>,
  random: () => number,
): Draw {
  const draw = new Map<number, number>();
  const mixed = dimensions.map((_, index) => ({
    index,
    at: random() - (fixed[index] === undefined ? 0 : 1),
  }));
  for (const { index } of mixed.sort((a, b) => a.at - b.at)) {
    const taken = [...draw].map(([of, value]) => dimensions[of]?.values[value]?.words);
    const clashes = (words: string): boolean =>
      forbidden.some(
        ({ words: [a, b] }) => (words === a && taken.includes(b)) || (words === b && taken.includes(a)),
      );
    const rarity = (value: number): number =>
      [...draw].reduce(
        (sum, other) => sum + 1 / (1 + (counts.get(pairKey([index, value], other)) ?? 0)) ** 2,
        random() / 1000,
      );
    const open = (dimensions[index]?.values ?? []).flatMap(({ words }, value) =>
      clashes(words) ? [] : [value],
    );
    const ranked = open
      .map((value) => ({ value, rarity: rarity(value) }))
      .sort((a, b) => b.rarity - a.rarity);
    draw.set(index, fixed[index] ?? ranked[0]?.value ?? 0);
  }
  return dimensions.map((_, index) => draw.get(index) ?? 0);
}

const pairKey = (a: readonly [number, number], b: readonly [number, number]): string =>
  a[0] < b[0] ? `${a[0]}:${a[1]} ${b[0]}:${b[1]}` : `${b[0]}:${b[1]} ${a[0]}:${a[1]}`;

/** Returns a name for each pair of values in a draw. */
export function pairsIn(draw: Draw): string[] {
  const values = draw.map((value, index) => [index, value] as const);
  return values.flatMap((a, index) => values.slice(index + 1).map((b) => pairKey(a, b)));
}
