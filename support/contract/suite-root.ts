import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the suite: the nearest above this code that holds the schemas. Compiled code stands elsewhere than its
 * source, and finds features, schemas and vectors all the same.
 */
export const suiteRoot = above(__dirname);

function above(folder: string): string {
  if (existsSync(join(folder, 'schemas'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`no folder above ${__dirname} holds the schemas of the suite`);
  return above(parent);
}

/** A text in which files of the suite are named by their path in it, wherever on a machine it stands. */
export function withinSuite(text: string): string {
  return text.replaceAll(`${suiteRoot}/`, '').replaceAll(`${suiteRoot}\\`, '');
}
