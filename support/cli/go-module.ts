import { dirname, relative, resolve, sep } from 'node:path';
import { findUpwards, textIfReadable } from './folder-contents';

/** The first version of Go with type parameters, which the adapter's library uses. */
const oldestMinor = 18;

/**
 * Returns the import path of a new package in `folder`, or `undefined` if the package cannot belong to the Go
 * module around it: there is not any module, its go.mod asks for a language that is too old for the adapter's library,
 * or the folder's name is not allowed in an import path.
 */
export function importPathIn(folder: string): string | undefined {
  const file = findUpwards(dirname(folder), 'go.mod');
  const text = file === undefined ? undefined : textIfReadable(file);
  if (file === undefined || text === undefined) return undefined;
  const module = /^module\s+"?([^\s"]+)"?/m.exec(text)?.[1];
  const [, major = '1', minor = '0'] = /^go\s+(\d+)\.(\d+)/m.exec(text) ?? [];
  if (module === undefined || (major === '1' && Number(minor) < oldestMinor)) return undefined;
  const below = relative(dirname(file), resolve(folder)).split(sep).join('/');
  return /^[\w./~-]+$/.test(below) ? `${module}/${below}` : undefined;
}

/** Returns the variables that let `go` build a module that the go.work around it does not list. */
export function variablesOutsideWorkspace(folder: string): Readonly<Record<string, string>> | undefined {
  return findUpwards(folder, 'go.work') === undefined ? undefined : { GOWORK: 'off' };
}
