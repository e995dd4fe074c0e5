import type { ObligationResult, Verdict } from '../../judging/verdict';
import { toPlainText } from '../../exchange/text';
import type { Results } from '../../judging/results';
import type { Settlement } from '../model/settlement';
import { settlementsIn } from '../model/settlement';
import { plannedRows } from '../planned';

/** That the suite, its readings or the product is another one than before: that alone may change a verdict. */
export interface JudgedOtherwise {
  readonly by: 'another suite' | 'other readings';
  readonly product: 'the same' | 'another' | 'not stated';
}

/** An obligation of both plans that has another verdict, or one that the earlier suite did not know. */
export interface VerdictChange {
  readonly id: string;
  readonly title: string;
  /** Absent: it is new in this version of the suite. */
  readonly from?: Verdict;
  readonly to: Verdict;
  /** Why it has the new one. */
  readonly reason?: string;
  /**
   * The label of what settles the new failure, as in `approved exception`: it is no regression. `undefined` if nothing
   * settles it.
   */
  readonly settled?: string;
  /** Another suite, or other readings: what was judged may be as it was. */
  readonly judged?: JudgedOtherwise;
}

/** Verdicts that changed, by what that means. */
export interface VerdictChanges {
  readonly worse: readonly VerdictChange[];
  readonly better: readonly VerdictChange[];
  /** Neither: one way of being kept became another, or something known became unknown or not applicable. */
  readonly other: readonly VerdictChange[];
  /** Failures of both that an exception or a field profile no longer settles: no one was alarmed about them. */
  readonly unsettled: readonly VerdictChange[];
  /** Failures of both that an exception or a field profile now settles, and did not before. */
  readonly newlySettled: readonly VerdictChange[];
  /** How many obligations are outside of either plan. */
  readonly leftOut: number;
}

/**
 * How far a verdict is from a good one: kept in some way, unknown, a `should` broken, a `must` broken. Absent: it says
 * nothing about behaviour.
 */
const distance: Readonly<Partial<Record<Verdict, number>>> = {
  passed: 0,
  declared: 0,
  observed: 0,
  inconclusive: 1,
  'not-tested': 1,
  warning: 2,
  failed: 3,
};
const good = 0;
const unknown = 1;

/** What a change means. A breach that is merely no longer seen is not fixed: that is neither worse nor better. */
export function meaningOfChange(from: Verdict, to: Verdict): 'worse' | 'better' | 'other' {
  const [before, now] = [distance[from], distance[to]];
  if (before === undefined || now === undefined || before === now) return 'other';
  if (now > before) return 'worse';
  return now === good || now > unknown ? 'better' : 'other';
}

/** The verdicts on obligations that stand in both plans, where they differ. */
export function compareVerdicts(old: Results, now: Results, judged?: JudgedOtherwise): VerdictChanges {
  const before = plannedOf(old);
  const after = plannedOf(now);
  const [settledBefore, settled] = [settlementsIn(old), settlementsIn(now)];
  const both = [...after.values()].filter(({ id }) => before.has(id));
  const changes = both
    .flatMap((row) => changeOf(before.get(row.id)?.verdict, row, settled.get(row.id)))
    .map((change): VerdictChange => ({ ...change, ...(judged && { judged }) }));
  const meaning = (wanted: ReturnType<typeof meaningOfChange>): VerdictChange[] =>
    changes.filter(({ from, to }) => from !== undefined && meaningOfChange(from, to) === wanted);
  const stillFailed = both.filter(
    ({ id, verdict }) => verdict === 'failed' && before.get(id)?.verdict === 'failed',
  );
  const knownBefore = new Set(old.obligations.map(({ id }) => id));
  const known = new Set([...knownBefore, ...now.obligations.map(({ id }) => id)]);
  const added = [...after.values()].filter(({ id }) => !knownBefore.has(id));
  return {
    worse: [
      ...meaning('worse'),
      // No one was alarmed about them either.
      ...added
        .filter(({ verdict }) => verdict === 'failed')
        .map((row) => describe(undefined, row, settled.get(row.id))),
    ],
    better: meaning('better'),
    other: meaning('other'),
    unsettled: stillFailed
      .filter(({ id }) => settledBefore.has(id) && !settled.has(id))
      .map((row) => describe('failed', row, undefined)),
    newlySettled: stillFailed
      .filter(({ id }) => !settledBefore.has(id) && settled.has(id))
      .map((row) => describe('failed', row, settled.get(row.id))),
    leftOut: known.size - both.length - added.length,
  };
}

function plannedOf(results: Results): ReadonlyMap<string, ObligationResult> {
  return new Map(plannedRows(results).map((row) => [row.id, row]));
}

function changeOf(
  from: Verdict | undefined,
  row: ObligationResult,
  settlement: Settlement | undefined,
): VerdictChange[] {
  return from === undefined || from === row.verdict ? [] : [describe(from, row, settlement)];
}

function describe(
  from: Verdict | undefined,
  row: ObligationResult,
  settlement: Settlement | undefined,
): VerdictChange {
  const { id, title, verdict: to, reason, breaches = [] } = row;
  const told = [reason?.text, breaches[0]?.seen]
    .flatMap((each) => (each === undefined ? [] : toPlainText(each)))
    .join('; ');
  return {
    id,
    title,
    ...(from !== undefined && { from }),
    to,
    ...(told !== '' && { reason: told }),
    ...(settlement && { settled: settlement.label }),
  };
}
