import type { ObligationResult } from '../../judging/verdict';

type Failure = Pick<ObligationResult, 'id' | 'follows' | 'planned' | 'verdict'>;

/** Where a failure is told: below another, or by itself. */
export interface Place {
  /** The failures that it follows from at once; empty: it follows from none. */
  readonly follows: readonly string[];
  /** The cause that all of it comes from, below which it is shown; absent: it is shown by itself. */
  readonly root?: string;
  /** What is shown below it, where it is a cause. */
  readonly brings: readonly string[];
}

/** Told by itself, with nothing below it. */
export const byItself: Place = { follows: [], brings: [] };

/** Where each broken obligation of the plan is told. What it follows from counts only where that failed too. */
export function placesOf(rows: readonly Failure[]): ReadonlyMap<string, Place> {
  const broken = rows.filter(({ planned }) => planned);
  const failed = new Set(broken.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id));
  const causes = new Map(
    broken
      .filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')
      .map(({ id, follows = [] }) => [id, follows.filter((each) => each !== id && failed.has(each))]),
  );
  const roots = new Map([...causes.keys()].map((id) => [id, rootOf(id, causes)]));
  return new Map(
    [...causes].map(([id, follows]): [string, Place] => {
      const root = roots.get(id) ?? id;
      if (root !== id) return [id, { follows, root, brings: [] }];
      return [
        id,
        { follows: [], brings: [...roots.keys()].filter((each) => each !== id && roots.get(each) === id) },
      ];
    }),
  );
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
