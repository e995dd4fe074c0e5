import { requireFreePorts } from '../../cli/free-ports';
import type { RunOptions } from '../../cli/run';
import { runSettingsFrom } from '../../cli/run';
import { processWithEnv } from '../../cli/surroundings';
import { formatBaseAddresses } from '../../contract/bases';
import { printable } from '../../contract/printable';
import type { Evidence } from '../../exchange/evidence';
import { certifyInProcess } from '../../library/certify-in-process';
import { requireReady } from '../../report/runs/write-run';
import { Budget } from '../../run/budget';
import { defaultRetention } from '../../run/history-retention';
import { loadInterruptedRun } from '../../run/manual-progress';
import type { RunSettings } from '../../run/plan';
import { resolveObligationIds } from '../../run/resolve-obligation-ids';
import { isNarrowed } from '../../run/selection';
import { loadTarget, subjectsOfTarget } from '../../run/targets';
import { toDiskError } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import { undefinedIfThrows } from '../../targets/pem';
import type { Target as LoadedTarget } from '../../targets/target';
import type { AboutTarget, PageRunEvent, Preview, StartRun } from '../api';
import { ConflictError, messageForPage } from './errors';
import type { HandRuns } from './hand-runs';
import type { EventHub } from './event-hub';
import { endedEvent } from './run-end';
import { RunPublisher } from './run-publisher';
import { exceptionsBeside } from './target-file';
import type { EditedTarget } from './target';
import type { TypedVariables } from './typed-variables';

interface RunParts {
  readonly hub: EventHub;
  readonly secrets: TypedVariables;
  readonly target: EditedTarget;
  readonly hand: HandRuns;
  readonly reports: string;
}

/**
 * Manages the runs that pages start. Only one run is in progress at a time, and all pages show it. Closing a
 * page does not stop the run.
 */
export class Runs {
  readonly #parts: RunParts;
  readonly #certify: typeof certifyInProcess;
  #going: { readonly budget: Budget; readonly ended: Promise<void> } | undefined;
  #isPreparing = false;
  #isClosed = false;
  /** Publisher of the current or most recent run. It also holds that run's evidence. */
  #told: RunPublisher | undefined;

  /** @param certify function that performs a run; tests pass a substitute */
  constructor(parts: RunParts, certify: typeof certifyInProcess = certifyInProcess) {
    this.#parts = parts;
    this.#certify = certify;
  }

  preview(): Preview {
    return previewOf(this.#parts);
  }

  /**
   * Starts a run. Throws a `ConflictError` while another run is in progress, or if the target file has
   * unsaved changes. Throws a ConfigurationError if the settings cannot be used.
   */
  async start(asked: StartRun): Promise<void> {
    if (this.#isPreparing || this.#going !== undefined)
      throw new ConflictError('a run is going on', 'stop it first, or wait for its end');
    this.#isPreparing = true;
    try {
      const settings = await settingsFor(asked, this.#parts);
      if (!this.#isClosed) this.#begin(settings, asked.selfTest === true);
    } finally {
      this.#isPreparing = false;
    }
  }

  /**
   * Asks the current run to stop. Its current scenario ends soon, and the remaining scenarios are not tested.
   */
  stop(): void {
    if (this.#going === undefined) throw new ConflictError('no run is going on', 'it has ended');
    this.#told?.stopping();
    this.#going.budget.stop();
  }

  /**
   * Returns the evidence with this number from the current or last run. Throws a ConfigurationError for an
   * unknown number.
   */
  exchange(seq: number): Evidence {
    const found = this.#told?.evidence[seq - 1];
    if (found !== undefined) return found;
    throw new ConfigurationError(
      'is no exchange of this run',
      { at: `#${seq}` },
      'the page names those of each failure',
    );
  }

  /** Stops the current run, waits for its report, and prevents further runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#going?.budget.stop();
    await this.#going?.ended;
  }

  #begin(settings: RunSettings, selfTest: boolean): void {
    const { hub, hand } = this.#parts;
    const [budget, told] = [new Budget(), new RunPublisher(hub, settings, selfTest)];
    this.#told = told;
    const follow = told.take.bind(told);
    const ended = this.#certify({ ...settings, person: hand.begin() }, { budget, follow })
      .then((written): PageRunEvent => endedEvent(written, budget.stopped.aborted))
      .catch((error: unknown) => this.#failure(error, told))
      .then((event) => {
        // Clear `#going` before the end event: a page may start the next run as soon as it receives that
        // event.
        this.#going = undefined;
        told.end(event);
      });
    this.#going = { budget, ended };
  }

  /** Returns the event for a run that ended without a report. */
  #failure(error: unknown, { log }: RunPublisher): PageRunEvent {
    const isFault = !(error instanceof ConfigurationError) && toDiskError(error) === undefined;
    const { message, ...words } = messageForPage(error, this.#parts.secrets);
    const told = [message, ...(isFault ? log.faults : [])].join('\n');
    return { type: 'failed', at: Date.now(), isFault, words: { message: told, ...words } };
  }
}

type SettingsParts = Pick<RunParts, 'secrets' | 'target' | 'reports'>;

/**
 * Returns the settings for a self-test, or for a run of the saved target file. Throws a ConfigurationError if
 * they cannot be used, and a `ConflictError` if the target file has unsaved changes.
 */
export async function settingsFor(
  asked: StartRun,
  { target, secrets, reports }: SettingsParts,
): Promise<RunSettings> {
  const { selfTest, subject, only, nightly, nonce, exceptions, resume } = asked;
  if (selfTest !== true) target.requireSaved();
  const wanted: RunOptions = {
    profile: nightly === true ? 'nightly' : 'certification',
    root: reports,
    ...(selfTest === true ? { selfTest } : { target: target.file }),
    ...(subject !== undefined && subject !== 'both' && { subject }),
    ...(only && { only: resolveObligationIds(only) }),
    ...(selfTest !== true && exceptions !== false && exceptionsBeside(target.file)),
    ...(nonce !== undefined && { nonce }),
    ...(resume && { resume }),
  };
  const settings = runSettingsFrom(wanted, processWithEnv(secrets.environment()));
  requireReady({ root: reports, keep: defaultRetention });
  if (settings.target !== undefined) await requireFreePorts(settings.target);
  // Ignore `both` if the user chose obligation ids, because those determine the subjects. Also ignore it for
  // a target without an integrator.
  const both = subject === 'both' && !isNarrowed(settings) && settings.target?.integrator !== undefined;
  return both ? { ...settings, subjects: ['service', 'integrator'] } : settings;
}

/** Describes the run that would start now on the open target. */
function previewOf({ target, secrets, reports }: SettingsParts): Preview {
  if (target.state.isNew && target.state.text === undefined) return { canResume: false };
  try {
    target.requireSaved();
    const loaded = loadTarget(target.file, secrets.environment());
    const isByHand = loaded.integrator?.manual === true;
    const canResume = isByHand && undefinedIfThrows(() => loadInterruptedRun(reports, loaded)) !== undefined;
    return { target: aboutTarget(loaded), canResume };
  } catch (error) {
    if (!(error instanceof ConfigurationError || error instanceof ConflictError)) throw error;
    return { problem: messageForPage(error, secrets), canResume: false };
  }
}

function aboutTarget(target: LoadedTarget): AboutTarget {
  const { name, environment, roles } = target;
  const client = clientOf(target);
  return {
    ...{ name: printable(name), environment, roles },
    subjects: subjectsOfTarget(target),
    services: { ...formatBaseAddresses(target) },
    ...(client !== undefined && { client }),
  };
}

function clientOf({ integrator }: LoadedTarget): AboutTarget['client'] {
  if (integrator === undefined) return undefined;
  if (integrator.manual === true) return 'byHand';
  if (integrator.url !== undefined) return 'overHttp';
  return integrator.command === undefined ? 'own' : 'adapter';
}
