import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { EnvironmentError } from '../contract/outcome';
import type { Evidence } from '../exchange/evidence';
import type { Recording, RedactionSettings } from '../exchange/recording';
import { formatRecordingHeader, defaultRedactionSettings, recordingLine } from '../exchange/recording';
import { CycleEvidence } from './cycle-evidence';

/** A recording that goes to a file as it comes: memory does not grow with it, and a killed process leaves it. */
export interface FileRecording extends Pick<Recording, 'append' | 'evidence'> {
  /** Where it is. */
  readonly file: string;
  /** How much it holds. */
  readonly count: number;
  /** States what is kept, before the first line is taken. */
  begin(kept: RedactionSettings): void;
  /** What comes next gets this number, which is above all others: what is no exchange leaves a gap. */
  skipTo(seq: number): void;
  /** Takes a line that is numbered already; `evidence` where it belongs to a payer cycle. */
  write(seq: number, line: string, evidence?: Evidence): void;
  /** Goes on under another name; an earlier file of that name is replaced. */
  moveTo(file: string): void;
  /** Writes what was taken so far, so that it can be read. */
  flush(): void;
  /** Writes what is left. Throws an EnvironmentError where that cannot be had. */
  finish(): void;
  /** Writes what can be written of it, and leaves the file. */
  abandon(): void;
}

interface RecordingSettings {
  /** Told once of a file that cannot be written any more; what comes then throws an EnvironmentError. */
  readonly fail?: ((error: EnvironmentError) => void) | undefined;
  /** The certifier's, with which the recording begins. */
  readonly nonce?: string | undefined;
}

/** Writes to a file that may not exist yet. */
export function recordToFile(file: string, settings: RecordingSettings = {}): FileRecording {
  return new WrittenRecording(file, settings);
}

class WrittenRecording implements FileRecording {
  readonly #writer: LineWriter;
  readonly #cycles = new CycleEvidence();
  readonly #nonce: string | undefined;
  #kept = defaultRedactionSettings;
  #hasBegun = false;
  #next = 1;
  count = 0;

  constructor(file: string, { fail = () => undefined, nonce }: RecordingSettings) {
    this.#writer = new LineWriter(file, fail);
    this.#nonce = nonce;
  }

  get evidence(): readonly Evidence[] {
    return this.#cycles.evidence;
  }

  get file(): string {
    return this.#writer.file;
  }

  append<Of extends Evidence>(given: Omit<Of, 'seq'>): Of {
    const next = withNumber<Of>(this.#next, given);
    this.write(this.#next, recordingLine(next), next);
    return next;
  }

  write(seq: number, line: string, evidence?: Evidence): void {
    this.#writeHeader();
    this.#writer.add(line);
    this.count += 1;
    this.#next = seq + 1;
    if (evidence !== undefined) this.#cycles.add(evidence);
  }

  begin(kept: RedactionSettings): void {
    this.#kept = kept;
  }

  skipTo(seq: number): void {
    this.#next = seq;
  }

  moveTo(file: string): void {
    this.#writer.moveTo(file);
  }

  flush(): void {
    this.#writer.flush();
  }

  finish(): void {
    this.#writeHeader();
    const error = this.#writer.close();
    if (error !== undefined) throw error;
  }

  abandon(): void {
    this.#writer.close();
  }

  #writeHeader(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#writer.add(formatRecordingHeader(this.#nonce, this.#kept));
  }
}

/** With its own number, in front, whatever one it had before. */
export function withNumber<Of extends Evidence>(seq: number, given: Omit<Of, 'seq'>): Of {
  return Object.assign({ seq }, given, { seq }) as unknown as Of;
}

const chunkBytes = 1 << 20;
/** A process that is killed loses what came since; a write for each exchange would slow a proxy down. */
const flushMs = 250;

/** Lines on their way to a file, some at a time. */
class LineWriter {
  #descriptor: number | undefined;
  readonly #fail: (error: EnvironmentError) => void;
  #waiting: string[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #error: EnvironmentError | undefined;
  file: string;

  constructor(file: string, fail: (error: EnvironmentError) => void) {
    this.file = file;
    this.#fail = fail;
    this.#descriptor = openSync(file, 'wx');
  }

  add(line: string): void {
    if (this.#error !== undefined) throw this.#error;
    this.#waiting.push(line);
    this.#bytes += line.length;
    if (this.#bytes >= chunkBytes) this.flush();
    else
      this.#timer ??= setTimeout(() => {
        this.flush();
      }, flushMs).unref();
  }

  moveTo(file: string): void {
    this.flush();
    // What it takes the place of must stay where not all of it was written.
    if (this.#error !== undefined) throw this.#error;
    renameSync(this.file, file);
    this.file = file;
  }

  /** Writes what is left; gives what kept it from being written. */
  close(): EnvironmentError | undefined {
    if (this.#descriptor === undefined) return this.#error;
    this.flush();
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    return this.#error;
  }

  /** Writes all that was added. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const chunk = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#bytes = 0;
    if (this.#descriptor === undefined || this.#error !== undefined) return;
    try {
      for (let at = 0; at < chunk.length;) at += writeSync(this.#descriptor, chunk, at);
    } catch (error) {
      this.#break(error as NodeJS.ErrnoException);
    }
  }

  #break({ code, message }: NodeJS.ErrnoException): void {
    if (this.#error !== undefined) return;
    this.#error = new EnvironmentError(
      `${this.file} cannot be written (${code ?? message}): make room, or name another folder with --reports`,
    );
    this.#fail(this.#error);
  }
}
