import { ConfigurationError } from '../targets/errors';
import type { Run } from './run';
import type { RunSettings } from './plan';
import type { WrittenReport } from './run-events';
import { RunEventEmitter } from './run-events';
import { settingsFrom } from './settings';

/** What the parts of one run share that Cucumber calls: hooks, scenarios, plugin, formatter. */
interface Slot {
  readonly events: RunEventEmitter;
  /** Absent where cucumber-js was started by itself: its world parameters say what to do. */
  settings?: RunSettings;
  /** Throws a ConfigurationError where its report could not be written, or would replace what is not ours. */
  requireReady?: (settings: RunSettings) => void;
  /** From its opening on. */
  run?: Run;
  /** Why it ended before its first scenario, through no subject's fault: there is nothing to report. */
  abandoned?: ConfigurationError;
  written?: WrittenReport;
}

/** What Cucumber passes on, among world parameters and options. */
export interface RunHandle {
  /** Names the slot of the run; absent where cucumber-js was started by itself, which runs but once. */
  readonly handle?: string;
}

/**
 * Slots by handle, each from the start of its run to its end. Cucumber clones what it passes on to a scenario, and a
 * run has functions: so a name is passed on, and what it names stands here. Nothing else of a run is kept in a module.
 */
const slots = new Map<string, Slot>();

const ofCucumberAlone = 'cucumber-js';

/** The slot that belongs to what Cucumber passed on. */
export function slotForHandle({ handle = ofCucumberAlone }: RunHandle): Slot {
  const slot = slots.get(handle) ?? { events: new RunEventEmitter() };
  slots.set(handle, slot);
  return slot;
}

/** What the run is asked to do that starts. Throws a ConfigurationError for what cannot be used. */
export function settingsIn(handed: RunHandle): RunSettings {
  const slot = slotForHandle(handed);
  try {
    const settings = slot.settings ?? settingsFrom(handed);
    slot.requireReady?.(settings);
    return settings;
  } catch (error) {
    if (error instanceof ConfigurationError) slot.abandoned = error;
    throw error;
  }
}

/** The run that a hook or a scenario belongs to. Throws before it is opened. */
export function runForHandle(handed: RunHandle): Run {
  const { run } = slotForHandle(handed);
  if (run === undefined) throw new Error('No run is open: the BeforeAll hook must run first');
  return run;
}

/** Forgets a run that has ended. */
export function releaseSlot({ handle = ofCucumberAlone }: RunHandle): void {
  slots.delete(handle);
}
