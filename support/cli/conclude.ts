import { exitCodes } from './exit-codes';
import type { JudgingOptions } from './judging-options';
import type { Surroundings } from './surroundings';
import { fitFor, say, sayJson, swallow } from './surroundings';
import { shielded, tellCi } from './tell-ci';
import type { Subject } from '../contract/words';
import type { Basis } from '../judging/basis';
import { failsRun, overallButFor } from '../judging/notes';
import type { Results } from '../judging/results';
import type { OverallVerdict } from '../judging/verdict';
import { reportOf } from '../report/model/report';
import { earlierThan, withChanges } from '../report/runs/changes';
import type { Destination } from '../report/runs/history';
import { readEvidence } from '../report/runs/read-run';
import { writeTraffic } from '../report/runs/write-run';
import { renderSummary } from '../report/summary';
import type { RunSettings } from '../run/plan';
import type { Written } from '../run/run-events';

type Telling = Pick<JudgingOptions, 'json' | 'take'>;

/** Judged traffic: the place for its report, and the file that contains its recording until then. */
interface Judged extends Telling {
  readonly to: Destination;
  readonly recording: string;
  readonly basis: Basis;
}

/**
 * Certifies in this process, and prints the summary unless `json` is set. Returns `undefined` if no run was
 * opened.
 */
export function certified(
  settings: RunSettings,
  { json }: Telling,
  surroundings: Surroundings,
): Promise<Written | undefined> {
  // Loaded here because Cucumber loads slowly: bad input is reported earlier, and a background thread makes
  // keys meanwhile.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
  const { certifyInto } = require('./cucumber/certify') as typeof import('./cucumber/certify');
  const stdout = json === true ? swallow() : fitFor(surroundings.stdout);
  return shielded({ json }, surroundings, () =>
    certifyInto(settings, { stdout, stderr: fitFor(surroundings.stderr) }),
  );
}

/**
 * Reports the outcome as JSON and to CI, as requested, and returns the exit code. Without results the run
 * is incomplete. The JSON also contains the report's folder.
 */
export function conclude(
  written: Written | undefined,
  { json }: Telling,
  surroundings: Surroundings,
): number {
  if (written === undefined) return exitCodes.incomplete;
  const { results, folder } = written;
  if (json === true) sayJson(surroundings, { ...results, folder });
  tellCi(results, { json }, surroundings);
  return exitCodeFor(results);
}

/**
 * Writes the report of judged traffic, then prints its summary or JSON and reports it to CI. If the option
 * `take` is set, only passes the results to it. Returns the exit code and the report's folder.
 */
export async function concludeTraffic(
  judged: Results,
  given: Judged,
  surroundings: Surroundings,
): Promise<{ readonly code: number; readonly folder: string }> {
  const { to, recording: file, basis, json } = given;
  const results = withChanges(judged, earlierThan(judged, to));
  const folder = writeTraffic(to, results, {
    file,
    evidence: await readEvidence(file, results),
    basis,
  });
  if (given.take !== undefined) {
    given.take(results, folder);
    return { code: exitCodeFor(results), folder };
  }
  if (json !== true)
    await shielded({}, surroundings, () => {
      say(surroundings, renderSummary(reportOf(results), folder).trimEnd());
    });
  return { code: conclude({ results, folder }, given, surroundings), folder };
}

const bySeverity = ['does-not-conform', 'incomplete', 'conforms'] as const;

/** Returns the exit code of the worst subject; `incomplete` without any subject. */
export function exitCodeOf(overall: readonly OverallVerdict[]): number {
  return exitCodes[bySeverity.find((each) => overall.includes(each)) ?? 'incomplete'];
}

/**
 * Returns the exit code of results, partial or not. Failures with an approved exception count as settled.
 * An exception fails the run if it has expired, or if it is unused and the suite's own change is not the
 * reason.
 */
export function exitCodeFor(results: Results): number {
  const { overall, waivers = [] } = results.run;
  if (waivers.some((each) => failsRun(each, results.run))) return exitCodes['does-not-conform'];
  return exitCodeOf(
    Object.entries(overall).map(([subject, { verdict }]) =>
      verdict === 'does-not-conform' && waivers.length > 0 ? butFor(subject as Subject, results) : verdict,
    ),
  );
}

function butFor(subject: Subject, { run, obligations }: Results): OverallVerdict {
  const found = overallButFor(run.waivers ?? [], subject, obligations);
  // A fault of the suite, skipped scenarios or missing traffic can hide further failures. Approved
  // exceptions then do not make the run conform.
  const isWhole =
    run.faults.length === 0 &&
    (run.plan.left ?? 0) === 0 &&
    (run.traffic?.files ?? []).every(({ cut }) => cut === undefined);
  return found === 'conforms' && !isWhole ? 'incomplete' : found;
}
