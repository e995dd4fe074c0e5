import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mock } from '../mock/start-mock';
import { ConfigurationError } from '../targets/errors';
import type { MockTargetParts } from '../targets/mock-target';
import { mockTargetFile } from '../targets/mock-target';
import type { Target } from '../targets/target';
import { isAlive } from '../contract/is-alive';
import { claimFolder } from './claim';

/** What a mock's files tell besides the mock. */
interface About {
  /** Where it calls back. */
  readonly callback: MockTargetParts['callback'];
  /** The target that it was started like. */
  readonly like?: Target | undefined;
}

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

/** Writes what a run on the mock needs: a target file, the payer's key, and the authority where it serves TLS. */
export function writeMockFiles(
  mock: Mock,
  folder: string,
  { callback, like }: About,
): { readonly ca?: string; readonly target: string } {
  writeFileSync(join(folder, 'payer.pem'), mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }));
  const target = join(folder, 'target.yaml');
  const parts = { callback, like, payerKey: './payer.pem', ...(mock.ca !== undefined && { ca: './ca.pem' }) };
  writeFileSync(target, mockTargetFile(mock.urls, parts));
  if (mock.ca === undefined) return { target };
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, mock.ca);
  return { ca, target };
}

const envHead = '# Test credentials of conform mock, process ';

/** Refuses to replace the variables of another running mock, and any file that no mock wrote. */
export function requireOwnEnvFile(file: string): void {
  if (!existsSync(file)) return;
  const [head = ''] = readFileSync(file, 'utf8').split('\n');
  const holder = Number(head.slice(envHead.length));
  // Where --env-file was meant for it, Node wants a file that is there.
  if (head === '') return;
  if (head.startsWith(envHead) && !isAlive(holder)) return;
  throw new ConfigurationError(
    head.startsWith(envHead) ? `is of another mock, process ${holder}` : 'is there already, and of no mock',
    { at: '--env-file', file },
    'name another file',
  );
}

/** Writes variables as a POSIX shell and readers of .env files take them, for the eyes of their owner alone. */
export function writeEnvFile(file: string, variables: readonly (readonly [string, string])[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const lines = variables.map(([name, value]) => `${name}='${value}'`);
  writeFileSync(file, [`${envHead}${process.pid}`, ...lines, ''].join('\n'), { mode: 0o600 });
}
