import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { shellWord } from '../../contract/shell-word';
import { toDiskError } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import type { TextWithDigest } from '../../targets/replace-text';
import { readKnownText, replaceText, writeNewText } from '../../targets/replace-text';
import { ConflictError } from './errors';

/**
 * Maximum size of a target file, in bytes. It limits memory: parsing YAML needs several times the file's
 * size.
 */
export const mostBytes = 512 * 1024;

/**
 * Returns the text of a file, including its byte order mark. If the file does not exist, the text is empty.
 * Throws a ConfigurationError if the file cannot be read, is too large or is not UTF-8.
 */
export function readSavedText(file: string): TextWithDigest {
  const wrong = (message: string, hint: string) => new ConfigurationError(message, { file }, hint);
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() === false) throw wrong('is no file', 'name the target file');
    if ((found?.size ?? 0) > mostBytes) throw wrong('is too large for a target file', 'name the target file');
    // Refuse other encodings, because saving the file as UTF-8 would corrupt its text.
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
 * Writes a file atomically, and returns its new text and digest. Unless `over` is true, throws a
 * `ConflictError` if the file no longer matches `digest`. Throws a ConfigurationError if the file cannot be
 * written.
 */
export function writeTargetText(file: string, text: string, { digest, over }: SavedOver): TextWithDigest {
  try {
    const now = readKnownText(file).digest;
    if (!over && now !== digest) throw changedOnDisk(file);
    if (now === 'none') writeNewText(file, text);
    else replaceText(file, text, now);
    return readKnownText(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw changedOnDisk(file);
    if (code === undefined || toDiskError(error) !== undefined) throw error;
    throw new ConfigurationError(`cannot be written (${code})`, { file }, 'is its folder there?');
  }
}

interface SavedOver {
  /** Digest of the file when it was read */
  readonly digest: TextWithDigest['digest'];
  readonly over: boolean;
}

function changedOnDisk(file: string): ConflictError {
  return new ConflictError(
    `${basename(file)} has changed on disk since it was opened here`,
    'open it again and lose the changes made here, or save over it',
  );
}

/**
 * Checks and returns a file name that a page sent. Throws a ConfigurationError unless it names a YAML file in
 * an existing folder below the current one, with links resolved. The file itself may not exist yet.
 */
export function namedFile(name: string): string {
  const wrong = (message: string, hint: string) => new ConfigurationError(message, { file: name }, hint);
  if (!/\.ya?ml$/.test(name) || name.includes('\0'))
    throw wrong('is no name of a target file', 'as in target.yaml');
  if (!isBelow(relative(realpathSync('.'), realPlace(resolve(name)))))
    throw wrong('is outside the folder of this page', `npx conform ui --target ${shellWord(name)}`);
  if (!existsSync(dirname(resolve(name))))
    throw wrong('is in a folder that is not there', 'make the folder first');
  return name;
}

/**
 * Returns the path of `waivers.yaml` next to a target file, if it exists. Its approved exceptions apply
 * automatically.
 */
export function exceptionsBeside(file: string): { readonly waivers?: string } {
  const waivers = join(dirname(file), 'waivers.yaml');
  return existsSync(waivers) ? { waivers } : {};
}

/**
 * Returns up to 50 other YAML files in the target file's folder. Returns none if pages may not open files in
 * that folder.
 */
export function targetsBeside(file: string): string[] {
  const folder = dirname(resolve(file));
  if (!isBelow(relative('.', folder))) return [];
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name) && name !== basename(file))
      .sort()
      .slice(0, 50)
      .map((name) => displayedPath(join(folder, name)));
  } catch {
    // List no files: the folder may not exist yet.
    return [];
  }
}

/** Returns the path relative to the current folder if the file is below it, otherwise unchanged. */
export function displayedPath(file: string): string {
  const path = relative('.', file);
  return isBelow(path) ? path : file;
}

const isBelow = (path: string): boolean => path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);

/** Resolves symbolic links in a path, even if its last parts do not exist. */
function realPlace(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPlace(parent), relative(parent, path));
}
