import { indented, oneLineIn } from '../../contract/printable';
import type { Results } from '../../judging/results';
import type { ObligationResult } from '../../judging/verdict';

/**
 * The results, but that no text in them begins a line of a report: names of members, of files and of clients come from
 * others, and results may be read from anywhere. What the suite itself tells in several lines keeps them, and those below
 * the first are indented.
 */
export function inOwnLines(results: Results): Results {
  const fit = oneLineIn(results);
  const { faults, obstacles } = results.run;
  return {
    ...fit,
    run: {
      ...fit.run,
      faults: faults.map(indented),
      ...(obstacles && {
        obstacles: obstacles.map(({ detail }, index) => ({
          ...(fit.run.obstacles?.[index] ?? { what: '', prevented: [] }),
          ...(detail !== undefined && { detail: indented(detail) }),
        })),
      }),
    },
    obligations: fit.obligations.map((row, index) => withMessages(row, results.obligations[index] ?? row)),
  };
}

/** A reason may be the message of a scenario: both may have several lines. */
function withMessages(fit: ObligationResult, { reason, scenarios }: ObligationResult): ObligationResult {
  return {
    ...fit,
    ...(typeof reason === 'string' && { reason: indented(reason) }),
    scenarios: fit.scenarios.map((each, index) => {
      const message = scenarios[index]?.message;
      return message === undefined ? each : { ...each, message: indented(message) };
    }),
  };
}
