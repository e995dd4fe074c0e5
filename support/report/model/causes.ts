import type { ObligationResult } from '../../judging/verdict';

type Failure = Pick<ObligationResult, 'id' | 'follows' | 'planned' | 'verdict'>;

/** Where a failure is told: below another, or by itself. */
export interface CausePlace {
  /** The failures that it follows from at once; empty: it follows from none. */
  readonly follows: readonly string[];
  /** The cause that all of it comes from, below which it is shown; absent: it is shown by itself. */
  readonly root?: string;
  /** What is shown below it, where it is a cause. */
  readonly brings: readonly string[];
}

/** Told by itself, with nothing below it. */
export const byItself: CausePlace = { follows: [], brings: [] };

/**
 * Where each obligation of the plan is told that was broken, or that a failure kept from being seen. What it follows
 * from counts only where that failed too.
 */
export function placesOf(rows: readonly Failure[]): ReadonlyMap<string, CausePlace> {
  const planned = rows.filter((row) => row.planned);
  const failed = new Set(planned.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id));
  const causes = new Map(
    planned
      .filter(({ verdict, follows = [] }) => isBroken({ verdict }) || follows.length > 0)
      .map(({ id, follows = [] }) => [id, follows.filter((each) => each !== id && failed.has(each))]),
  );
  const roots = new Map([...causes.keys()].map((id) => [id, rootOf(id, causes)]));
  return new Map(
    [...causes].map(([id, follows]): [string, CausePlace] => {
      const root = roots.get(id) ?? id;
      if (root !== id) return [id, { follows, root, brings: [] }];
      return [
        id,
        { follows: [], brings: [...roots.keys()].filter((each) => each !== id && roots.get(each) === id) },
      ];
    }),
  );
}

/** Whether something was done wrong, and not only left unseen. */
export const isBroken = ({ verdict }: Pick<ObligationResult, 'verdict'>): boolean =>
  verdict === 'failed' || verdict === 'warning';

/** Rows in their order, but that each stands below what it follows from. */
export function causesFirst<Row extends Pick<ObligationResult, 'id' | 'follows'>>(
  rows: readonly Row[],
): Row[] {
  const waiting = new Map(rows.map((row) => [row.id, row]));
  const ordered: Row[] = [];
  const isReady = ({ follows = [] }: Row): boolean => !follows.some((id) => waiting.has(id));
  const take = (row: Row): void => {
    waiting.delete(row.id);
    ordered.push(row);
    const below = rows.filter(({ id, follows }) => waiting.has(id) && follows?.includes(row.id));
    for (const each of below) if (waiting.has(each.id) && isReady(each)) take(each);
  };
  for (const row of rows) if (waiting.has(row.id) && isReady(row)) take(row);
  // Those that follow from each other in a circle.
  return [...ordered, ...waiting.values()];
}

/** The first failure of a chain. Failures that follow from each other in a circle are shown below the first of them. */
function rootOf(id: string, causes: ReadonlyMap<string, readonly string[]>): string {
  const chain = [id];
  for (;;) {
    const [next] = causes.get(chain.at(-1) ?? id) ?? [];
    if (next === undefined) return chain.at(-1) ?? id;
    const circle = chain.indexOf(next);
    if (circle >= 0) return [...chain.slice(circle)].sort()[0] ?? id;
    chain.push(next);
  }
}
