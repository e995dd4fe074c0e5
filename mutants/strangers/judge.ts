import { isDeepStrictEqual } from 'node:util';
import type { Subject } from '../../support/contract/words';
import type { ReadingId } from '../../support/contract/readings';
import type { Results } from '../../support/judging/results';
import type { ObligationResult, Verdict } from '../../support/judging/verdict';
import { describe, findFaults, unknownCauses } from '../judge';
import type { DimensionValue } from './dimension';

/** A difference between the results on a right subject and the results that are right for it. */
export interface Problem {
  /** The id of the obligation, or {@link overall}. `undefined` if the problem is about the run itself. */
  readonly id?: string;
  /** The verdict on the obligation. */
  readonly verdict?: Verdict | undefined;
  readonly text: string;
}

type Allowances = Pick<DimensionValue<unknown>, 'allows' | 'departs'>;

/**
 * Returns the wrong results on a right subject. A failure is wrong even if the plain subject has it too.
 *
 * @param plain the results on the plain subject that offers the same
 * @param values the values of the subject
 */
export function problemsOf(
  results: Results,
  plain: Results,
  values: readonly Allowances[],
): readonly Problem[] {
  const broken = results.obligations.flatMap((row) => problemOfBroken(row, results, values));
  const known = broken.map(({ id }) => id);
  return [
    ...[...findFaults(results), ...unknownCauses(results)].map((text) => ({ text })),
    ...newWarnings(results, plain),
    ...broken,
    ...plain.obligations
      .flatMap((usual) => problemOfRow(usual, results, values))
      .filter(({ id }) => !known.includes(id)),
    ...worseOverall(results, plain, values),
  ];
}

function problemOfBroken(
  { id, verdict }: ObligationResult,
  { obligations }: Results,
  values: readonly Allowances[],
): Problem[] {
  if (verdict !== 'failed' && verdict !== 'warning') return [];
  if (departuresFrom(id, values).length > 0 || allowedFor(id, values).includes(verdict)) return [];
  return [{ id, verdict, text: `${id} on a right subject: ${describe(obligations, id)}` }];
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
  const departures = departuresFrom(id, values);
  if (departures.length > 0) {
    if (usual.verdict === 'not-applicable')
      return row.verdict === usual.verdict ? [] : [{ id, text: `${id}: ${told}` }];
    if (row.verdict !== 'failed')
      return [{ id, text: `${id} is to fail by ${departures.join(' and ')}: ${told}` }];
    return showsExactly(departures, row)
      ? []
      : [{ id, text: `${id} fails by something else than ${departures.join(' and ')}: ${told}` }];
  }
  if (row.verdict === usual.verdict || allowedFor(id, values).includes(row.verdict)) return [];
  // Neither of the two rows has a verdict.
  if (usual.verdict === 'inconclusive' && row.verdict === 'not-tested') return [];
  const { verdict } = row;
  return [{ id, verdict, text: `${id} is ${usual.verdict} on the plain subject, and here ${told}` }];
}

/** Returns the drawn departures that break an obligation, each once. */
function departuresFrom(id: string, values: readonly Allowances[]): ReadingId[] {
  const found = values.flatMap(({ departs }) =>
    departs !== undefined && (departs.breaks as readonly string[]).includes(id) ? [departs.by] : [],
  );
  return [...new Set(found)];
}

const allowedFor = (id: string, values: readonly Allowances[]): Verdict[] =>
  values.flatMap(({ allows = {} }) => new Map(Object.entries(allows)).get(id) ?? []);

/** Returns whether a row lists breaches, and each of them is marked with all of these departures and no others. */
function showsExactly(departures: readonly ReadingId[], { breaches = [] }: ObligationResult): boolean {
  const wanted = [...departures].sort();
  return (
    breaches.length > 0 &&
    breaches.every((breach) => isDeepStrictEqual([...(breach.departures ?? [])].sort(), wanted))
  );
}

/** The id of a problem that is about an overall verdict, and not about an obligation. */
export const overall = 'overall';

const subjects: readonly Subject[] = ['service', 'integrator'];

const ranks = ['conforms', 'no-failure', 'incomplete', 'does-not-conform'];

const rankOf = (verdict = ''): number => ranks.indexOf(verdict);

/**
 * Reports each overall verdict that is worse than that of the plain subject, and than the drawn values explain. Also
 * reports a verdict that is missing or new.
 */
function worseOverall(
  { run, obligations }: Results,
  plain: Results,
  values: readonly Allowances[],
): Problem[] {
  const explained = Math.max(...obligations.map((row) => rankOf(explainedOverall(row, values))));
  return subjects.flatMap((subject) => {
    const [own, usual] = [run.overall[subject]?.verdict, plain.run.overall[subject]?.verdict];
    const isBoth = (own === undefined) === (usual === undefined);
    return isBoth && rankOf(own) <= Math.max(rankOf(usual), explained)
      ? []
      : [
          {
            id: overall,
            text: `the ${subject} is ${own ?? 'unjudged'}, and the plain one is ${usual ?? 'unjudged'}`,
          },
        ];
  });
}

/** Returns the overall verdict that the drawn values explain by the verdict on one obligation. */
function explainedOverall({ id, verdict }: ObligationResult, values: readonly Allowances[]): string {
  const isExplained = departuresFrom(id, values).length > 0 || allowedFor(id, values).includes(verdict);
  if (!isExplained) return 'conforms';
  if (verdict === 'failed') return 'does-not-conform';
  return verdict === 'inconclusive' || verdict === 'not-tested' ? 'incomplete' : 'conforms';
}
