import type { Results } from '../../support/judging/results';
import type { ObligationResult, Verdict } from '../../support/judging/verdict';
import { hiddenBy } from '../hidden';
import { describe, findFaults, unknownCauses } from '../judge';
import type { DimensionValue } from './dimension';
import type { Problem } from './judge';
import type { FaultOutcome, StrangerFault, StrangerRun } from './kind';

const judged: readonly Verdict[] = ['passed', 'failed', 'warning', 'observed'];
const broken: readonly Verdict[] = ['failed', 'warning'];

const isJudged = (row: ObligationResult | undefined): boolean =>
  row !== undefined && judged.includes(row.verdict);

const rowIn = ({ obligations }: Results, id: string): ObligationResult | undefined =>
  obligations.find((each) => each.id === id);

/**
 * Judges a run on a subject with one fault. Each obligation of the fault must fail, if it is judged on the same
 * subject without the fault. Other obligations fail only if a drawn departure breaks them, or if they fail without the fault
 * as well.
 *
 * @param right the results on the same subject without the fault
 */
export function judgeFault(
  { results, acted = true }: StrangerRun,
  right: Results,
  fault: StrangerFault,
  values: readonly Pick<DimensionValue<unknown>, 'departs'>[],
): FaultOutcome {
  const wanted = fault.breaks.filter((id) => rowIn(right, id)?.verdict === 'passed');
  const departed = values.flatMap(({ departs }) => departs?.breaks ?? []) as readonly string[];
  const explained = [...fault.breaks, ...departed];
  const problems = [
    ...[...findFaults(results), ...unknownCauses(results)].map((text) => ({ text })),
    ...survivors(results, wanted, acted),
    ...results.obligations.flatMap((row) => unexplained(row, results, right, explained)),
  ];
  return {
    acted: acted && wanted.length > 0,
    problems,
    hides: hiddenRows(results, right, fault.name),
  };
}

/** Reports obligations that are to fail and do not. A fault that did nothing cannot break them. */
function survivors(results: Results, wanted: readonly string[], acted: boolean): Problem[] {
  return wanted
    .filter((id) => acted && !broken.includes(rowIn(results, id)?.verdict ?? 'not-tested'))
    .map((id) => ({ id, text: `${id} survives: ${describe(results.obligations, id)}` }));
}

/** Reports a failure, or a cause that a row follows, that neither the fault nor a departure explains. */
function unexplained(
  { id, verdict, follows = [] }: ObligationResult,
  results: Results,
  right: Results,
  explained: readonly string[],
): Problem[] {
  const isFailure = broken.includes(verdict) && !explained.includes(id);
  const failsAnyway = rowIn(right, id)?.verdict === verdict;
  const strange = follows.filter((cause) => !explained.includes(cause));
  return [
    ...(isFailure && !failsAnyway
      ? [{ id, text: `${id} fails without a reason: ${describe(results.obligations, id)}` }]
      : []),
    ...(strange.length > 0
      ? [{ id, text: `${id} follows ${strange.join(' ')}, which the fault keeps` }]
      : []),
  ];
}

/**
 * Returns the obligations that are judged without the fault, and that are neither judged with it nor follow a failure.
 * Those that the list of hidden obligations has for this fault are marked.
 */
function hiddenRows(results: Results, right: Results, name: string): string[] {
  const { always, sometimes } = hiddenBy(name);
  const listed: readonly string[] = [...always, ...sometimes];
  return results.obligations
    .filter((row) => isJudged(rowIn(right, row.id)) && !isJudged(row))
    .filter(({ verdict, follows }) => verdict === 'inconclusive' || follows === undefined)
    .map(({ id }) => (listed.includes(id) ? `${id} (listed)` : id));
}
