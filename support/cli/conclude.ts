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

/** Traffic that was judged: where its report goes, and the file that holds its recording meanwhile. */
interface Judged extends Telling {
  readonly to: Destination;
  readonly recording: string;
  readonly basis: Basis;
}

/** Certifies in this process, and prints the summary unless the results are wanted; see `certifyInto`. */
export function certified(
  settings: RunSettings,
  { json }: Telling,
  surroundings: Surroundings,
): Promise<Written | undefined> {
  // Loaded late: bad input is refused sooner, and keys are made on the other core meanwhile. import() would leave CommonJS.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
  const { certifyInto } = require('./cucumber/certify') as typeof import('./cucumber/certify');
  const stdout = json === true ? swallow() : fitFor(surroundings.stdout);
  return shielded({ json }, surroundings, () =>
    certifyInto(settings, { stdout, stderr: fitFor(surroundings.stderr) }),
  );
}

/** Reports the outcome beyond the summary, and returns the exit code; without results: incomplete. The JSON names the folder, too. */
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

/** The same for results of traffic: writes and prints them first. Gives the folder of the run, too. */
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

/** From the worst on. */
const bySeverity = ['does-not-conform', 'incomplete', 'conforms'] as const;

/** The exit code of a run: that of its worst subject; without a subject it is incomplete. */
export function exitCodeOf(overall: readonly OverallVerdict[]): number {
  return exitCodes[bySeverity.find((each) => overall.includes(each)) ?? 'incomplete'];
}

/**
 * The exit code of results, partial or not. Failures that are waived count as settled; a waiver
 * that is not needed, or no longer counts, is a failure of its own.
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
  // As without waivers: a fault of the suite, scenarios that were left, or a part of the traffic that is missing hides
  // what else there is.
  const isWhole =
    run.faults.length === 0 &&
    (run.plan.left ?? 0) === 0 &&
    (run.traffic?.files ?? []).every(({ cut }) => cut === undefined);
  return found === 'conforms' && !isWhole ? 'incomplete' : found;
}
