import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../../exchange/exchange';
import { recordedLines } from '../../exchange/recorded-lines';
import { settleForReading } from '../../report/history/swap';
import { readResultsFile, RecordedReader, requireRecording } from '../../report/read-reports';
import { ConfigurationError } from '../../targets/errors';
import type { Target } from '../../targets/target';

/** What the latest run on a target showed, or why that is unknown. */
export type LatestRun = { readonly exchanges: readonly Exchange[] } | { readonly unknown: string };

/** The exchanges of the report in a folder that a filter lets through; a report on anything else says nothing of the target. */
export async function latestRun(
  folder: string,
  target: Target,
  wanted: (exchange: Exchange) => boolean,
): Promise<LatestRun> {
  try {
    settleForReading(folder);
    const file = join(folder, 'results.json');
    if (!existsSync(file)) return { unknown: `${folder} holds no report` };
    const results = readResultsFile(file);
    const { run } = results;
    if (run.traffic !== undefined || run.challenge !== undefined || run.target.name !== target.name)
      return { unknown: `the report in ${folder} is of no run on ${target.name}` };
    const recording = join(folder, 'recording.jsonl');
    requireRecording(recording, results);
    const reader = new RecordedReader(recording, results);
    const exchanges: Exchange[] = [];
    for await (const line of recordedLines(createReadStream(recording))) {
      const evidence = reader.read(line);
      if (evidence.kind === undefined && wanted(evidence)) exchanges.push(evidence);
    }
    reader.end();
    return { exchanges };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { unknown: error.message };
  }
}
