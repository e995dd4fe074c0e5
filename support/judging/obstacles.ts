import type { Text } from '../exchange/text';
import { plainText } from '../exchange/text';
import type { ObligationResult } from './verdict';

/** What got in the way of a run, reported once: a crash of the adapter, an address that is down. */
export interface Obstacle {
  /** In one line. */
  readonly what: string;
  /** What is known besides, as in what the adapter wrote to stderr; absent: nothing. */
  readonly detail?: string;
  /** The obligations that are inconclusive for it; none where all was seen before. */
  readonly prevented: readonly string[];
}

/** What is known of an obligation, at the end of a run or in its middle. */
type Known = Pick<ObligationResult, 'id' | 'planned' | 'verdict' | 'reason' | 'scenarios'>;

/**
 * Gathers what prevented several checks, or came with more than a line: each is reported once, and a check that it prevented
 * names it in a line.
 *
 * @param cutShort messages of what cut a journey short, whatever it prevented
 */
export function withObstacles<Row extends Known>(
  rows: readonly Row[],
  cutShort: readonly string[] = [],
): { readonly rows: Row[]; readonly obstacles: readonly Obstacle[] } {
  const prevented = rows.filter((row) => row.planned && row.verdict === 'inconclusive');
  const messages = [...cutShort, ...prevented.flatMap(({ reason }) => messageOf(reason))];
  const groups = Map.groupBy(new Set(messages), sameness);
  const obstacles = [...groups.values()].flatMap((alike) => {
    const [first = ''] = alike;
    const ids = prevented.filter((row) => messageOf(row.reason).some((each) => alike.includes(each)));
    const isOne = ids.length > 1 || detailOf(first) !== '' || alike.some((each) => cutShort.includes(each));
    return isOne ? [obstacleOf(first, ids)] : [];
  });
  const ids = new Set(obstacles.flatMap((each) => each.prevented));
  return { rows: rows.map((row) => (ids.has(row.id) ? shortened(row) : row)), obstacles };
}

const fault = 'fault of the suite';

/** Who names an exchange tells what became of that alone; and a fault of the suite is none of a party in the way. */
function messageOf(reason: Text | undefined): string[] {
  return typeof reason !== 'string' || reason.startsWith(fault) ? [] : [reason];
}

function obstacleOf(message: string, rows: readonly Known[]): Obstacle {
  const detail = detailOf(message);
  return {
    what: whatOf(message),
    ...(detail !== '' && { detail }),
    prevented: rows.map(({ id }) => id),
  };
}

const whatOf = (message: string): string => message.split('\n', 1)[0] ?? '';

const detailOf = (message: string): string => message.slice(whatOf(message).length + 1);

/** Processes that crash alike differ in numbers, and in what they were asked for: the detail identifies the crash. */
function sameness(message: string): string {
  const detail = detailOf(message);
  return (detail === '' ? message : detail).replaceAll(/\d+/g, '0');
}

/** The rest stands with the obstacle. */
function shortened<Row extends Known>(row: Row): Row {
  const scenarios = row.scenarios.map((each) =>
    each.message === undefined || each.verdict !== 'inconclusive'
      ? each
      : { ...each, message: whatOf(each.message) },
  );
  return { ...row, reason: whatOf(plainText(row.reason ?? '')), scenarios };
}
