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

/** The runs of the page: one at a time, told to all pages. They go on whatever page is closed. */
export class Runs {
  readonly #parts: RunParts;
  readonly #certify: typeof certifyWith;
  #going: { readonly budget: Budget; readonly ended: Promise<void> } | undefined;
  #isPreparing = false;
  #isClosed = false;
  /** Of the run that goes on, or of the last. */
  #told: RunTold | undefined;

  /** @param certify a seam for tests */
  constructor(parts: RunParts, certify: typeof certifyWith = certifyWith) {
    this.#parts = parts;
    this.#certify = certify;
  }

  preview(): Preview {
    return previewOf(this.#parts);
  }

  /** Starts a run. Throws a `Busy` while one goes on, and a ConfigurationError for what is known to be wrong before. */
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

  /** Ends the run soon: what is left is not tested. */
  stop(): void {
    if (this.#going === undefined) throw new Busy('no run is going on', 'it has ended');
    this.#told?.stopping();
    this.#going.budget.stop();
  }

  /** What the run that goes on, or the last one, has recorded under a number. Throws a ConfigurationError where that is nothing. */
  exchange(seq: number): Evidence {
    const found = this.#told?.evidence[seq - 1];
    if (found !== undefined) return found;
    throw new ConfigurationError(
      'is no exchange of this run',
      { at: `#${seq}` },
      'the page names those of each failure',
    );
  }

  /** Stops what goes on, and waits for its report. */
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
        // Who is told of the end may start the next.
        this.#going = undefined;
        told.end(event);
      });
    this.#going = { budget, ended };
  }

  /** What ended a run before its report. */
  #failure(error: unknown, { log }: RunTold): PageRunEvent {
    const isFault = !(error instanceof ConfigurationError) && asDiskTrouble(error) === undefined;
    const { message, ...words } = wordsOf(error, this.#parts.secrets);
    const told = [message, ...(isFault ? log.faults : [])].join('\n');
    return { type: 'failed', at: Date.now(), isFault, words: { message: told, ...words } };
  }
}

/** What the settings of a run are made of. */
type SettingsParts = Pick<RunParts, 'secrets' | 'target' | 'reports'>;

/**
 * The settings of a run that is asked for, on the target file as it is saved. Throws a ConfigurationError or a `Busy` for
 * what cannot be used, before anything is started.
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
  // Who names ids says by them what they are about; and a client that is not named is no subject.
  const both = subject === 'both' && settings.only.length === 0 && settings.target?.integrator !== undefined;
  return both ? { ...settings, subjects: ['service', 'integrator'] } : settings;
}

/** What would be run on the target that is open. */
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
