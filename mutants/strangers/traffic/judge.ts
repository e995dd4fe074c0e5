import type { Results } from '../../../support/judging/results';
import type { ObligationResult } from '../../../support/judging/verdict';
import { describe } from '../../judge';
import type { DimensionValue } from '../dimension';
import type { Problem } from '../judge';
import { problemsOf } from '../judge';

/**
 * Returns the wrong results on right traffic. The rules for all kinds apply. In addition, no obligation may be broken,
 * even if it is also broken on the plain recording of the same day.
 *
 * @param plain the results on the plain recording of the same exchanges
 */
export function trafficProblems(
  results: Results,
  plain: Results,
  values: readonly DimensionValue<unknown>[],
): readonly Problem[] {
  const broken = brokenIn(results, values);
  const known = broken.map(({ id }) => id);
  const others = problemsOf(results, plain, values).filter(
    ({ id }) => id === undefined || !known.includes(id),
  );
  return [...broken, ...others];
}

function brokenIn({ obligations }: Results, values: readonly DimensionValue<unknown>[]): Problem[] {
  const departing = values.flatMap(({ departs }) => departs?.breaks ?? []);
  return obligations
    .filter((row) => isBroken(row) && !departing.some((id) => id === row.id))
    .map(({ id }) => ({ id, text: `${id} on right traffic: ${describe(obligations, id)}` }));
}

const isBroken = ({ verdict }: ObligationResult): boolean => verdict === 'failed' || verdict === 'warning';
