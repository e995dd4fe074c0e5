import { requireFreePorts } from '../../cli/free-ports';
import type { RunOptions } from '../../cli/run';
import { settingsOf } from '../../cli/run';
import { processWith } from '../../cli/surroundings';
import { shownBases } from '../../contract/bases';
import { printable } from '../../contract/printable';
import type { Evidence } from '../../exchange/evidence';
import { certifyWith } from '../../library/certify-with';
import { requireReady } from '../../report/runs/write-run';
import { Budget } from '../../run/budget';
import { defaultKeep } from '../../run/keep';
import { loadProgress } from '../../run/manual-progress';
import type { RunSettings } from '../../run/plan';
import { knownIds } from '../../run/known-ids';
import { loadTarget, subjectsOf } from '../../run/targets';
import { asDiskTrouble } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import type { Target as LoadedTarget } from '../../targets/target';
import type { AboutTarget, PageRunEvent, Preview, StartRun } from '../api';
import { Busy, wordsOf } from './errors';
import type { Hand } from './hand';
import type { Hub } from './hub';
import { endedEvent } from './run-end';
import { RunTold } from './run-told';
import { exceptionsBeside } from './target-file';
import type { EditedTarget } from './target';
import type { TypedVariables } from './typed-variables';

interface RunParts {
  readonly hub: Hub;
  readonly secrets: TypedVariables;
  readonly target: EditedTarget;
  readonly hand: Hand;
  readonly reports: string;
}

/** Runs that pages start: one at a time, shown on all pages. Closing a page does not stop the run. */
export class Runs {
  readonly #parts: RunParts;
  readonly #certify: typeof certifyWith;
  #going: { readonly budget: Budget; readonly ended: Promise<void> } | undefined;
  #isPreparing = false;
  #isClosed = false;
  /** State of the current run, or of the last one */
  #told: RunTold | undefined;

  /** @param certify replaced in tests */
  constructor(parts: RunParts, certify: typeof certifyWith = certifyWith) {
    this.#parts = parts;
    this.#certify = certify;
  }

  preview(): Preview {
    return previewOf(this.#parts);
  }

  /**
   * Starts a run. Throws a `Busy` while another run is in progress or if the target is not saved, and a
   * ConfigurationError if the settings cannot be used.
   */
  async start(asked: StartRun): Promise<void> {
    if (this.#isPreparing || this.#going !== undefined)
      throw new Busy('a run is going on', 'stop it first, or wait for its end');
    this.#isPreparing = true;
    try {
      const settings = await settingsFor(asked, this.#parts);
      if (!this.#isClosed) this.#begin(settings, asked.selfTest === true);
    } finally {
      this.#isPreparing = false;
    }
  }

  /** Stops the current run soon. The remaining scenarios are not tested. */
  stop(): void {
    if (this.#going === undefined) throw new Busy('no run is going on', 'it has ended');
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
    const [budget, told] = [new Budget(), new RunTold(hub, settings, selfTest)];
    this.#told = told;
    const follow = told.take.bind(told);
    const ended = this.#certify({ ...settings, person: hand.begin() }, { budget, follow })
      .then((written): PageRunEvent => endedEvent(written, budget.stopped.aborted))
      .catch((error: unknown) => this.#failure(error, told))
      .then((event) => {
        // Clear this first: a page may start the next run as soon as it receives the end.
        this.#going = undefined;
        told.end(event);
      });
    this.#going = { budget, ended };
  }

  /** Returns the event for a run that ended without a report. */
  #failure(error: unknown, { log }: RunTold): PageRunEvent {
    const isFault = !(error instanceof ConfigurationError) && asDiskTrouble(error) === undefined;
    const { message, ...words } = wordsOf(error, this.#parts.secrets);
    const told = [message, ...(isFault ? log.faults : [])].join('\n');
    return { type: 'failed', at: Date.now(), isFault, words: { message: told, ...words } };
  }
}

type SettingsParts = Pick<RunParts, 'secrets' | 'target' | 'reports'>;

/**
 * Returns the settings for a run of the saved target file. Throws a ConfigurationError if they cannot be
 * used, and a `Busy` if the target is not saved.
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
    ...(only && { only: knownIds(only) }),
    ...(selfTest !== true && exceptions !== false && exceptionsBeside(target.file)),
    ...(nonce !== undefined && { nonce }),
    ...(resume && { resume }),
  };
  const settings = settingsOf(wanted, processWith(secrets.environment()));
  requireReady({ root: reports, keep: defaultKeep });
  if (settings.target !== undefined) await requireFreePorts(settings.target);
  // `both` applies only without ids, because ids already determine the subjects, and only if the target has
  // an integrator.
  const both = subject === 'both' && settings.only.length === 0 && settings.target?.integrator !== undefined;
  return both ? { ...settings, subjects: ['service', 'integrator'] } : settings;
}

/** Describes the run that would start on the open target. */
function previewOf({ target, secrets, reports }: SettingsParts): Preview {
  if (target.state.isNew && target.state.text === undefined) return { canResume: false };
  try {
    target.requireSaved();
    const loaded = loadTarget(target.file, secrets.environment());
    const isByHand = loaded.integrator?.manual === true;
    const canResume = isByHand && attempt(() => loadProgress(reports, loaded)) !== undefined;
    return { target: aboutTarget(loaded), canResume };
  } catch (error) {
    if (!(error instanceof ConfigurationError || error instanceof Busy)) throw error;
    return { problem: wordsOf(error, secrets), canResume: false };
  }
}

function aboutTarget(target: LoadedTarget): AboutTarget {
  const { name, environment, roles } = target;
  const client = clientOf(target);
  return {
    ...{ name: printable(name), environment, roles },
    subjects: subjectsOf(target),
    services: { ...shownBases(target) },
    ...(client !== undefined && { client }),
  };
}

function clientOf({ integrator }: LoadedTarget): AboutTarget['client'] {
  if (integrator === undefined) return undefined;
  if (integrator.manual === true) return 'byHand';
  if (integrator.url !== undefined) return 'overHttp';
  return integrator.command === undefined ? 'own' : 'adapter';
}
