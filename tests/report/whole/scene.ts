import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { draftBeside, removeLeftovers } from '../../../support/report/runs/draft';
import { sweepDrafts } from '../../../support/cli/drafts';
import { packName } from '../../../support/report/runs/own-files';
import { completedFolder } from '../../../support/report/runs/in-place';
import { renderFiles } from '../../../support/report/files';
import { readReports } from '../../../support/report/runs/read-run';
import { root as suite } from '../../cli/conform';

/** What happens to a process at the nth thing that it does to the files of a folder. */
interface Trouble {
  readonly folder: string;
  readonly at?: number;
  readonly how?: 'kill' | 'ENOSPC' | 'EROFS' | 'EIO';
  /** A file that takes the number of steps that there were. */
  readonly count?: string;
}

/** How a command ended: a code or a signal, and what it said. */
interface Troubled {
  readonly ended: number | string | null;
  readonly stderr: string;
}

/** Runs `conform` in trouble. */
export function inTrouble(trouble: Trouble, args: readonly string[]): Promise<Troubled> {
  const preloads = ['tests/no-network.cjs', 'tests/trouble.cjs'].flatMap((file) => ['-r', join(suite, file)]);
  const child = spawn(process.execPath, [...preloads, join(suite, 'bin/conform.cjs'), ...args], {
    cwd: suite,
    env: {
      ...process.env,
      TROUBLE: JSON.stringify(trouble),
      NODE_TEST_CONTEXT: undefined,
      CONFORM_PROGRESS: 'off',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ ended: signal ?? code, stderr });
    });
  });
}

/** The id of the run whose report stands in a folder: whole, and of one piece, as a reader finds it. */
export async function idOfWhole(folder: string): Promise<string | undefined> {
  completedFolder(folder);
  if (!existsSync(join(folder, 'results.json'))) return undefined;
  const reports = await readReports(folder);
  for (const [name, text] of Object.entries(renderFiles(reports)))
    assert.equal(readFileSync(join(folder, name), 'utf8'), text, `${name} is of ${reports.results.run.id}`);
  return reports.results.run.id;
}

/** A folder that holds what another holds. */
export function copyOf(folder: string, to: string): string {
  cpSync(folder, to, { recursive: true, preserveTimestamps: true });
  return to;
}

/** What is left of a process that was stopped, after the next command. */
export function leftovers(folder: string): string[] {
  completedFolder(folder);
  removeLeftovers(folder);
  sweepDrafts(folder);
  draftBeside(join(folder, packName));
  return readdirSync(folder).filter((name) => name.startsWith('.') || name.endsWith('.tmp'));
}

/** So many numbers from 1 to `last`, both among them. */
export function spread(last: number, count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => 1 + Math.round((index * (last - 1)) / (count - 1)));
  return [...new Set(all)];
}

/** Some at a time. */
export async function each<Of>(
  list: readonly Of[],
  act: (one: Of) => Promise<void>,
  atOnce = 3,
): Promise<void> {
  const left = [...list];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
