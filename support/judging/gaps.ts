import type { Subject } from '../contract/words';
import type { Run } from '../run/run';
import type { Overall } from './verdict';

/**
 * Where the suite itself failed, time was short or a journey was cut short, the run is incomplete; what was broken was
 * broken all the same.
 */
export function withoutGaps(
  subject: Subject,
  overall: Overall,
  faults: readonly string[],
  { budget, obstacles }: Run,
): Overall {
  const gaps = faults.length > 0 || (budget?.left ?? 0) > 0 || [...obstacles.values()].includes(subject);
  return overall === 'conforms' && gaps ? 'incomplete' : overall;
}

/** How many scenarios the time budget left; nothing where it left none. */
export function leftIn({ budget }: Run): { left?: number } {
  return budget === undefined || budget.left === 0 ? {} : { left: budget.left };
}

/** What somebody has to see to, where there is anything; `scenarios` is how many were planned. */
export function warningsOf(
  { warnings, budget, obstacles }: Run,
  scenarios: number,
): { warnings?: readonly string[] } {
  const late =
    budget === undefined || budget.left === 0
      ? []
      : [`${budget.reason}: ${budget.left} of ${scenarios} scenarios were left`];
  const cut = [...obstacles.keys()].map((each) => `cut short: ${each}`);
  const all = [...warnings, ...late, ...cut];
  return all.length === 0 ? {} : { warnings: all };
}
