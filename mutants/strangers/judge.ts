import type { Results } from '../../support/judging/results';
import type { ObligationResult } from '../../support/judging/verdict';
import { toPlainText } from '../../support/exchange/text';
import { describe, findFaults, unknownCauses } from '../judge';
import type { DimensionValue } from './dimension';

/** A difference between the results on a right subject and the results that are right for it. */
export interface Problem {
  /** The obligation that the problem is about; `undefined` if it is about the whole run. */
  readonly id?: string;
  readonly text: string;
}

type Allowances = Pick<DimensionValue<unknown>, 'allows' | 'departs'>;

/**
 * Returns the wrong results on a right subject.
 *
 * @param plain the results on the plain subject that offers the same
 * @param values the values of the subject
 */
export function problemsOf(
  results: Results,
  plain: Results,
  values: readonly Allowances[],
): readonly Problem[] {
  return [
    ...[...findFaults(results), ...unknownCauses(results)].map((text) => ({ text })),
    ...newWarnings(results, plain),
    ...plain.obligations.flatMap((usual) => problemOfRow(usual, results, values)),
    ...worseOverall(results, plain, values),
  ];
}

/** Outside the suite's own test, a disagreement of steps and judge is among the warnings of a run. */
function newWarnings({ run }: Results, plain: Results): Problem[] {
  const known = plain.run.warnings ?? [];
  return (run.warnings ?? [])
    .filter((each) => !known.includes(each))
    .map((each) => ({ text: `warning of the run: ${each}` }));
}

function problemOfRow(
  usual: ObligationResult,
  { obligations }: Results,
  values: readonly Allowances[],
): Problem[] {
  const { id } = usual;
  const row = obligations.find((each) => each.id === id);
  const told = describe(obligations, id);
  if (row === undefined) return [{ id, text: `${id} is missing` }];
  const departures = values.flatMap(({ departs }) =>
    departs !== undefined && (departs.breaks as readonly string[]).includes(id) ? [departs.by] : [],
  );
  if (departures.length > 0) {
    if (usual.verdict === 'not-applicable')
      return row.verdict === usual.verdict ? [] : [{ id, text: `${id}: ${told}` }];
    if (row.verdict !== 'failed')
      return [{ id, text: `${id} is to fail by ${departures.join(' and ')}: ${told}` }];
    return (row.breaches ?? []).every(isMarked)
      ? []
      : [{ id, text: `${id} fails by more than a departure: ${told}` }];
  }
  const allowed = values.flatMap(({ allows = {} }) => new Map(Object.entries(allows)).get(id) ?? []);
  if (row.verdict === usual.verdict || allowed.includes(row.verdict)) return [];
  return [{ id, text: `${id} is ${usual.verdict} on the plain subject, and here ${told}` }];
}

/**
 * Returns whether a breach shows only a departure that the target sets. If so, the breach lists the departure, or its
 * cause names it.
 */
function isMarked({ departures = [], cause }: NonNullable<ObligationResult['breaches']>[number]): boolean {
  return departures.length > 0 || toPlainText(cause.text).includes('a departure from the document');
}

const ranks = ['conforms', 'no-failure', 'incomplete', 'does-not-conform'];

/** Reports an overall verdict that is worse than that of the plain subject, unless a value explains it. */
function worseOverall({ run }: Results, plain: Results, values: readonly Allowances[]): Problem[] {
  const rankOf = (verdict = ''): number => ranks.indexOf(verdict);
  const [own, usual] = [run.overall.service?.verdict, plain.run.overall.service?.verdict];
  const isExplained = values.some(({ allows, departs }) => allows !== undefined || departs !== undefined);
  return isExplained || rankOf(own) <= rankOf(usual)
    ? []
    : [{ text: `the service is ${own ?? 'unjudged'}, and the plain one is ${usual ?? 'unjudged'}` }];
}
