import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../contract/outcome';
import type { Spill } from '../obligations';

/** At three quarters, the tables of the rules are as full as they may be, with 14 MiB. */
const keysInMemory = 0.75 * 2 ** 19;

/** A file for what the rules have no room for. */
export type SpillFile = Spill & Disposable;

/**
 * Spills into a file of that folder. It is made when it is needed, and has no name from then on: the system removes it
 * when the process ends, however that comes about.
 */
export function spillInto(folder: string, keys = keysInMemory): SpillFile {
  let file: number | undefined;
  let size = 0;
  return {
    keysInMemory: keys,
    append(bytes) {
      const start = size;
      try {
        file ??= openNameless(join(folder, `.spilled-${randomUUID()}`));
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, start + at);
      } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        throw new EnvironmentError(
          `what the rules keep cannot be written to ${folder} (${code}): make room, or name another folder with --reports`,
        );
      }
      size += bytes.length;
      return start;
    },
    read(at, into) {
      let got = 0;
      while (file !== undefined && got < into.length) {
        const count = readSync(file, into, got, into.length - got, at + got);
        if (count === 0) break;
        got += count;
      }
      if (got < into.length)
        throw new EnvironmentError('what the rules put into a file is not there any more');
    },
    [Symbol.dispose]() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function openNameless(name: string): number {
  const file = openSync(name, 'wx+', 0o600);
  unlinkSync(name);
  return file;
}
