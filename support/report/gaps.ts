import type { Run } from '../journey/run';
import type { Overall } from '../verdict/verdict';

/** Where the suite itself failed, or time was short, nobody conforms; who broke something broke it all the same. */
export function withoutGaps(overall: Overall, faults: readonly string[], { budget }: Run): Overall {
  return overall === 'conforms' && (faults.length > 0 || (budget?.left ?? 0) > 0) ? 'incomplete' : overall;
}

/** How many scenarios the time budget left; nothing where it left none. */
export function leftIn({ budget }: Run): { left?: number } {
  return budget === undefined || budget.left === 0 ? {} : { left: budget.left };
}

/** What somebody has to see to, where there is anything; `scenarios` is how many were planned. */
export function warningsOf({ warnings, budget }: Run, scenarios: number): { warnings?: readonly string[] } {
  const late =
    budget === undefined || budget.left === 0
      ? []
      : [`${budget.reason}: ${budget.left} of ${scenarios} scenarios were left`];
  const all = [...warnings, ...late];
  return all.length === 0 ? {} : { warnings: all };
}
