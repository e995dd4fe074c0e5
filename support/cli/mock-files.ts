import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOtherProcessAlive } from '../contract/is-process-alive';
import type { HandedOut } from '../mock/handed-out';
import { writeVariables } from '../mock/handed-out';
import { ConfigurationError } from '../targets/errors';

const usualFolder = 'reports/mock';
const mostFolders = 100;

/**
 * Claims the folder for a mock's files: the named folder, or the first of `reports/mock`, `reports/mock-2`
 * … that no running mock uses. Throws a ConfigurationError if a running mock uses the named folder.
 */
export function chooseFolder(named: string | undefined): string {
  if (named !== undefined) {
    const { holder } = claimFolder(named);
    if (holder === undefined) return named;
    throw new ConfigurationError(
      `${named} holds the files of another mock, process ${holder}`,
      { at: '--out' },
      'name another folder, or end that mock first',
    );
  }
  for (let number = 1; number <= mostFolders; number += 1) {
    const folder = number === 1 ? usualFolder : `${usualFolder}-${number}`;
    if (claimFolder(folder).holder === undefined) return folder;
  }
  throw new ConfigurationError(`${mostFolders} mocks run here`, { at: '--out' }, 'name another folder');
}

const envHead = '# Test credentials of conform mock, process ';

/**
 * Throws a ConfigurationError if the file exists, unless it is empty or was written by a mock that no longer
 * runs.
 */
export function requireOwnEnvFile(file: string): void {
  if (!existsSync(file)) return;
  const [head = ''] = readFileSync(file, 'utf8').split('\n');
  const holder = Number(head.slice(envHead.length));
  // An empty file, as mktemp creates it, may be replaced.
  if (head === '') return;
  if (head.startsWith(envHead) && !isOtherProcessAlive(holder)) return;
  throw new ConfigurationError(
    head.startsWith(envHead) ? `is of another mock, process ${holder}` : 'is there already, and of no mock',
    { at: '--variables', file },
    'name another file',
  );
}

export function writeEnvFile(file: string, variables: HandedOut, isPrivate = false): void {
  writeVariables(file, `${envHead}${process.pid}`, variables, isPrivate);
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
      const holder = Number(readFileSync(file, 'utf8'));
      if (isOtherProcessAlive(holder)) return { holder };
      // The process that claimed the folder no longer runs, so remove its claim and try again.
      rmSync(file, { force: true });
    }
}
