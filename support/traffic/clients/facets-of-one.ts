import type { Results } from '../../judging/results';
import type { ObligationResult } from '../../judging/verdict';
import type { Conclusion } from '../../obligations';
import type { JudgedClient } from './judged-client';

/** A client, and what its traffic alone comes to. */
interface Alone {
  readonly client: JudgedClient;
  readonly results: Results;
}

/**
 * What all clients come to, where an obligation of integrators has facets: what the client saw that lacks the fewest of
 * them. One integrator has to do all of it, so that halves of two make no whole. Services are the same for all clients:
 * what they showed to one and what they showed to another add up.
 */
export function withFacetsOfOne(
  together: ReadonlyMap<string, Conclusion>,
  alone: readonly Alone[],
): ReadonlyMap<string, Conclusion> {
  const all = new Map(together);
  const rowsOf = alone.map(({ client, results }) => ({
    client,
    rows: new Map(results.obligations.map((row) => [row.id, row])),
  }));
  for (const [id, conclusion] of together) {
    if (conclusion.facets === undefined) continue;
    const seen = rowsOf.flatMap(({ client, rows }) => {
      const row = rows.get(id);
      return row?.subject === 'integrator' && row.observations > 0 ? [{ client, lacks: gapsIn(row) }] : [];
    });
    const [closest] = seen.sort((one, other) => one.lacks - other.lacks);
    if (closest !== undefined) all.set(id, ofOne(id, conclusion, closest.client));
  }
  return all;
}

const gapsIn = ({ facets = [] }: ObligationResult): number =>
  facets.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'not-applicable').length;

/** What others broke is broken all the same. */
function ofOne(id: string, conclusion: Conclusion, { name, conclusions }: JudgedClient): Conclusion {
  const own = conclusions.get(id)?.facets ?? [];
  const broken = (conclusion.facets ?? []).filter((each) => each.broken > 0);
  const others = broken.filter((each) => !own.some((facet) => facet.name === each.name));
  return {
    ...conclusion,
    facetsOf: name,
    facets: [
      ...own.map((facet) => broken.find((each) => each.name === facet.name) ?? facet),
      ...others.map((facet) => ({ ...facet, kept: 0 })),
    ],
  };
}
