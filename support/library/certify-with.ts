import { certifyInto } from '../cli/cucumber/certify';
import { swallow } from '../cli/surroundings';
import { prepareKeys } from '../mock/keys';
import type { Budget } from '../run/budget';
import type { Written, RunEvent } from '../run/run-events';
import type { RunSettings } from '../run/plan';

/** What a program has a hand in that certifies in its own process. */
interface RunWatch {
  /** Holds the run up, and stops it. */
  readonly budget: Budget;
  readonly follow: (event: RunEvent) => void;
}

/**
 * Certifies in this process, and prints nothing. Throws a ConfigurationError for bad input that only the services could
 * tell, and another Error where the suite is at fault.
 */
export async function certifyWith(settings: RunSettings, { budget, follow }: RunWatch): Promise<Written> {
  if (Object.keys(settings.target?.services ?? {}).length === 0) prepareKeys();
  const watched: RunSettings = { ...settings, progress: undefined, budget };
  const written = await certifyInto(watched, { stdout: swallow(), stderr: swallow() }, follow);
  if (written === undefined) throw new Error('the run ended without results');
  return written;
}
