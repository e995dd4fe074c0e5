import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The root folder of the suite: the nearest folder above this file that contains `schemas`. Searching for it
 * works for both the source and the compiled code, which are in different folders.
 */
export const suiteRoot = above(__dirname);

function above(folder: string): string {
  if (existsSync(join(folder, 'schemas'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`no folder above ${__dirname} holds the schemas of the suite`);
  return above(parent);
}

/** Replaces absolute paths of suite files in a text with paths relative to the suite's root. */
export function withSuiteRelativePaths(text: string): string {
  return text.replaceAll(`${suiteRoot}/`, '').replaceAll(`${suiteRoot}\\`, '');
}
