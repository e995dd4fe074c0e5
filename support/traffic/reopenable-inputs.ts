import { createWriteStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TrafficSource } from './sources';
import { mostChunkBytes, openSource } from './sources';

const heldBytes = 1 << 24;
const leastChunkBytes = 1 << 14;

/** Returns how much of each file is read at a time: all files are open at once, and a chunk of each is held. */
export const chunkBytesFor = (files: number): number =>
  Math.min(mostChunkBytes, Math.max(leastChunkBytes, Math.floor(heldBytes / files)));

/** A file of traffic, and under which name reports and errors show it. */
export interface InputFile {
  readonly file: string;
  readonly shown: string;
}

/** Inputs that can be read more than once. */
export class ReopenableInputs {
  readonly files: readonly InputFile[];
  #opened: TrafficSource[] = [];

  constructor(files: readonly InputFile[]) {
    this.files = files;
  }

  /** Opens them; those that were opened before are closed, wherever reading them was left. */
  async open(): Promise<readonly TrafficSource[]> {
    this.#release();
    const chunkBytes = chunkBytesFor(this.files.length);
    for (const { file, shown } of this.files)
      this.#opened.push(await openSource(file, undefined, { chunkBytes, shown }));
    return this.#opened;
  }

  /** How large they are together, packed or not. */
  get bytes(): number {
    const sizes = this.files.map(({ file }) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  [Symbol.dispose](): void {
    this.#release();
  }

  #release(): void {
    for (const source of this.#opened) source.close();
    this.#opened = [];
  }
}

/** Puts all that comes on standard input into a new file of this user's alone, so that it can be read twice. */
export function keepInput(input: Readable, file: string): Promise<void> {
  return pipeline(input, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}
