import type { EnvironmentError } from '../contract/outcome';
import type { Evidence } from '../exchange/evidence';
import type { Recording } from '../exchange/recording';
import { recordingLine } from '../exchange/recording-line';
import { headerLine } from '../exchange/recording-header';
import { CycleEvidence } from './cycle-evidence';
import { LineWriter } from './line-writer';

/** A recording that goes to a file as it comes: memory does not grow with it, and a killed process leaves it. */
export interface FileRecording extends Pick<Recording, 'append' | 'evidence'> {
  /** Where it is. */
  readonly file: string;
  /** How much it holds. */
  readonly count: number;
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
  #next = 1;
  count = 0;

  constructor(file: string, { fail = () => undefined, nonce }: RecordingSettings) {
    this.#writer = new LineWriter(file, fail);
    this.#writer.add(headerLine(nonce));
  }

  get evidence(): readonly Evidence[] {
    return this.#cycles.evidence;
  }

  get file(): string {
    return this.#writer.file;
  }

  append<Of extends Evidence>(given: Omit<Of, 'seq'>): Of {
    const next = numbered<Of>(this.#next, given);
    this.write(this.#next, recordingLine(next), next);
    return next;
  }

  write(seq: number, line: string, evidence?: Evidence): void {
    this.#writer.add(line);
    this.count += 1;
    this.#next = seq + 1;
    if (evidence !== undefined) this.#cycles.add(evidence);
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
    const error = this.#writer.close();
    if (error !== undefined) throw error;
  }

  abandon(): void {
    this.#writer.close();
  }
}

/** With its own number, in front, whatever one it had before. */
export function numbered<Of extends Evidence>(seq: number, given: Omit<Of, 'seq'>): Of {
  return Object.assign({ seq }, given, { seq }) as unknown as Of;
}
