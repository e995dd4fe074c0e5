import { printableIn } from '../../contract/printable';
import { mayEndOtherwise } from '../../judging/explain';
import { placed } from '../../judging/decide';
import type { PlacedBreach, Verdict } from '../../judging/verdict';
import type { Breach, Obligation } from '../../obligations';
import { reportOf } from '../../report/model/report';
import type { Row } from '../../report/model/row';
import type { Written } from '../../run/run-events';
import type { RunFailure, RunEnded } from '../api';

/** Verdicts that ask for a look. */
const openVerdicts: readonly Verdict[] = ['failed', 'warning', 'inconclusive', 'not-tested'];

/** What a run has come to. */
export function endedEvent({ results }: Written, stopped: boolean): RunEnded {
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

/** Ids of what did not pass, and may in another run. */
export function againIn(planned: readonly Row[]): string[] {
  return planned
    .filter((row) => openVerdicts.includes(row.verdict) && mayEndOtherwise(row))
    .map(({ id }) => id);
}

/** What is broken, the first way of each, as its report tells it; what follows from it is named. */
function failuresIn(rows: readonly Row[]): RunFailure[] {
  return rows.map((row) => {
    const { verdict, brings, breaches: [breach] = [], rule, why, evidence, places } = row;
    const told = breach ?? { sent: '', expected: rule, seen: why, cause: '', exchanges: evidence, places };
    return failureOf(row, verdict === 'warning' ? verdict : 'failed', told, brings);
  });
}

/** What a scenario shows to be broken, before all is judged as a whole. */
export function failureSoFar(obligation: Obligation, breaches: readonly Breach[]): RunFailure[] {
  const isDemanded = obligation.level === 'must' && !breaches.every(({ warns }) => warns === true);
  return breaches
    .slice(0, 1)
    .map((each) => failureOf(obligation, isDemanded ? 'failed' : 'warning', placed(each, obligation), []));
}

function failureOf(
  { id, title }: Pick<RunFailure, 'id' | 'title'>,
  verdict: RunFailure['verdict'],
  { sent, expected, seen, cause, exchanges, places }: PlacedBreach,
  brings: readonly string[],
): RunFailure {
  return { id, title, verdict, sent, expected, seen, cause, exchanges, places, brings };
}
