import type { ClientName } from '../exchange/exchange';
import type { Text } from '../exchange/text';
import { joinTexts, text } from '../exchange/text';
import type { Conclusion } from '../obligations';
import type { Facet } from '../obligations/judge/home';
import type { SeenFacet } from '../obligations/judge/judge';
import type { FacetRow } from './verdict';

/** What a reason says where nothing showed an obligation, or a part of it. */
export const notExercised = 'not exercised';

/**
 * What is known of each facet. `facets`: those of the target, in their order; `undefined`: they are
 * not known beforehand, and those that were seen are all.
 */
export function facetRows(
  facets: readonly Facet[] | undefined,
  conclusion: Pick<Conclusion, 'facets'> = {},
): FacetRow[] {
  const { facets: seen = [] } = conclusion;
  return (facets ?? seen).map((facet) =>
    rowOf(
      facet,
      seen.find(({ name }) => name === facet.name),
    ),
  );
}

function rowOf({ name, ruledOut, leftOut }: Facet, seen: SeenFacet | undefined): FacetRow {
  if (seen !== undefined && seen.broken > 0) return { name, verdict: 'failed' };
  if (seen !== undefined && seen.kept > 0) return { name, verdict: 'passed' };
  if (ruledOut !== undefined) return { name, verdict: 'not-applicable', reason: ruledOut };
  if (seen?.unjudged !== undefined) return { name, verdict: 'inconclusive', reason: seen.unjudged };
  return { name, verdict: 'not-tested', reason: leftOut ?? notExercised };
}

/** Whether the suite held back from a facet: that makes a run partial, and is no gap. */
export const isHeldBack = ({ verdict, reason }: FacetRow): boolean =>
  verdict === 'not-tested' && reason !== notExercised;

/**
 * Why an obligation that was kept wherever it was seen has not passed: a part of it was not seen.
 *
 * @param ofClient of several clients, the one that showed most
 */
export function missingFacets(
  rows: readonly FacetRow[],
  ofClient?: ClientName,
): { readonly verdict: 'inconclusive' | 'not-tested'; readonly reason: Text } | undefined {
  for (const verdict of ['inconclusive', 'not-tested'] as const) {
    const missing = rows.filter((row) => row.verdict === verdict && !isHeldBack(row));
    if (missing.length === 0) continue;
    const parts = missing.map(({ name, reason = '' }) => text`${name} (${reason})`);
    const what = ofClient === undefined ? 'not seen' : `no client showed all; not seen of ${ofClient.label}`;
    return { verdict, reason: text`${what}: ${joinTexts(parts, '; ')}` };
  }
  return undefined;
}
