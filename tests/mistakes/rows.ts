import { loadConfiguration, runCucumber } from '@cucumber/cucumber/api';
import type { Envelope } from '@cucumber/messages';
import { discardingStream } from '../../support/cli/surroundings';
import { suiteRoot } from '../../support/contract/suite-root';
import type { ExamplePair } from '../../support/scenarios/mistakes/slip';

/** The recordings of a row, and the id of the obligation that its mistake breaks. */
export interface RecordedRow extends ExamplePair {
  readonly id: string;
}

/** The recordings of the rows that this process ran; keep-rows.steps.ts adds them. */
export const keptRows: RecordedRow[] = [];

/** Runs all rows of features/mistakes, and returns Cucumber's messages and the recordings of the rows. */
export async function runRows(): Promise<{
  readonly envelopes: readonly Envelope[];
  readonly rows: readonly RecordedRow[];
}> {
  const environment = { cwd: suiteRoot, stdout: discardingStream(), stderr: discardingStream(), env: {} };
  const { runConfiguration } = await loadConfiguration(
    { profiles: ['mistakes'], provided: { require: ['tests/mistakes/keep-rows.steps.ts'] } },
    environment,
  );
  const envelopes: Envelope[] = [];
  keptRows.length = 0;
  await runCucumber(runConfiguration, environment, (envelope) => envelopes.push(envelope));
  return { envelopes, rows: [...keptRows] };
}
