import type { HeaderList } from '../../../exchange/exchange';
import { grouped } from './grouped';

/** How a header field of one message stands to that of the other. */
export type HeaderDifference = 'case' | 'first' | 'moved' | 'same' | 'second' | 'value';

export interface HeaderRow {
  /** None: the same. `case`: another spelling of the name. `first`, `second`: only there. */
  readonly kinds: readonly HeaderDifference[];
  readonly first?: readonly [name: string, value: string];
  readonly second?: readonly [name: string, value: string];
}

/**
 * The fields of two messages side by side, by name and, where a name comes several times, one after the other; in the
 * order of the first, with what only the second has behind its neighbour there.
 */
export function headerDifferences(first: HeaderList, second: HeaderList): HeaderRow[] {
  const partners = pair(first, second);
  const inOrder = longestRising(partners);
  const taken = new Set(partners.filter((place) => place !== undefined));
  const rows = first.map((field, index): HeaderRow => {
    const other = second[partners[index] ?? -1];
    if (other === undefined) return { kinds: ['first'], first: field };
    const kinds: HeaderDifference[] = [
      ...(field[0] === other[0] ? [] : (['case'] as const)),
      ...(field[1] === other[1] ? [] : (['value'] as const)),
      ...(inOrder.has(index) ? [] : (['moved'] as const)),
    ];
    return { kinds: kinds.length === 0 ? ['same'] : kinds, first: field, second: other };
  });
  return withOnlySecond(rows, partners, second, taken);
}

/** For each field of the first the place of its partner. */
function pair(first: HeaderList, second: HeaderList): (number | undefined)[] {
  const places = grouped(second.keys(), (index) => second[index]?.[0].toLowerCase() ?? '');
  return first.map(([name]) => places.get(name.toLowerCase())?.shift());
}

/** Which of the fields stand in the same order on both sides: as many as can be. */
function longestRising(partners: readonly (number | undefined)[]): ReadonlySet<number> {
  const best: { readonly index: number; readonly place: number; readonly before: number; length: number }[] =
    [];
  for (const [index, place] of partners.entries()) {
    if (place === undefined) continue;
    let [before, length] = [-1, 1];
    for (const [at, each] of best.entries())
      if (each.place < place && each.length + 1 > length) [before, length] = [at, each.length + 1];
    best.push({ index, place, before, length });
  }
  const kept = new Set<number>();
  let at = best.reduce((top, { length }, index) => (length > (best[top]?.length ?? 0) ? index : top), -1);
  for (let each = best[at]; each !== undefined; each = best[at]) {
    kept.add(each.index);
    at = each.before;
  }
  return kept;
}

function withOnlySecond(
  rows: readonly HeaderRow[],
  partners: readonly (number | undefined)[],
  second: HeaderList,
  taken: ReadonlySet<number>,
): HeaderRow[] {
  const all = [...rows];
  const placed = [...partners];
  for (const [index, field] of second.entries()) {
    if (taken.has(index)) continue;
    const neighbour = placed.lastIndexOf(index - 1);
    all.splice(neighbour + 1, 0, { kinds: ['second'], second: field });
    placed.splice(neighbour + 1, 0, index);
  }
  return all;
}
