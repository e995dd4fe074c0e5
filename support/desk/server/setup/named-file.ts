import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConfigurationError } from '../../../targets/errors';

/**
 * The file that a page names, which need not be there yet: a YAML file below the current folder, behind links too. Throws a
 * ConfigurationError for any other.
 */
export function namedFile(name: string): string {
  const wrong = (message: string, hint: string) => new ConfigurationError(message, { file: name }, hint);
  if (!/\.ya?ml$/.test(name) || name.includes('\0'))
    throw wrong('is no name of a target file', 'as in target.yaml');
  const file = resolve(name);
  const path = relative(realpathSync('.'), realPlace(file));
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path))
    throw wrong(
      'is outside the folder of the desk',
      `open it in a desk of its own: npx conform ui --target ${inShell(name)}`,
    );
  if (!existsSync(dirname(file))) throw wrong('is in a folder that is not there', 'make the folder first');
  return name;
}

const inShell = (name: string): string =>
  /^[\w./~-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;

/** Where a path leads, of which the last parts need not be there. */
function realPlace(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPlace(parent), relative(parent, path));
}
