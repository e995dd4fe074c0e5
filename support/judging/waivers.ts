import type { Subject } from '../contract/words';
import type { Waiver } from '../targets/load-waivers';
import { overallVerdict } from './overall';
import type { ObligationResult, OverallVerdict, Verdict } from './verdict';

/** An approved exception, with its approver and its state. */
export interface WaiverRow {
  readonly obligation: string;
  readonly reason: string;
  readonly approver: string;
  /** The last day on which it counts, as in 2026-12-31. */
  readonly expires: string;
  /** `unused`: what it waives did not happen. */
  readonly state: 'used' | 'unused' | 'expired';
}

/** Whether an exception fails a run by itself. */
export const failsRun = (
  { obligation, state }: WaiverRow,
  { changes }: { readonly changes?: { readonly unusedBySuite?: readonly string[] } },
): boolean =>
  state === 'expired' || (state === 'unused' && changes?.unusedBySuite?.includes(obligation) !== true);

const broken: readonly Verdict[] = ['failed', 'warning'];
const kept: readonly Verdict[] = ['passed'];

/**
 * What came of each waiver, in the order of the file. One whose obligation is outside the plan, or was planned and
 * not exercised, is left out: nothing was learnt about it, unless it has expired.
 * @param startedAt the waivers of that day, in UTC, count
 */
export function waiverRows(
  waivers: readonly Waiver[],
  rows: readonly ObligationResult[],
  startedAt: Date,
): WaiverRow[] {
  const today = startedAt.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const byId = new Map<string, Verdict>(
    rows.filter(({ planned }) => planned).map((row) => [row.id, row.verdict]),
  );
  return waivers.flatMap(({ id, reason, approver, expires }) => {
    const state = stateOf(byId.get(id), expires < today);
    return state === undefined ? [] : [{ obligation: id, reason, approver, expires, state }];
  });
}

function stateOf(verdict: Verdict | undefined, hasExpired: boolean): WaiverRow['state'] | undefined {
  if (verdict === undefined) return undefined;
  if (hasExpired) return 'expired';
  if (broken.includes(verdict)) return 'used';
  return kept.includes(verdict) ? 'unused' : undefined;
}

/** What a subject would come to, had it kept what is waived; no report says it, only the exit code does. */
export function overallButFor(
  waivers: readonly WaiverRow[],
  subject: Subject,
  rows: readonly ObligationResult[],
): OverallVerdict {
  const settled = new Set(
    waivers.filter(({ state }) => state === 'used').map(({ obligation }) => obligation),
  );
  return overallVerdict(
    subject,
    rows.map((row) =>
      row.verdict === 'failed' && settled.has(row.id) ? { ...row, verdict: 'passed' as const } : row,
    ),
  );
}
