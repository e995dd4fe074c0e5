import type { ObligationId } from '../obligations';
import type { Subject } from '../contract/words';
import { isObligationId } from '../obligations';
import { ConfigurationError } from '../targets/errors';
import { loadTarget } from './targets';
import { nightly } from './nightly';
import type { RunSettings } from './run';

/** What `worldParameters` of cucumber.cjs may hold; a run by `conform` hands its settings over instead. */
interface Parameters {
  readonly profile?: string;
  readonly target?: string;
  /** The mock runs in a container. */
  readonly container?: boolean;
  readonly subjects?: readonly Subject[];
  readonly only?: readonly string[];
  readonly reports?: string;
}

let handedOver: RunSettings | undefined;

/** Hands the settings of the next run over; they take the place of the world parameters. */
export function handOver(settings: RunSettings): void {
  handedOver = settings;
}

/** The settings of the run that is starting. Throws a ConfigurationError for parameters that cannot be used. */
export function takeSettings(parameters: unknown): RunSettings {
  const given = handedOver;
  handedOver = undefined;
  if (given !== undefined) return given;
  const {
    profile = 'embedded',
    target,
    container = false,
    subjects = ['service'],
    only = [],
    reports = 'reports',
  } = parameters as Parameters;
  const settings: RunSettings = {
    profile,
    ...(target !== undefined && { target: loadTarget(target) }),
    ...(container && { container }),
    subjects,
    only: checkIds(only),
    reports,
  };
  return profile === 'nightly' ? nightly(settings) : settings;
}

/** Ids as they come from a command line. Throws a ConfigurationError for one that no obligation has. */
export function checkIds(texts: readonly string[]): ObligationId[] {
  return texts.map((text) => {
    if (isObligationId(text)) return text;
    throw new ConfigurationError(
      `${text} is the id of no obligation`,
      { at: '--only' },
      'ids look like HDR-05; npx conform run --help tells more',
    );
  });
}
