import { earlierThan, withChanges } from '../report/changes';
import type { Destination } from '../report/history/shelves';
import { readEvidence } from '../report/read-reports';
import type { Basis } from '../judging/basis';
import type { Results } from '../judging/results';
import { reportOf } from '../report/model/report';
import { renderSummary } from '../report/summary';
import { writeTraffic } from '../report/write';
import type { RunSettings } from '../run/run';
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

/** Certifies in this process, and prints the summary unless the results are wanted; see `certify`. */
export function certified(
  settings: RunSettings,
  { json }: Telling,
  surroundings: Surroundings,
): Promise<Results | undefined> {
  // Loaded late: bad input is refused sooner, and keys are made on the other core meanwhile. import() would leave CommonJS.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
  const { certify } = require('./cucumber/certify') as typeof import('./cucumber/certify');
  const stdout = json === true ? swallow() : fitFor(surroundings.stdout);
  return shielded({ json }, surroundings, () =>
    certify(settings, { stdout, stderr: fitFor(surroundings.stderr) }),
  );
}

/** Reports the outcome beyond the summary, and returns the exit code; without results: incomplete. */
export function conclude(
  results: Results | undefined,
  { json }: Telling,
  surroundings: Surroundings,
): number {
  if (results === undefined) return exitCodes.incomplete;
  if (json === true) sayJson(surroundings, results);
  tellCi(results, { json }, surroundings);
  return exitCodeFor(results);
}

/** The same for results of traffic: writes and prints them first. */
export async function concludeTraffic(
  judged: Results,
  given: Judged,
  surroundings: Surroundings,
): Promise<number> {
  const { to, recording: file, basis, json } = given;
  const results = withChanges(judged, earlierThan(judged, to));
  const folder = writeTraffic(to, results, {
    file,
    evidence: await readEvidence(file, results),
    basis,
  });
  if (given.take !== undefined) {
    given.take(results, folder);
    return exitCodeFor(results);
  }
  if (json !== true)
    await shielded({}, surroundings, () => {
      say(surroundings, renderSummary(reportOf(results), folder).trimEnd());
    });
  return conclude(results, given, surroundings);
}
