import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../contract/outcome';
import type { SpillStore } from '../obligations';
import { Spill } from '../obligations';

/** With 28 bytes a slot and room to grow, 16 MiB at most. */
const keysInMemory = 300_000;

/** A spill with a file behind it. */
class SpillFile extends Spill implements Disposable {
  readonly #file: NamelessFile;

  constructor(file: NamelessFile, keys: number) {
    super(file, keys);
    this.#file = file;
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

/**
 * Spills into a file of that folder. It is made when it is needed, and has no name from then on: the system removes it
 * when the process ends, however that comes about.
 */
export function spillInto(folder: string, keys = keysInMemory): SpillFile {
  return new SpillFile(new NamelessFile(folder), keys);
}

export class NamelessFile implements SpillStore {
  readonly #folder: string;
  #file: number | undefined;
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  append(bytes: Uint8Array): number {
    const start = this.#size;
    try {
      this.#file ??= openNameless(join(this.#folder, `.spilled-${randomUUID()}`));
      for (let at = 0; at < bytes.length;)
        at += writeSync(this.#file, bytes, at, bytes.length - at, start + at);
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      throw new EnvironmentError(
        `what the rules keep cannot be written to ${this.#folder} (${code}): make room, or name another folder with --reports`,
      );
    }
    this.#size += bytes.length;
    return start;
  }

  read(at: number, into: Uint8Array): void {
    let got = 0;
    while (this.#file !== undefined && got < into.length) {
      const count = readSync(this.#file, into, got, into.length - got, at + got);
      if (count === 0) break;
      got += count;
    }
    if (got < into.length) throw new EnvironmentError('what the rules put into a file is not there any more');
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

function openNameless(name: string): number {
  const file = openSync(name, 'wx+', 0o600);
  unlinkSync(name);
  return file;
}
