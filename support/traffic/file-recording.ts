import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Exchange } from '../exchange/exchange';
import type { Recording } from '../exchange/recording';
import { cycleIdOf } from '../obligations/cycles/messages';

/** Exchanges of cycles that are kept in memory, to show a cycle where a flow is broken. */
const mostOfCycles = 5000;
const chunkBytes = 1 << 20;

/** A recording that goes to a file as it comes: memory does not grow with it. */
export interface FileRecording extends Recording {
  /** How many exchanges it holds. */
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
  const exchanges: Exchange[] = [];
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
    exchanges,
    get count() {
      return count;
    },
    append(given) {
      count += 1;
      // Its own number, in front, whatever one it had before.
      const exchange = Object.assign({ seq: count }, given, { seq: count });
      const line = `${JSON.stringify(exchange)}\n`;
      waiting.push(line);
      bytes += line.length;
      if (bytes >= chunkBytes) flush();
      if (exchanges.length < mostOfCycles && cycleIdOf(exchange) !== undefined) exchanges.push(exchange);
      return exchange;
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
