import type { Envelope } from '@cucumber/messages';
import { certifyInto } from '../cli/cucumber/certify';
import { swallow } from '../cli/print';
import type { Evidence } from '../exchange/evidence';
import { createRecording, type Recording } from '../exchange/recording';
import { prepareKeys } from '../mock/keys';
import type { Halt } from '../run/allowance';
import type { Written } from '../run/handles';
import type { Run, RunSettings } from '../run/run';

/** What a program has a hand in that certifies in its own process. */
export interface Watch {
  /** Holds the run up, and stops it. */
  readonly halt: Halt;
  /** Takes the run once it is open. */
  readonly opened?: (run: Run) => void;
  /** Takes what was recorded, redacted as it was then. */
  readonly recorded: (evidence: Evidence) => void;
  /** Takes what Cucumber tells. */
  readonly told: (envelope: Envelope) => void;
}

/**
 * Certifies in this process, and prints nothing. Throws a ConfigurationError for bad input that only the services could
 * tell, and another Error where the suite is at fault.
 */
export async function certifyWith(
  settings: RunSettings,
  { halt, opened, recorded, told }: Watch,
): Promise<Written> {
  if (Object.keys(settings.target?.services ?? {}).length === 0) prepareKeys();
  const watched: RunSettings = {
    ...settings,
    progress: undefined,
    recording: toldRecording(recorded),
    allow: (budget) => halt.within(budget),
    ...(opened !== undefined && { opened }),
  };
  const written = await certifyInto(watched, { stdout: swallow(), stderr: swallow() }, told);
  if (written === undefined) throw new Error('the run ended without results');
  return written;
}

/** A recording that tells of what it takes. */
function toldRecording(tell: (evidence: Evidence) => void): Recording {
  const recording = createRecording();
  return {
    evidence: recording.evidence,
    exchanges: recording.exchanges,
    append<Of extends Evidence>(draft: Omit<Of, 'seq'>): Of {
      const taken = recording.append<Of>(draft);
      tell(taken);
      return taken;
    },
  };
}
