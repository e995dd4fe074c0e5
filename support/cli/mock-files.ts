import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isOtherProcessAlive } from '../contract/is-process-alive';
import type { HandedOut } from '../mock/handed-out';
import { linesOfVariables, mockFileNames } from '../mock/handed-out';
import { foreignFileIn, removeOwnFiles } from '../mock/own-files';
import { trustFileNames } from '../mock/trust';
import { ConfigurationError } from '../targets/errors';

const usualFolder = 'reports/mock';
const mostFolders = 100;

/**
 * Claims the folder for a mock's files: the named folder, or the first of `reports/mock`, `reports/mock-2` … that no
 * running mock uses, and in which no user changed a file. Removes the files of an earlier mock. Throws a
 * ConfigurationError if a running mock uses the named folder, or if a file of the user there has the name of a mock's
 * file.
 */
export function chooseFolder(named: string | undefined): string {
  const folder = named === undefined ? claimUsualFolder() : claimNamedFolder(named);
  removeOwnFiles(folder);
  return folder;
}

/** The first file of the user in a folder that has the name of a mock's file, if any. */
const foreignMockFileIn = (folder: string): string | undefined =>
  foreignFileIn(folder, [...mockFileNames, ...trustFileNames]);

function foreignFileError(file: string): ConfigurationError {
  return new ConfigurationError(
    'is there already: no mock wrote it, or it was changed since',
    { at: '--out', file },
    'name another folder, or move the file away',
  );
}

function claimNamedFolder(folder: string): string {
  const { holder } = claimFolder(folder);
  const foreign = holder === undefined ? foreignMockFileIn(folder) : undefined;
  if (foreign !== undefined) throw foreignFileError(join(folder, foreign));
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
    // A target file that the user has edited stays as it is, and the new mock uses another folder.
    if (!holdsForeignClaim(folder) && claimFolder(folder).holder === undefined) {
      if (foreignMockFileIn(folder) === undefined) return folder;
      rmSync(join(folder, claimFile), { force: true });
    }
  }
  throw new ConfigurationError(
    `${mostFolders} folders are in use: ${usualFolder}, ${usualFolder}-2 …`,
    { at: '--out' },
    'name another folder',
  );
}

const envHead = '# Test credentials of conform mock, process ';
const digestHead = '# SHA-256 of the lines below: ';

/**
 * Throws a ConfigurationError if the path exists, unless it is an empty file or an unchanged file of a mock that no
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
  const written = stats.size > mostEnvBytes ? undefined : readEnvFile(readFileSync(file, 'utf8'));
  if (written === undefined) throw refuse('is there already, and no mock wrote it');
  if (isOtherProcessAlive(written.writer)) throw refuse(`is of another mock, process ${written.writer}`);
  if (written.isChanged) throw refuse('is there already, and was changed since a mock wrote it');
}

/** No mock writes a larger file of variables. */
const mostEnvBytes = 1_000_000;

/**
 * Returns the id of the mock that wrote a file of variables, and whether the file was changed since; `undefined` for any
 * other file. Release 2.0.0 wrote no digest: its files count as unchanged.
 */
function readEnvFile(text: string): { readonly writer: number; readonly isChanged: boolean } | undefined {
  const [, id] = /^(\d+)\r?\n/.exec(text.startsWith(envHead) ? text.slice(envHead.length) : '') ?? [];
  if (id === undefined) return undefined;
  const [, ...rest] = text.split('\n');
  const [first = '', ...others] = rest;
  const isChanged = first.startsWith(digestHead) && first !== digestLine(others.join('\n'));
  return { writer: Number(id), isChanged };
}

const digestLine = (lines: string): string =>
  `${digestHead}${createHash('sha256').update(lines).digest('hex')}`;

/** Writes the variables to a file that only its owner can read. Throws as {@link requireOwnEnvFile} does. */
export function writeEnvFile(file: string, variables: HandedOut): void {
  requireOwnEnvFile(file);
  mkdirSync(dirname(file), { recursive: true });
  // Before the secrets are written, so that no one can read them in between.
  if (existsSync(file)) chmodSync(file, 0o600);
  const lines = linesOfVariables(variables);
  writeFileSync(file, `${envHead}${process.pid}\n${digestLine(lines)}\n${lines}`, { mode: 0o600 });
}

/** File with the id of the process that uses the folder. */
const claimFile = 'mock.pid';

/** Whether a folder has a file of the user with the name of a claim. */
function holdsForeignClaim(folder: string): boolean {
  const file = join(folder, claimFile);
  return existsSync(file) && !/^\d*$/.test(readFileSync(file, 'utf8'));
}

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
      if (holdsForeignClaim(folder)) throw foreignFileError(file);
      const holder = Number(readFileSync(file, 'utf8'));
      if (isOtherProcessAlive(holder)) return { holder };
      // The process that claimed the folder no longer runs, so remove its claim and try again.
      rmSync(file, { force: true });
    }
}
