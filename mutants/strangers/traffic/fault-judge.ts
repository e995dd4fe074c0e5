import type { Results } from '../../../support/judging/results';
import type { ObligationResult } from '../../../support/judging/verdict';
import { describe, findFaults, unknownCauses } from '../../judge';
import type { Problem } from '../judge';
import type { FaultOutcome, StrangerFault, StrangerRun } from '../kind';

const isBroken = ({ verdict }: ObligationResult): boolean => verdict === 'failed' || verdict === 'warning';

const isUnjudged = ({ verdict }: ObligationResult): boolean =>
  verdict === 'not-tested' || verdict === 'inconclusive';

/**
 * Judges traffic with a fault. Each obligation of the fault must be broken, if it is judged on the same traffic without
 * the fault. Other obligations may be broken only as a consequence, also if the fault did not act.
 *
 * @param right the results on the same traffic without the fault
 */
export function judgeTrafficFault(
  { results, acted = false }: StrangerRun,
  right: Results,
  { breaks }: StrangerFault,
): FaultOutcome {
  const { obligations: rows } = results;
  const rightRows = new Map(right.obligations.map((row) => [row.id, row]));
  const judged = breaks.filter((id) => {
    const usual = rightRows.get(id);
    return usual !== undefined && !isUnjudged(usual);
  });
  const hasActed = acted && judged.length > 0;
  const missed = (hasActed ? judged : []).flatMap((id): Problem[] => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined || isBroken(row)) return [];
    return [{ id, text: `${id} is to break by the fault: ${describe(rows, id)}` }];
  });
  const others = rows.filter(
    (row) =>
      isBroken(row) &&
      (row.follows ?? []).length === 0 &&
      !breaks.some((id) => id === row.id) &&
      !isBroken(rightRows.get(row.id) ?? row),
  );
  const hides = rows.filter((row) => {
    const usual = rightRows.get(row.id);
    return isUnjudged(row) && (row.follows ?? []).length === 0 && usual !== undefined && !isUnjudged(usual);
  });
  return {
    acted: hasActed,
    problems: [
      ...[...findFaults(results), ...unknownCauses(results)].map((text) => ({ text })),
      ...missed,
      ...others.map(({ id }) => ({ id, text: `${id} breaks beside the fault: ${describe(rows, id)}` })),
    ],
    hides: hides.map(({ id }) => id),
  };
}
