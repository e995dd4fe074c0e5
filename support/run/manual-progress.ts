import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkSchema } from '../contract/schemas';
import type { AdapterAnswer, Evidence, SentEvidence } from '../exchange/evidence';
import { subjectOfEvidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { asValidEvidence, formatRecordingHeader, nonceIn, recordingLine } from '../exchange/recording';
import { redactionSettingsOfTarget } from '../judging/keeping';
import { requireCurrentRecordingForm } from '../judging/recording-form';
import { ConfigurationError, wrongVersionError } from '../targets/errors';
import type { Product, Target } from '../targets/target';

/** How a call by hand ended; the exchanges tell the rest. */
export interface HandOutcome {
  readonly kind: 'result' | 'refused';
  /** Why it was refused. */
  readonly message?: string;
}

interface JourneyState {
  /** By the call's label, as in `2 certificate.fetch identity`. */
  readonly calls: Record<string, HandOutcome>;
  ended?: true;
}

/** When a run began, and for whom: a later one that goes on from it is that run, and no new one. */
interface RunBeginning {
  readonly startedAt: Date;
  readonly nonce?: string | undefined;
}

/** The version of the format of `manual-progress.json` that this suite writes and reads. */
const stateVersion = 2;

/** What `manual-progress.json` holds; nothing in it is secret. */
interface ManualState {
  readonly version: typeof stateVersion;
  readonly startedAt: string;
  readonly nonce?: string;
  readonly target: string;
  readonly product?: Product;
  readonly roles: readonly string[];
  /** Transactions that were given to the integrator. */
  readonly txnIds: string[];
  readonly journeys: Record<string, JourneyState>;
}

/** What an interrupted run had come to. */
export interface Resumption {
  readonly state: ManualState;
  /** What its clients sent and were sent, and the calls during which they did. */
  readonly evidence: readonly (Omit<Exchange, 'seq'> | Omit<AdapterAnswer, 'seq'>)[];
  /**
   * The highest number of each kind of process and of planted values, as in `process-3` or `otp-2`: later ones count on
   * from it.
   */
  readonly lastNumbers: ReadonlyMap<string, number>;
}

const stateFile = 'manual-progress.json';
const recordingFile = 'manual-recording.jsonl';

/**
 * Reads what an interrupted run left in a reports folder; nothing where it left nothing. Throws a ConfigurationError
 * for files that cannot be used, and where the run was begun without this nonce, or for another product: what was
 * recorded before a nonce was given shows nothing to the one who gave it.
 */
export function loadInterruptedRun(folder: string, target: Target, nonce?: string): Resumption | undefined {
  const file = join(folder, stateFile);
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const state = parsed(text, file);
  const found: unknown = (state as Partial<ManualState> | null)?.version;
  if (found !== undefined && found !== stateVersion)
    throw wrongVersionError(
      { of: 'progress by hand', member: 'version', found, readable: stateVersion },
      { file },
      startAgain,
    );
  if (!isState(state)) throw unusable(file, 'is no progress of a run by hand');
  if (state.target !== target.name || state.roles.join() !== target.roles.join())
    throw unusable(file, `is of target ${JSON.stringify(state.target)} or of other roles`);
  if (!isDeepStrictEqual(state.product, target.product))
    throw unusable(file, 'is of another product, or another version of it, than the target names');
  if (nonce !== undefined && nonce !== state.nonce)
    throw unusable(file, `is of a run that was begun ${forNonce(state.nonce)}, and not for ${nonce}`);
  return { state, ...readRecording(join(folder, recordingFile), state, target) };
}

/** Whether a reports folder contains the progress of a run by hand, which a later run can continue. */
export const isRunInterrupted = (folder: string): boolean => existsSync(join(folder, stateFile));

const forNonce = (nonce: string | undefined): string =>
  nonce === undefined ? 'without a nonce' : `for the nonce ${nonce}`;

function readRecording(
  file: string,
  state: ManualState,
  target: Target,
): Pick<Resumption, 'evidence' | 'lastNumbers'> {
  // What is behind the last line end was cut off by the interruption.
  const all = (readIfThere(file) ?? '').split('\n').slice(0, -1);
  const [head = ''] = all;
  if (all.length > 0 && nonceIn(head) !== state.nonce)
    throw unusable(
      file,
      `is of a run ${forNonce(nonceIn(head))}, and ${stateFile} of one ${forNonce(state.nonce)}`,
    );
  if (
    all.length > 0 &&
    !isDeepStrictEqual(requireCurrentRecordingForm(head, file), redactionSettingsOfTarget(target))
  )
    throw unusable(file, 'was recorded under other names or readings than the target has now');
  const lines = all.slice(1);
  const evidence = lines.map((line) => {
    const sent = asValidEvidence(parsed(line, file));
    if (sent === undefined || !isOfClient(sent)) throw unusable(file, 'holds a line that is no exchange');
    if (sent.arrivedAt < Date.parse(state.startedAt))
      throw unusable(file, `holds what was recorded before its run began, at ${state.startedAt}`);
    const { seq, ...draft } = sent;
    return draft;
  });
  const lastNumbers = new Map<string, number>();
  for (const [, name = '', number] of lines.join('\n').matchAll(numbered))
    lastNumbers.set(name, Math.max(lastNumbers.get(name) ?? 0, Number(number)));
  return { evidence, lastNumbers };
}

/** What the suite counts; marks are others in each run, so that nothing follows from two that differ. */
const numbered = /"(?:clientInstance|planted|equals)":"([a-z-]+)-(\d{1,9})"/g;

/** What it sent, what the payer sent to it, and what it answered. */
const isOfClient = (evidence: Evidence): evidence is SentEvidence =>
  evidence.kind !== 'log line' && subjectOfEvidence(evidence) === 'integrator';

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw unusable(file, `cannot be read (${code})`);
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(file, 'is not JSON');
  }
}

function unusable(file: string, why: string): ConfigurationError {
  return new ConfigurationError(why, { file }, startAgain);
}

const startAgain = 'leave out --resume to start again, or name another --reports';

const isState = (value: unknown): value is ManualState => checkSchema('manual-progress', value).length === 0;

/** Which calls of which journey are done, kept in the reports folder from one run to the next. */
export class ManualProgress {
  readonly #folder: string;
  readonly #state: ManualState;
  readonly resumed: boolean;
  /** How much of the evidence of this run has been looked at. */
  #kept: number;

  /** Continues from what is given, or starts from the beginning. */
  constructor(folder: string, target: Target, from: Resumption | RunBeginning) {
    const resumption = 'state' in from ? from : undefined;
    this.#folder = folder;
    this.resumed = resumption !== undefined;
    this.#kept = resumption?.evidence.length ?? 0;
    this.#state = 'state' in from ? from.state : begun(target, from);
    mkdirSync(folder, { recursive: true });
    // Whole lines only: what was cut off must not stand before what comes.
    const lines = resumption?.evidence.map(recordingLine) ?? [];
    writeWhole(
      join(folder, recordingFile),
      `${formatRecordingHeader(this.#state.nonce, redactionSettingsOfTarget(target))}${lines.join('')}`,
    );
    this.#save();
  }

  get done(): number {
    return Object.values(this.#state.journeys).flatMap(({ calls }) => Object.keys(calls)).length;
  }

  /** How a call ended in an earlier run. A journey that cannot be taken up in its middle counts once it had ended. */
  answered(
    journey: { readonly name: string; readonly piecewise: boolean },
    label: string,
  ): HandOutcome | undefined {
    const state = this.#state.journeys[journey.name];
    return journey.piecewise || state?.ended ? state?.calls[label] : undefined;
  }

  note(journey: string, label: string, answered: HandOutcome): void {
    this.#of(journey).calls[label] = answered;
    this.#save();
  }

  end(journey: string): void {
    this.#of(journey).ended = true;
    this.#save();
  }

  give(txnId: string): void {
    this.#state.txnIds.push(txnId);
    this.#save();
  }

  /** Whether a journey was gone through to its end. */
  hasEnded(journey: string): boolean {
    return this.#state.journeys[journey]?.ended === true;
  }

  /** Keeps what of the evidence of a run is new, and about the integrator. */
  keep(evidence: readonly Evidence[]): void {
    for (const each of evidence.slice(this.#kept)) {
      if (isOfClient(each)) this.append(each);
      this.#kept += 1;
    }
  }

  append(sent: SentEvidence): void {
    const file = join(this.#folder, recordingFile);
    const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    try {
      appendFileSync(file, recordingLine(sent));
    } catch (error) {
      // A full disk takes the beginning of a line.
      truncateSync(file, size);
      throw error;
    }
  }

  #of(journey: string): JourneyState {
    return (this.#state.journeys[journey] ??= { calls: {} });
  }

  #save(): void {
    writeWhole(join(this.#folder, stateFile), `${JSON.stringify(this.#state, null, 2)}\n`);
  }
}

function begun({ name, product, roles }: Target, { startedAt, nonce }: RunBeginning): ManualState {
  return {
    version: stateVersion,
    startedAt: startedAt.toISOString(),
    ...(nonce !== undefined && { nonce }),
    target: name,
    ...(product && { product }),
    roles,
    txnIds: [],
    journeys: {},
  };
}

/** An interruption may come at any time. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
