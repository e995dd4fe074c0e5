import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { callerPath } from '../../support/adapter/child-environment';
import { temporaryFolder } from '../report/embedded-run';
import { missingLanguage } from '../tools';
import { conform, root } from './conform';

/** Adapters run under the Node of the caller's shell, which may be older than that of the tests. */
const env = { PATH: [dirname(process.execPath), callerPath(process.env.PATH ?? '')].join(delimiter) };

export type Files = Readonly<Record<string, string>>;

/** A folder with these files, as a project before `conform init`. */
export function folderWith(t: TestContext, files: Files): string {
  const cwd = temporaryFolder(t);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  return cwd;
}

export const textIn = (cwd: string, file: string): string => readFileSync(join(cwd, file), 'utf8');

export function assertUntouched(cwd: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) assert.equal(textIn(cwd, file), text, file);
}

interface Integrator {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const integratorOf = (cwd: string, target = 'target.yaml'): Integrator =>
  (parse(textIn(cwd, target)) as { integrator: Integrator }).integrator;

/** Runs the command of the target file: the stub must answer, although it does not offer any method yet. */
export async function assertSpeaks(cwd: string): Promise<void> {
  const { command, cwd: start = '.', env: variables = {} } = integratorOf(cwd);
  const added = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const words = [...(added.length > 0 ? ['env', ...added] : []), ...command];
  const checked = await conform(['adapter', '--check', ...words], { cwd: join(cwd, start), env });
  assert.equal(checked.code, 3, checked.stdout + checked.stderr);
  assert.match(checked.stdout, /speaks protocol 1/);
}

/** Returns the reason if the stub of a language cannot run here. */
export function skipOf(language: string): string | false {
  const file = join(root, 'adapters', language, 'language.json');
  return missingLanguage(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof missingLanguage>[0]);
}
