import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, parseJson } from '../contract/json';

/** File that lists the files which a mock wrote into its folder, each with the SHA-256 digest of its content. */
const listFile = 'mock-files.json';

/**
 * Returns the name of a file that a mock must not replace: the first of `names` that exists in the folder and that no
 * mock wrote, or that a user changed since. Returns `undefined` if the mock may write all of them.
 */
export function foreignFileIn(folder: string, names: readonly string[]): string | undefined {
  const list = readIfThere(join(folder, listFile));
  if (list !== undefined && digestsIn(list) === undefined) return listFile;
  const own = ownFilesIn(folder);
  return names.find((name) => readIfThere(join(folder, name)) !== undefined && !own.includes(name));
}

/** Removes the files that an earlier mock wrote into a folder. Files of the user stay, also those that the user changed. */
export function removeOwnFiles(folder: string): void {
  for (const name of ownFilesIn(folder)) rmSync(join(folder, name), { force: true });
  const list = join(folder, listFile);
  if (digestsIn(readIfThere(list)) !== undefined) rmSync(list, { force: true });
}

/** Writes a file of a mock, and lists it as such. Throws the system's EEXIST error if the file exists. */
export function writeOwnFile(folder: string, name: string, text: string, mode = 0o666): void {
  const list = join(folder, listFile);
  const digests = { ...digestsIn(readIfThere(list)), [name]: digestOf(text) };
  // List the file first: if this process is killed in between, the next mock can still replace the file.
  writeWhole(list, `${JSON.stringify({ writtenByMock: digests }, null, 2)}\n`);
  const file = join(folder, name);
  // Create it empty, so that a file of the user is never replaced.
  writeFileSync(file, '', { flag: 'wx', mode });
  writeWhole(file, text, mode);
}

/** Writes a file so that it has either its old or its new content, even if this process is killed in between. */
function writeWhole(file: string, text: string, mode = 0o666): void {
  const partial = `${file}.partial`;
  writeFileSync(partial, text, { mode });
  renameSync(partial, file);
}

/** Returns the names of the files that a mock wrote into a folder and that are unchanged since. */
function ownFilesIn(folder: string): string[] {
  return Object.entries(digestsIn(readIfThere(join(folder, listFile))) ?? {})
    .filter(([name, digest]) => {
      const content = basename(name) === name ? readIfThere(join(folder, name)) : undefined;
      // A mock that is killed may leave an empty file.
      return content !== undefined && (content.length === 0 || digestOf(content) === digest);
    })
    .map(([name]) => name);
}

/** Returns the digests in a list of files; `undefined` if the text is not such a list. */
function digestsIn(list: Buffer | undefined): Readonly<Record<string, unknown>> | undefined {
  const value = list === undefined ? undefined : parseJson(list.toString());
  return isObject(value) && isObject(value.writtenByMock) ? value.writtenByMock : undefined;
}

/** Returns the content of a file, or empty content if the path is a folder. Returns `undefined` if the path does not exist. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EISDIR') return Buffer.alloc(0);
    throw error;
  }
}

const digestOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
