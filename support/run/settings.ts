import type { Writable } from 'node:stream';
import type { Subject } from '../contract/words';
import { defaultRetention, defaultReports } from './history-retention';
import { resolveObligationIds } from './resolve-obligation-ids';
import { loadTarget } from './targets';
import { toNightlySettings } from './nightly';
import type { RunSettings } from './plan';

/** What `worldParameters` of cucumber.cjs may hold. */
interface Parameters {
  readonly profile?: string;
  readonly target?: string;
  /** The mock runs in a container. */
  readonly container?: true;
  readonly subjects?: readonly Subject[];
  readonly only?: readonly string[];
  readonly reports?: string;
}

/** The settings that world parameters stand for. Throws a ConfigurationError for parameters that cannot be used. */
export function settingsFrom(parameters: unknown): RunSettings {
  const {
    profile = 'embedded',
    target,
    container,
    subjects = ['service'],
    only = [],
    reports,
  } = parameters as Parameters;
  const settings: RunSettings = {
    profile,
    target: target === undefined ? undefined : loadTarget(target),
    container,
    subjects,
    only: resolveObligationIds(only),
    reports: reports ?? defaultReports,
    keep: reports === undefined ? defaultRetention : undefined,
    progress: progressStream(),
  };
  return profile === 'nightly' ? toNightlySettings(settings) : settings;
}

interface Screen {
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: Writable;
}

/** Where a run shows how far it has come: stderr, unless CONFORM_PROGRESS is off. */
export function progressStream({ env, stderr }: Screen = process): RunSettings['progress'] {
  return env.CONFORM_PROGRESS === 'off' ? undefined : stderr;
}
