import assert from 'node:assert/strict';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';
import type { Envelope, Pickle } from '@cucumber/messages';
import { discardingStream } from '../../support/cli/surroundings';
import { suiteRoot } from '../../support/contract/suite-root';
import type { ExamplePair } from '../../support/scenarios/mistakes/slip';

/** The recordings of a row, and the id of the obligation that its mistake breaks. */
export interface RecordedRow extends ExamplePair {
  readonly id: string;
  /** The place of the row, as in `features/mistakes/token.feature:66`. */
  readonly place: string;
}

/** Returns the file and the line of a row, with `/` between folders on each platform. */
export const placeOf = ({ uri, location }: Pickle): string =>
  `${uri.replaceAll('\\', '/')}:${location?.line ?? 0}`;

/** The recordings of the rows that this process ran; keep-rows.steps.ts adds them. */
export const keptRows: RecordedRow[] = [];

const environment = { cwd: suiteRoot, stdout: discardingStream(), stderr: discardingStream(), env: {} };

/** The steps of features/mistakes. Node loads a step file only once, so all runs of this process share the steps. */
let steps: ReturnType<typeof loadSupport> | undefined;

/** Runs all scenarios of features/mistakes, or only matches their steps, and returns Cucumber's messages. */
export async function runMistakes({ dryRun = false } = {}): Promise<readonly Envelope[]> {
  const { runConfiguration } = await loadConfiguration(
    { profiles: ['mistakes'], provided: { require: ['tests/mistakes/keep-rows.steps.ts'], dryRun } },
    environment,
  );
  steps ??= loadSupport(runConfiguration, environment);
  const envelopes: Envelope[] = [];
  await runCucumber({ ...runConfiguration, support: await steps }, environment, (envelope) =>
    envelopes.push(envelope),
  );
  return envelopes;
}

/** Runs all rows of features/mistakes, and returns Cucumber's messages and the recordings of the rows. */
export async function runRows(): Promise<{
  readonly envelopes: readonly Envelope[];
  readonly rows: readonly RecordedRow[];
}> {
  keptRows.length = 0;
  const envelopes = await runMistakes();
  assert.notEqual(keptRows.length, 0, 'rows were run');
  return { envelopes, rows: [...keptRows] };
}
