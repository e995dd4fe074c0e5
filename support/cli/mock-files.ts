import { existsSync, readFileSync } from 'node:fs';
import type { Variables } from '../mock/handed-out';
import { writeVariables } from '../mock/handed-out';
import { ConfigurationError } from '../targets/errors';
import { isAnother } from '../contract/is-alive';
import { claimFolder } from './claim';

const usualFolder = 'reports/mock';
/** More than anyone starts at once. */
const mostFolders = 100;

/** The folder of a mock: the one that is named, or else the first of the usual ones that no other mock has. */
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

/** Refuses to replace the variables of another running mock, and any file that no mock wrote. */
export function requireOwnEnvFile(file: string): void {
  if (!existsSync(file)) return;
  const [head = ''] = readFileSync(file, 'utf8').split('\n');
  const holder = Number(head.slice(envHead.length));
  // An empty file, as mktemp makes it, loses nothing.
  if (head === '') return;
  if (head.startsWith(envHead) && !isAnother(holder)) return;
  throw new ConfigurationError(
    head.startsWith(envHead) ? `is of another mock, process ${holder}` : 'is there already, and of no mock',
    { at: '--variables', file },
    'name another file',
  );
}

/** Writes the variables of this process's mock. */
export function writeEnvFile(file: string, variables: Variables): void {
  writeVariables(file, `${envHead}${process.pid}`, variables);
}
