import { join } from 'node:path';
import { earlierResults, withChanges } from '../report/changes';
import { readEvidence } from '../report/read-reports';
import type { Results } from '../judging/results';
import { renderSummary } from '../report/summary';
import { writeResults } from '../report/write';
import { exitCodeFor } from './exit-code';
import { shielded, tellCi } from './tell-ci';

interface Concluding {
  readonly reports: string;
  readonly json?: true;
}

/** Writes the results of traffic whose recording is in its place, tells them, and gives the exit code. */
export async function concludeTraffic(judged: Results, { reports, json }: Concluding): Promise<number> {
  const results = withChanges(judged, earlierResults(reports));
  writeResults(reports, results, await readEvidence(join(reports, 'recording.jsonl'), results));
  const text = json === true ? `${JSON.stringify(results, null, 2)}\n` : renderSummary(results, reports);
  await shielded({ json }, () => process.stdout.write(text));
  tellCi(results, { json });
  return exitCodeFor(results);
}
