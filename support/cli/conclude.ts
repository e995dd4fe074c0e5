import { earlierThan, withChanges } from '../report/runs/changes';
import type { Destination } from '../report/runs/history';
import { readEvidence } from '../report/runs/read-run';
import type { Basis } from '../judging/basis';
import type { Results } from '../judging/results';
import { reportOf } from '../report/model/report';
import { renderSummary } from '../report/summary';
import { writeTraffic } from '../report/runs/write-run';
import type { RunSettings } from '../run/plan';
import type { Written } from '../run/run-events';
import { exitCodeFor } from './exit-code-of';
import { exitCodes } from './exit-codes';
import type { JudgingOptions } from './judging-options';
import type { Surroundings } from './surroundings';
import { fitFor, say, sayJson, swallow } from './surroundings';
import { shielded, tellCi } from './tell-ci';

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
