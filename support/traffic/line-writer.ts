import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { EnvironmentError } from '../contract/outcome';

const chunkBytes = 1 << 20;
/** A process that is killed loses what came since; a write for each exchange would slow a proxy down. */
const flushMs = 250;

/** Lines on their way to a file, some at a time. */
export class LineWriter {
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
