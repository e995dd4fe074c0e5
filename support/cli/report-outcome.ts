import { exitCodes } from './exit-codes';
import type { JudgingOptions } from './judging-options';
import type { Surroundings } from './surroundings';
import { fitFor, printLine, sayJson, discardingStream } from './surroundings';
import { withoutWorkflowCommands, reportToCi } from './report-to-ci';
import type { Subject } from '../contract/words';
import type { Basis } from '../judging/basis';
import { failsRun, overallAfterWaivers } from '../judging/notes';
import type { Results } from '../judging/results';
import type { OverallVerdict } from '../judging/verdict';
import { reportOf } from '../report/model/report';
import { findEarlierResults, withChanges } from '../report/runs/changes';
import type { ReportDestination } from '../report/runs/history';
import { readEvidence } from '../report/runs/read-run';
import { writeTrafficReports } from '../report/runs/write-run';
import { renderTerminalSummary } from '../report/summary';
import type { RunSettings } from '../run/plan';
import type { WrittenReport } from '../run/run-events';

type Telling = Pick<JudgingOptions, 'json' | 'take'>;

/**
 * The destination of the report on judged traffic, and the file that contains the recording until the report
 * is written.
 */
interface Judged extends Telling {
  readonly to: ReportDestination;
  readonly recording: string;
  readonly basis: Basis;
}

/**
 * Certifies in this process, and prints the summary unless `json` is set. Returns `undefined` if no run was
 * opened.
 */
export function certifyAndPrint(
  settings: RunSettings,
  { json }: Telling,
  surroundings: Surroundings,
): Promise<WrittenReport | undefined> {
  // Load Cucumber only here, because it loads slowly. Invalid input was already reported, and a background
  // thread generates keys in the meantime.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
  const { certifyInto } = require('./cucumber/certify') as typeof import('./cucumber/certify');
  const stdout = json === true ? discardingStream() : fitFor(surroundings.stdout);
  return withoutWorkflowCommands({ json }, surroundings, () =>
    certifyInto(settings, { stdout, stderr: fitFor(surroundings.stderr) }),
  );
}

/**
 * Prints the results as JSON if requested, reports the outcome to CI, and returns the exit code, which is
 * `incomplete` without results. The JSON also contains the report's folder.
 */
export function reportOutcome(
  written: WrittenReport | undefined,
  { json }: Telling,
  surroundings: Surroundings,
): number {
  if (written === undefined) return exitCodes.incomplete;
  const { results, folder } = written;
  if (json === true) sayJson(surroundings, { ...results, folder });
  reportToCi(results, { json }, surroundings);
  return exitCodeOfResults(results);
}

/**
 * Writes the report on judged traffic. If `take` is set, passes the results to it; otherwise prints the
 * summary or JSON and reports the outcome to CI. Returns the exit code and the report's folder.
 */
export async function concludeTraffic(
  judged: Results,
  given: Judged,
  surroundings: Surroundings,
): Promise<{ readonly code: number; readonly folder: string }> {
  const { to, recording: file, basis, json } = given;
  const results = withChanges(judged, findEarlierResults(judged, to));
  const folder = writeTrafficReports(to, results, {
    file,
    evidence: await readEvidence(file, results),
    basis,
  });
  if (given.take !== undefined) {
    given.take(results, folder);
    return { code: exitCodeOfResults(results), folder };
  }
  if (json !== true)
    await withoutWorkflowCommands({}, surroundings, () => {
      printLine(surroundings, renderTerminalSummary(reportOf(results), folder).trimEnd());
    });
  return { code: reportOutcome({ results, folder }, given, surroundings), folder };
}

const bySeverity = ['does-not-conform', 'incomplete', 'conforms'] as const;

/** Returns the exit code of the worst subject; `incomplete` without any subject. */
export function exitCodeOf(overall: readonly OverallVerdict[]): number {
  return exitCodes[bySeverity.find((each) => overall.includes(each)) ?? 'incomplete'];
}

/**
 * Returns the exit code for results, which may be partial. A failure with an approved exception counts as
 * passed. An expired exception fails the run. An unused exception fails the run too, unless it became unused
 * because the suite changed.
 */
export function exitCodeOfResults(results: Results): number {
  const { overall, waivers = [] } = results.run;
  if (waivers.some((each) => failsRun(each, results.run))) return exitCodes['does-not-conform'];
  return exitCodeOf(
    Object.entries(overall).map(([subject, { verdict }]) =>
      verdict === 'does-not-conform' && waivers.length > 0 ? butFor(subject as Subject, results) : verdict,
    ),
  );
}

function butFor(subject: Subject, { run, obligations }: Results): OverallVerdict {
  const found = overallAfterWaivers(run.waivers ?? [], subject, obligations);
  // Faults in the suite, skipped scenarios and missing traffic can hide further failures. In these cases the
  // run is incomplete, even if every known failure has an approved exception.
  const isWhole =
    run.faults.length === 0 &&
    (run.plan.left ?? 0) === 0 &&
    (run.traffic?.files ?? []).every(({ cut }) => cut === undefined);
  return found === 'conforms' && !isWhole ? 'incomplete' : found;
}
