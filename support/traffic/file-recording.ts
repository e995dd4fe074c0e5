import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Evidence } from '../exchange/evidence';
import type { Recording } from '../exchange/recording';
import { cycleIdOf } from '../obligations/cycles/messages';

/** What is kept in memory of cycles, to show a cycle where a flow is broken. */
const mostOfCycles = 5000;
const chunkBytes = 1 << 20;

/** A recording that goes to a file as it comes: memory does not grow with it. */
export interface FileRecording extends Pick<Recording, 'append' | 'evidence'> {
  /** How much it holds. */
  readonly count: number;
  /** From now on each line reaches the file at once: what comes will not come again. */
  holdNothing(): void;
  /** Writes all of it. */
  finish(): void;
  /** Leaves nothing behind. */
  discard(): void;
}

/** The file may be given another name meanwhile. */
export function recordToFile(file: string): FileRecording {
  let descriptor: number | undefined = openSync(file, 'wx');
  const evidence: Evidence[] = [];
  let count = 0;
  let mostHeld = chunkBytes;
  let waiting: string[] = [];
  let bytes = 0;
  const flush = (): void => {
    const chunk = Buffer.from(waiting.join(''));
    for (let at = 0; descriptor !== undefined && at < chunk.length;) at += writeSync(descriptor, chunk, at);
    waiting = [];
    bytes = 0;
  };
  return {
    evidence,
    holdNothing() {
      mostHeld = 0;
      flush();
    },
    get count() {
      return count;
    },
    append<Of extends Evidence>(given: Omit<Of, 'seq'>) {
      count += 1;
      // Its own number, in front, whatever one it had before.
      const next = Object.assign({ seq: count }, given, { seq: count }) as Evidence;
      const line = `${JSON.stringify(next)}\n`;
      waiting.push(line);
      bytes += line.length;
      if (bytes >= mostHeld) flush();
      if (evidence.length < mostOfCycles && cycleIdOf(next) !== undefined) evidence.push(next);
      return next as Of;
    },
    finish() {
      flush();
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
    discard() {
      waiting = [];
      this.finish();
      rmSync(file, { force: true });
    },
  };
}
