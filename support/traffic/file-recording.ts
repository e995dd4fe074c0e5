import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
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
  /** Puts the file into its place, whole. */
  finish(): void;
  /** Leaves nothing behind. */
  discard(): void;
}

/** @param file where it is to be in the end */
export function recordToFile(file: string): FileRecording {
  const draft = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(draft, 'w');
  const evidence: Evidence[] = [];
  let count = 0;
  let waiting: string[] = [];
  let bytes = 0;
  const flush = (): void => {
    const chunk = Buffer.from(waiting.join(''));
    for (let at = 0; at < chunk.length;) at += writeSync(descriptor, chunk, at);
    waiting = [];
    bytes = 0;
  };
  return {
    evidence,
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
      if (bytes >= chunkBytes) flush();
      if (evidence.length < mostOfCycles && cycleIdOf(next) !== undefined) evidence.push(next);
      return next as Of;
    },
    finish() {
      flush();
      closeSync(descriptor);
      renameSync(draft, file);
    },
    discard() {
      closeSync(descriptor);
      rmSync(draft, { force: true });
    },
  };
}
