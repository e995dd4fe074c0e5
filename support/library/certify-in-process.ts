import { certifyInto } from '../cli/cucumber/certify';
import { discardingStream } from '../cli/surroundings';
import { prepareKeys } from '../mock/keys';
import type { Budget } from '../run/budget';
import type { WrittenReport, RunEvent } from '../run/run-events';
import type { RunSettings } from '../run/plan';

/** Lets the caller pause or stop a run (`budget`) and receive its events (`follow`). */
interface RunWatch {
  readonly budget: Budget;
  readonly follow: (event: RunEvent) => void;
}

/**
 * Runs a certification in this process without printing anything. Throws a ConfigurationError for bad input
 * that is only discovered during the run, such as rejected credentials. Throws another Error if the suite
 * itself fails.
 */
export async function certifyInProcess(
  settings: RunSettings,
  { budget, follow }: RunWatch,
): Promise<WrittenReport> {
  if (Object.keys(settings.target?.services ?? {}).length === 0) prepareKeys();
  const watched: RunSettings = { ...settings, progress: undefined, budget };
  const written = await certifyInto(
    watched,
    { stdout: discardingStream(), stderr: discardingStream() },
    follow,
  );
  if (written === undefined) throw new Error('the run ended without results');
  return written;
}
