import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { childEnvironment } from './child-environment';

/** Where a program is that can be run: on the PATH, or from a folder if its name is a path. It is not run. */
export function findProgram(program: string, cwd = process.cwd()): string | undefined {
  // Windows has it as Path.
  const variables = Object.entries(childEnvironment()).map(([name, value]) => [name.toUpperCase(), value]);
  const { PATH = '', PATHEXT = '' } = Object.fromEntries(variables) as Record<string, string>;
  const folders = /[\\/]/.test(program) ? [cwd] : PATH.split(delimiter);
  const endings = process.platform === 'win32' ? ['', ...PATHEXT.split(';')] : [''];
  return folders
    .flatMap((folder) => endings.map((ending) => resolve(cwd, folder, program + ending)))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
