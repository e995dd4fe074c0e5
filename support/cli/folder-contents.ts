import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Returns the names in a folder. The list is empty if the folder does not exist. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns whether a folder contains a file of one of these names. `*` stands for any characters. */
export function holdsAny(folder: string, patterns: readonly string[]): boolean {
  const matches = (name: string, pattern: string): boolean => {
    const [start = '', end] = pattern.split('*');
    return end === undefined ? name === pattern : name.startsWith(start) && name.endsWith(end);
  };
  return namesIn(folder).some((name) => patterns.some((pattern) => matches(name, pattern)));
}

/**
 * Returns the path of the nearest file of this name, in `folder` or above it. The search ends at the top of a
 * git repository, and below the folder for temporary files, in which anything may lie.
 */
export function findUpwards(folder: string, name: string): string | undefined {
  const here = resolve(folder);
  if (here === resolve(tmpdir())) return undefined;
  if (existsSync(join(here, name))) return join(here, name);
  const parent = dirname(here);
  return parent === here || existsSync(join(here, '.git')) ? undefined : findUpwards(parent, name);
}

/** Returns whether a path exists and is not a folder. */
export const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;

/** Returns the text of a file, or `undefined` if it cannot be read, as for a folder of that name. */
export function textIfReadable(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
