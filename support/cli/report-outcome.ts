import { exitCodes } from './exit-codes';
import type { JudgingOptions } from './judging-options';
import { reportNotJudged } from './must-see';
import type { Surroundings } from './surroundings';
import { fitFor, printLine, sayJson, discardingStream } from './surroundings';
import { withoutWorkflowCommands, reportToCi } from './report-to-ci';
import type { Basis } from '../judging/basis';
import { failsRun } from '../judging/notes';
import type { OverallResult, OverallWhyKind } from '../judging/overall';
import type { Results } from '../judging/results';
import type { EvidenceBySeq } from '../report/evidence';
import { reportOf } from '../report/model/report';
import { findEarlierResults, withChanges } from '../report/runs/changes';
import type { ReportDestination } from '../report/runs/history';
import { readEvidence } from '../report/runs/read-run';
import { writeTrafficReports } from '../report/runs/write-run';
import { renderTerminalSummary } from '../report/summary';
import type { RunSettings } from '../run/plan';
import type { RunEvent, WrittenReport } from '../run/run-events';

type Telling = Pick<JudgingOptions, 'json' | 'take' | 'mustSee'>;

/**
 * The destination of the report on judged traffic, and the file that contains the recording until the report
 * is written.
 */
interface Judged extends Telling {
  readonly to: ReportDestination;
  readonly recording: string;
  readonly basis: Basis;
}

/** A report with the exchanges that it refers to; failures in recorded traffic name their place in the audited files. */
type WithEvidence = WrittenReport & { readonly evidence?: EvidenceBySeq };

/**
 * Certifies in this process, and prints the summary unless `json` is set. Returns `undefined` if no run was
 * opened.
 * @param follow receives each run event
 */
export function certifyAndPrint(
  settings: RunSettings,
  { json }: Telling,
  surroundings: Surroundings,
  follow?: (event: RunEvent) => void,
): Promise<WrittenReport | undefined> {
  // Load Cucumber only here, because it loads slowly. Invalid input was already reported, and a background
  // thread generates keys in the meantime.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
  const { certifyInto } = require('./cucumber/certify') as typeof import('./cucumber/certify');
  const stdout = json === true ? discardingStream() : fitFor(surroundings.stdout);
  return withoutWorkflowCommands({ json }, surroundings, () =>
    certifyInto(settings, { stdout, stderr: fitFor(surroundings.stderr) }, follow),
  );
}

/**
 * Prints the results as JSON if requested, reports the outcome to CI, and returns the exit code, which is
 * `incomplete` without results. The JSON also contains the report's folder. If `mustSee` names obligations that
 * were not judged, lists them, and returns `incomplete` in place of 0.
 */
export function reportOutcome(
  written: WithEvidence | undefined,
  { json, mustSee = [] }: Telling,
  surroundings: Surroundings,
): number {
  if (written === undefined) return exitCodes.incomplete;
  const { results, folder, evidence } = written;
  if (json === true) sayJson(surroundings, { ...results, folder });
  reportToCi({ results, evidence }, { json }, surroundings);
  const code = exitCodeOfResults(results);
  const isShort = reportNotJudged(mustSee, results, surroundings);
  return isShort && code === exitCodes.conforms ? exitCodes.incomplete : code;
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
  const evidence = await readEvidence(file, results);
  const folder = writeTrafficReports(to, results, { file, evidence, basis });
  if (given.take !== undefined) {
    given.take(results, folder);
    return { code: exitCodeOfResults(results), folder };
  }
  const report = reportOf(results, undefined, evidence);
  if (json !== true)
    await withoutWorkflowCommands({}, surroundings, () => {
      printLine(surroundings, renderTerminalSummary(report, folder).trimEnd());
    });
  return { code: reportOutcome({ results, folder, evidence }, given, surroundings), folder };
}

/** Reasons with which a command that asked for less than a whole run may end with 0 on `no-failure`. */
const asked: readonly OverallWhyKind[] = ['self-test', 'narrowed', 'traffic', 'mock', 'challenge'];

const bySeverity = ['does-not-conform', 'incomplete', 'conforms'] as const;

/** Returns the exit code of the worst subject; `incomplete` without any subject. */
function exitCodeOf(overall: readonly OverallResult[]): number {
  const outcomes = overall.map((each) => outcomeOf(each.settled ?? each));
  return exitCodes[bySeverity.find((each) => outcomes.includes(each)) ?? 'incomplete'];
}

/** A whole run that only found no failure must not turn a pipeline green that gates on a certification. */
function outcomeOf({ verdict, why }: Pick<OverallResult, 'verdict' | 'why'>): (typeof bySeverity)[number] {
  if (verdict !== 'no-failure') return verdict;
  return why.some(({ kind }) => asked.includes(kind)) ? 'conforms' : 'incomplete';
}

/**
 * Returns the exit code for results. A failure with an approved exception does not count. An expired
 * exception fails the run. An unused exception fails the run too, unless it became unused because the suite
 * changed.
 */
export function exitCodeOfResults({ run }: Pick<Results, 'run'>): number {
  if ((run.waivers ?? []).some((each) => failsRun(each, run))) return exitCodes['does-not-conform'];
  return exitCodeOf(Object.values(run.overall));
}
