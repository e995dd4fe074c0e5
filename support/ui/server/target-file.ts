import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { asDiskTrouble } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import type { KnownText } from '../../targets/replace-text';
import { readKnownText, replaceText, writeNewText } from '../../targets/replace-text';
import { Busy } from './errors';

/** No target file comes near it, in bytes; reading YAML takes much more than its size. */
export const mostBytes = 512 * 1024;

/** The text of a file, which need not be there, with its byte order mark. Throws a ConfigurationError. */
export function readSavedText(file: string): KnownText {
  const wrong = (message: string, hint: string) => new ConfigurationError(message, { file }, hint);
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() === false) throw wrong('is no file', 'name the target file');
    if ((found?.size ?? 0) > mostBytes) throw wrong('is too large for a target file', 'name the target file');
    // What is no UTF-8 would be written back as something else.
    if (found !== undefined && !isUtf8(readFileSync(file)))
      throw wrong('is not text in UTF-8', 'save it as UTF-8 in an editor first');
    return readKnownText(file);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw wrong(`cannot be read (${code})`, 'may this user read it?');
  }
}

/**
 * Writes a text in the place of a file, whole or not at all, and gives what the file is known by then. Throws a `Busy` where
 * others have written the file since it was read, unless `over` says to write over that.
 */
export function writeTargetText(file: string, text: string, { digest, over }: SavedOver): KnownText {
  try {
    const now = readKnownText(file).digest;
    if (!over && now !== digest) throw changedOnDisk(file);
    if (now === 'none') writeNewText(file, text);
    else replaceText(file, text, now);
    return readKnownText(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw changedOnDisk(file);
    if (code === undefined || asDiskTrouble(error) !== undefined) throw error;
    throw new ConfigurationError(`cannot be written (${code})`, { file }, 'is its folder there?');
  }
}

interface SavedOver {
  /** Of what was read. */
  readonly digest: KnownText['digest'];
  readonly over: boolean;
}

function changedOnDisk(file: string): Busy {
  return new Busy(
    `${basename(file)} has changed on disk since it was opened here`,
    'open it again and lose the changes made here, or save over it',
  );
}

/**
 * The file that a page names, which need not be there yet: a YAML file below the current folder, behind links too. Throws a
 * ConfigurationError for any other.
 */
export function namedFile(name: string): string {
  const wrong = (message: string, hint: string) => new ConfigurationError(message, { file: name }, hint);
  if (!/\.ya?ml$/.test(name) || name.includes('\0'))
    throw wrong('is no name of a target file', 'as in target.yaml');
  if (!isBelow(relative(realpathSync('.'), realPlace(resolve(name)))))
    throw wrong('is outside the folder of this page', `npx conform ui --target ${inShell(name)}`);
  if (!existsSync(dirname(resolve(name))))
    throw wrong('is in a folder that is not there', 'make the folder first');
  return name;
}

/** Approved exceptions that count without being named. */
export function exceptionsBeside(file: string): { readonly waivers?: string } {
  const waivers = join(dirname(file), 'waivers.yaml');
  return existsSync(waivers) ? { waivers } : {};
}

/** Other files that may be targets; only of a folder that the page may open. */
export function targetsBeside(file: string): string[] {
  const folder = dirname(resolve(file));
  if (!isBelow(relative('.', folder))) return [];
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name) && name !== basename(file))
      .sort()
      .slice(0, 50)
      .map((name) => shownFile(join(folder, name)));
  } catch {
    // The folder may be yet to come.
    return [];
  }
}

/** As from the current folder, where it is below that. */
export function shownFile(file: string): string {
  const path = relative('.', file);
  return isBelow(path) ? path : file;
}

const isBelow = (path: string): boolean => path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);

const inShell = (name: string): string =>
  /^[\w./~-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;

/** Where a path leads, of which the last parts need not be there. */
function realPlace(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPlace(parent), relative(parent, path));
}
