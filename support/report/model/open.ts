import { whySessionsRefused } from '../../judging/refused-sessions';
import { withSuiteRelativePaths } from '../../contract/suite-root';
import { toPlainText } from '../../exchange/text';
import { hasNoRequest } from '../../judging/no-request';
import type { Obstacle } from '../../judging/notes';
import type { Results } from '../../judging/results';
import type { Verdict } from '../../judging/verdict';
import { isOptional } from '../../judging/verdict';
import { judgingCommand } from '../../judging/explain';
import { originOf } from './reported-obligation';
import type { ReportedObligation } from './reported-obligation';

/** Obligations that have one verdict for one reason. */
export interface ObligationGroup {
  readonly verdict: ReportedObligation['label'];
  /** In one line; where it names the obligation, `ID` stands for those of the group. */
  readonly reason: string;
  /** What else is known of it, a line each. */
  readonly details: readonly string[];
  readonly rows: readonly ReportedObligation[];
}

/** What is neither kept nor broken, and what to do about it. */
export interface OpenGroup extends ObligationGroup {
  readonly advice: string;
  /**
   * Set if nothing showed these obligations because no request of the client arrived. Then a summary does not
   * list them.
   */
  readonly isAllUnseen?: true;
}

/** Rows by verdict and reason, in the order of their first row. */
export function groupRowsByReason(rows: readonly ReportedObligation[]): ObligationGroup[] {
  const groups = Map.groupBy(rows, (row) => `${row.label}\n${reasonOf(row)}`);
  return [...groups].map(([key, members]) => {
    const [, reason = '', ...details] = key.split('\n');
    const verdict = members[0]?.label ?? 'not-tested';
    return { verdict, reason: reason === '' ? 'no reason is given' : reason, details, rows: members };
  });
}

/** What the plan left open: first what prevented something, told once for all that it prevented. */
export function openGroupsOf(planned: readonly ReportedObligation[], results: Results): OpenGroup[] {
  const { obstacles = [] } = results.run;
  const named = new Set(obstacles.flatMap(({ prevented }) => prevented));
  const having = (wanted: Verdict): ReportedObligation[] =>
    planned.filter(({ id, verdict }) => verdict === wanted && !named.has(id));
  const groups = [
    ...obstacles.flatMap((obstacle) => groupOf(obstacle, planned)),
    ...groupRowsByReason(having('inconclusive')),
    ...groupRowsByReason(having('not-tested')),
  ];
  return groups.map((group) => ({
    ...group,
    advice: adviceOn(group, results),
    ...(isForNoRequest(group.rows[0], results) && { isAllUnseen: true }),
  }));
}

/** `3 still open`, and whether they keep a subject from conforming. */
export function stillOpenText(open: readonly ObligationGroup[]): string {
  return `${obligationCount(open)} still open${blockingText(open)}`;
}

/** How many obligations they hold. */
export const obligationCount = (groups: readonly ObligationGroup[]): number =>
  groups.reduce((sum, { rows }) => sum + rows.length, 0);

/** That what is open keeps no subject from conforming; empty where it does. */
export function blockingText(open: readonly ObligationGroup[]): string {
  return open.some(({ rows }) => rows.some(({ isDecisive }) => isDecisive)) ? '' : ', not blocking';
}

/** An obstacle with the rows that it prevented; none where it prevented nothing. */
function groupOf(
  { what, detail, prevented }: Obstacle,
  planned: readonly ReportedObligation[],
): ObligationGroup[] {
  const rows = planned.filter(({ id }) => prevented.includes(id));
  const [first] = rows;
  if (first === undefined) return [];
  return [{ verdict: first.label, reason: what, details: detail?.split('\n') ?? [], rows }];
}

/** Many are alike but for the id that they name. */
function reasonOf({ reason, id }: ReportedObligation): string {
  return withSuiteRelativePaths(toPlainText(reason?.text ?? '')).replaceAll(id, 'ID');
}

/** A longer command would not help. */
const mostNamed = 6;

function adviceOn({ verdict, rows }: ObligationGroup, results: Results): string {
  const causes = new Set(rows.flatMap(({ follows }) => follows));
  if (causes.size > 0) return `fix ${[...causes].join(' and ')} first, then run again`;
  const settled = adviceByKind(rows[0], results);
  if (settled !== undefined) return settled;
  const first = verdict === 'inconclusive' ? 'clear what got in the way' : whatIsMissing(rows, results);
  if (rows.length > mostNamed) return `${first}, then run again`;
  return `${first}, then: ${judgingCommand(rows.map(({ id }) => id).join(','), originOf(results))}`;
}

/** Whether nothing exercised an obligation because no request of the client reached the mock. */
const isForNoRequest = (row: ReportedObligation | undefined, { run }: Results): boolean =>
  row?.reason?.kind === 'not-exercised' && hasNoRequest(run.diagnosis);

/** Returns the advice that the kind of the reason decides; `undefined` for other kinds. */
function adviceByKind(row: ReportedObligation | undefined, results: Results): string | undefined {
  const { run } = results;
  const { reason: why, verdict } = row ?? {};
  if (why === undefined) return undefined;
  if (isOptional(why))
    return 'nothing has to be done: it may stay so, and the first page says that it was not shown';
  if (isForNoRequest(row, results)) return 'let the client reach the mock first, then run again';
  if (why.kind === 'left-out')
    return `run without ${why.by ?? 'the setting that left it out'} to have it judged`;
  if (why.kind === 'interrupted') return 'run again, with time enough to reach the end';
  if (why.kind === 'cannot-be-seen' && verdict === 'inconclusive')
    return 'nothing has to be done: what was sent does not state it, and it need not';
  if (why.kind === 'cannot-be-seen')
    return run.traffic === undefined
      ? 'it takes another kind of run'
      : 'make a run with an adapter, or against the services: npx conform run';
  if (why.kind === 'not-declared')
    return run.traffic === undefined
      ? 'declare what holds in the target file, with name and date, then run again'
      : 'declare what holds in a target file, and judge with it: --target FILE';
  return undefined;
}

/** Of a run that came that far, nothing is missing that a person could provide; traffic can show more. */
function whatIsMissing(rows: OpenGroup['rows'], { run }: Results): string {
  if (!rows.some((row) => row.reason?.kind === 'not-exercised')) return 'provide what is missing';
  if (whySessionsRefused(run.diagnosis) !== undefined) return 'give the client the credentials of the mock';
  if (run.traffic !== undefined) return 'let the client do what npx conform explain lists';
  const topics = rows.map(({ reason }) => reason?.topic);
  if (topics.includes('self-trigger'))
    return 'if you can, switch off the trigger that the client sends by itself';
  // Without a session nothing goes on: the doctor tries the first one, and says what it needs.
  return topics.includes('session-error')
    ? 'ask npx conform doctor what keeps the client from a session'
    : 'find out why nothing showed it';
}
