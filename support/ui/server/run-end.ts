import { printableIn } from '../../contract/printable';
import { mayChangeOnRerun } from '../../judging/explain';
import { placed } from '../../judging/decide';
import type { PlacedBreach, Verdict } from '../../judging/verdict';
import type { Breach, Obligation } from '../../obligations';
import { reportOf } from '../../report/model/report';
import type { ReportedObligation } from '../../report/model/reported-obligation';
import type { WrittenReport } from '../../run/run-events';
import type { BrokenObligation, RunEnded } from '../api';

/** Verdicts that another run may improve. */
const openVerdicts: readonly Verdict[] = ['failed', 'warning', 'inconclusive', 'not-tested'];

/** Converts the results of a run to the last event that the page receives. */
export function endedEvent({ results }: WrittenReport, stopped: boolean): RunEnded {
  const { headlines, counts, planned, causes, warned, warnings } = reportOf(results);
  return printableIn<RunEnded>({
    type: 'ended',
    run: results.run.id,
    at: Date.parse(results.run.finishedAt),
    ...{ stopped, headlines, counts, warnings, faults: results.run.faults },
    verdicts: Object.fromEntries(planned.map(({ id, verdict }) => [id, verdict])),
    failures: failuresIn([...causes.map(({ row }) => row), ...warned]),
    again: againIn(planned),
  });
}

/**
 * Returns the ids of obligations that did not pass but may pass in another run. Excludes obligations that
 * only a person can settle, by a declaration.
 */
export function againIn(planned: readonly ReportedObligation[]): string[] {
  return planned
    .filter((row) => openVerdicts.includes(row.verdict) && mayChangeOnRerun(row))
    .map(({ id }) => id);
}

/**
 * Maps each broken obligation to a failure with the details of its first breach, or of its verdict if no breach is
 * listed. `brings` lists the obligations that failed as a consequence.
 */
function failuresIn(rows: readonly ReportedObligation[]): BrokenObligation[] {
  return rows.map((row) => {
    const { verdict, brings, breaches: [breach] = [], rule, why, evidence, places } = row;
    const asIfBreach = {
      sent: '',
      expected: rule,
      seen: why,
      cause: { text: '' },
      exchanges: evidence,
      places,
    };
    const told = breach ?? asIfBreach;
    return failureOf(row, verdict === 'warning' ? verdict : 'failed', told, brings);
  });
}

/**
 * Returns the first breach of an obligation within one scenario, as a provisional failure. The final verdict
 * needs the evidence of the whole run.
 */
export function failureSoFar(obligation: Obligation, breaches: readonly Breach[]): BrokenObligation[] {
  const isDemanded = obligation.level === 'must' && !breaches.every(({ warns }) => warns === true);
  return breaches
    .slice(0, 1)
    .map((each) => failureOf(obligation, isDemanded ? 'failed' : 'warning', placed(each, obligation), []));
}

function failureOf(
  { id, title }: Pick<BrokenObligation, 'id' | 'title'>,
  verdict: BrokenObligation['verdict'],
  { sent, expected, seen, cause, exchanges, places }: PlacedBreach,
  brings: readonly string[],
): BrokenObligation {
  return { id, title, verdict, sent, expected, seen, cause, exchanges, places, brings };
}
