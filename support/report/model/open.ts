import { plainText } from '../../exchange/text';
import type { Results } from '../../judging/results';
import { again } from '../../judging/explain';
import { originOf } from './row';
import type { Row } from './row';
import { withinSuite } from './words';

/** Obligations that have one verdict for one reason. */
export interface Group {
  readonly verdict: Row['label'];
  /** In one line; where it names the obligation, `ID` stands for those of the group. */
  readonly reason: string;
  /** What else is known of it, a line each. */
  readonly details: readonly string[];
  readonly rows: readonly Row[];
}

/** What is neither kept nor broken, and what to do about it. */
export interface OpenGroup extends Group {
  readonly advice: string;
}

/** Rows by verdict and reason, in the order of their first row. */
export function groupsOf(rows: readonly Row[]): Group[] {
  const groups = Map.groupBy(rows, (row) => `${row.label}\n${reasonOf(row)}`);
  return [...groups].map(([key, members]) => {
    const [, reason = '', ...details] = key.split('\n');
    const verdict = members[0]?.label ?? 'not-tested';
    return { verdict, reason: reason === '' ? 'no reason is given' : reason, details, rows: members };
  });
}

/** What the plan left open: first what prevented something, told once for all that it prevented. */
export function openGroupsOf(planned: readonly Row[], results: Results): OpenGroup[] {
  const [prevented, others] = (['inconclusive', 'not-tested'] as const).map((wanted) =>
    groupsOf(planned.filter(({ verdict }) => verdict === wanted)),
  );
  return [...(prevented ?? []), ...(others ?? [])].map((group) => ({
    ...group,
    advice: adviceOn(group, results),
  }));
}

/** Many are alike but for the id that they name. */
function reasonOf({ reason = '', id }: Row): string {
  return withinSuite(plainText(reason)).replaceAll(id, 'ID');
}

/** A longer command would tell nobody more. */
const mostNamed = 6;

function adviceOn({ verdict, rows }: Group, results: Results): string {
  const first = verdict === 'inconclusive' ? 'clear what got in the way' : 'provide what is missing';
  if (rows.length > mostNamed) return `${first}, then run again`;
  return `${first}, then: ${again(rows.map(({ id }) => id).join(','), originOf(results))}`;
}
