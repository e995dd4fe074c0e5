import type { Writable } from 'node:stream';
import type { Subject } from '../contract/words';
import { contractObligations, nearTo } from '../obligations';
import { ConfigurationError } from '../targets/errors';
import { defaultKeep, defaultReports } from './keep';
import { loadTarget } from './targets';
import { nightly } from './nightly';
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
    only: checkIds(only),
    reports: reports ?? defaultReports,
    keep: reports === undefined ? defaultKeep : undefined,
    progress: progressStream(),
  };
  return profile === 'nightly' ? nightly(settings) : settings;
}

interface Screen {
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: Writable;
}

/** Where a run shows how far it has come: stderr, unless CONFORM_PROGRESS is off. */
export function progressStream({ env, stderr }: Screen = process): RunSettings['progress'] {
  return env.CONFORM_PROGRESS === 'off' ? undefined : stderr;
}

/** Ids as they come from a command line, upper or lower case. Throws a ConfigurationError for one that no obligation has. */
export function checkIds(texts: readonly string[], at = '--only'): string[] {
  return texts.map((text) => {
    const found = contractObligations.find(text);
    if (found !== undefined) return found.id;
    const near = nearTo(text, contractObligations.all);
    throw new ConfigurationError(
      `${text}: unknown obligation`,
      { at },
      near.length > 0 ? `did you mean ${near.join(', ')}?` : 'npx conform list shows them all',
    );
  });
}
