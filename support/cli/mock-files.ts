import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isOtherProcessAlive } from '../contract/is-process-alive';
import type { HandedOut } from '../mock/handed-out';
import { mockFileNames, variablesText } from '../mock/handed-out';
import { foreignFileIn, removeOwnFiles } from '../mock/own-files';
import { trustFileNames } from '../mock/trust';
import { ConfigurationError } from '../targets/errors';

const usualFolder = 'reports/mock';
const mostFolders = 100;

/**
 * Claims the folder for a mock's files: the named folder, or the first of `reports/mock`, `reports/mock-2`
 * … that no running mock uses. Removes the files of an earlier mock. Throws a ConfigurationError if a running mock
 * uses the named folder, or if a file of the user there has the name of a mock's file.
 */
export function chooseFolder(named: string | undefined): string {
  const folder = named === undefined ? claimUsualFolder() : claimNamedFolder(named);
  const foreign = foreignFileIn(folder, [...mockFileNames, ...trustFileNames]);
  if (foreign !== undefined) throw foreignFileError(join(folder, foreign));
  removeOwnFiles(folder);
  return folder;
}

function foreignFileError(file: string): ConfigurationError {
  return new ConfigurationError(
    'is there already: no mock wrote it, or it was changed since',
    { at: '--out', file },
    'name another folder, or move the file away',
  );
}

function claimNamedFolder(folder: string): string {
  const { holder } = claimFolder(folder);
  if (holder === undefined) return folder;
  throw new ConfigurationError(
    `${folder} holds the files of another mock, process ${holder}`,
    { at: '--out' },
    'name another folder, or end that mock first',
  );
}

function claimUsualFolder(): string {
  for (let number = 1; number <= mostFolders; number += 1) {
    const folder = number === 1 ? usualFolder : `${usualFolder}-${number}`;
    if (claimFolder(folder).holder === undefined) return folder;
  }
  throw new ConfigurationError(`${mostFolders} mocks run here`, { at: '--out' }, 'name another folder');
}

const envHead = '# Test credentials of conform mock, process ';

/**
 * Throws a ConfigurationError if the path exists, unless it is an empty file or a file that a mock wrote which no
 * longer runs.
 */
export function requireOwnEnvFile(file: string): void {
  if (!existsSync(file)) return;
  const stats = statSync(file);
  const refuse = (message: string) =>
    new ConfigurationError(message, { at: '--variables', file }, 'name another file');
  // Do not read anything else: reading a pipe or a terminal would wait for input.
  if (!stats.isFile()) throw refuse('is not a file');
  // An empty file, as mktemp creates it, may be replaced.
  if (stats.size === 0) return;
  const holder = writerOf(file);
  if (holder === undefined) throw refuse('is there already, and no mock wrote it');
  if (isOtherProcessAlive(holder)) throw refuse(`is of another mock, process ${holder}`);
}

/** Returns the id of the mock that wrote a file of variables; `undefined` for any other file. */
function writerOf(file: string): number | undefined {
  const start = Buffer.alloc(envHead.length + 20);
  const handle = openSync(file, 'r');
  try {
    const text = start.toString('latin1', 0, readSync(handle, start));
    const [, id] = /^(\d+)\r?\n/.exec(text.startsWith(envHead) ? text.slice(envHead.length) : '') ?? [];
    return id === undefined ? undefined : Number(id);
  } finally {
    closeSync(handle);
  }
}

/** Writes the variables to a file that only its owner can read. Throws as {@link requireOwnEnvFile} does. */
export function writeEnvFile(file: string, variables: HandedOut): void {
  requireOwnEnvFile(file);
  mkdirSync(dirname(file), { recursive: true });
  // Before the secrets are written, so that no one can read them in between.
  if (existsSync(file)) chmodSync(file, 0o600);
  writeFileSync(file, variablesText(`${envHead}${process.pid}`, variables), { mode: 0o600 });
}

/** File with the id of the process that uses the folder. */
const claimFile = 'mock.pid';

/**
 * Claims a folder for this process until the process ends. If another running process has already claimed the
 * folder, returns that process's id.
 */
function claimFolder(folder: string): { readonly holder?: number } {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, claimFile);
  for (;;)
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.once('exit', () => {
        rmSync(file, { force: true });
      });
      return {};
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const text = readFileSync(file, 'utf8');
      const holder = Number(text);
      if (!/^\d*$/.test(text)) throw foreignFileError(file);
      if (isOtherProcessAlive(holder)) return { holder };
      // The process that claimed the folder no longer runs, so remove its claim and try again.
      rmSync(file, { force: true });
    }
}
