import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { stringify } from 'yaml';
import { embeddedTarget } from '../../support/run/targets';
import { temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';

interface Line {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
}

/** What the doctor says of a target, by the names of its lines. */
export async function examined(
  file: string,
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const { code, stdout, stderr } = await conform(['doctor', '--target', file, '--json', ...more], { env });
  assert.equal(stderr, '');
  const lines = JSON.parse(stdout) as Line[];
  return { code, lines, of: (name: string): Line | undefined => lines.find((line) => line.name === name) };
}

/** A target whose integrator is this program. */
export function integratorTarget(
  t: TestContext,
  command: readonly string[],
  roles: readonly string[],
): string {
  const { declarations } = embeddedTarget;
  return targetWith(t, stringify({ name: 'mine', integrator: { command, roles }, declarations }));
}

/** A target file with this text, in a folder of its own. */
export function targetWith(t: TestContext, text: string): string {
  const file = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(file, text);
  return file;
}

/** An adapter that introduces itself so, and answers everything else without doing anything. */
export function introducing(t: TestContext, about: object): string[] {
  const file = join(temporaryFolder(t), 'adapter.cjs');
  const result = { protocolVersion: '1', implementation: { name: 'stub', version: '7' }, ...about };
  writeFileSync(
    file,
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const result = method === 'initialize' ? ${JSON.stringify(result)} : null;
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }).on('close', () => process.exit());`,
  );
  return [process.execPath, file];
}
