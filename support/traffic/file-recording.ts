import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { EnvironmentError } from '../contract/outcome';
import type { Evidence } from '../exchange/evidence';
import type { Recording } from '../exchange/recording';
import { recordingLine } from '../exchange/recording-line';
import { headerLine } from '../exchange/recording-header';
import { CycleEvidence } from './cycle-evidence';

const chunkBytes = 1 << 20;
/** A process that is killed loses what came since; a write for each exchange would slow a proxy down. */
const flushMs = 250;

/** A recording that goes to a file as it comes: memory does not grow with it, and a killed process leaves it. */
export interface FileRecording extends Pick<Recording, 'append' | 'evidence'> {
  /** Where it is. */
  readonly file: string;
  /** How much it holds. */
  readonly count: number;
  /** Goes on under another name; an earlier file of that name is replaced. */
  moveTo(file: string): void;
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
export function recordToFile(
  file: string,
  { fail = () => undefined, nonce }: RecordingSettings = {},
): FileRecording {
  const writer = new LineWriter(file, fail);
  writer.add(headerLine(nonce));
  const cycles = new CycleEvidence();
  let count = 0;
  return {
    evidence: cycles.evidence,
    get file() {
      return writer.file;
    },
    get count() {
      return count;
    },
    append<Of extends Evidence>(given: Omit<Of, 'seq'>) {
      // Its own number, in front, whatever one it had before.
      const next = Object.assign({ seq: count + 1 }, given, { seq: count + 1 }) as Evidence;
      writer.add(recordingLine(next));
      count += 1;
      cycles.add(next);
      return next as Of;
    },
    moveTo(to) {
      writer.moveTo(to);
    },
    finish() {
      const error = writer.close();
      if (error !== undefined) throw error;
    },
    abandon() {
      writer.close();
    },
  };
}

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
    if (this.#bytes >= chunkBytes) this.#flush();
    else
      this.#timer ??= setTimeout(() => {
        this.#flush();
      }, flushMs).unref();
  }

  moveTo(file: string): void {
    this.#flush();
    renameSync(this.file, file);
    this.file = file;
  }

  /** Writes what is left; gives what kept it from being written. */
  close(): EnvironmentError | undefined {
    if (this.#descriptor === undefined) return this.#error;
    this.#flush();
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    return this.#error;
  }

  #flush(): void {
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
      `the recording ${this.file} cannot be written (${code ?? message}): make room, or name another folder with --reports`,
    );
    this.#fail(this.#error);
  }
}
