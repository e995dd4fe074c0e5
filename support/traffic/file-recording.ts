import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Evidence } from '../exchange/evidence';
import type { Recording } from '../exchange/recording';
import { headerLine } from '../exchange/recording-header';
import { CycleEvidence } from './cycle-evidence';

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

/**
 * @param file where it is to be in the end
 * @param nonce the certifier's, with which it begins
 */
export function recordToFile(file: string, nonce?: string): FileRecording {
  const draft = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(draft, 'w');
  const cycles = new CycleEvidence();
  let count = 0;
  let waiting: string[] = [headerLine(nonce)];
  let bytes = 0;
  const flush = (): void => {
    const chunk = Buffer.from(waiting.join(''));
    for (let at = 0; at < chunk.length;) at += writeSync(descriptor, chunk, at);
    waiting = [];
    bytes = 0;
  };
  return {
    evidence: cycles.evidence,
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
      cycles.add(next);
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
