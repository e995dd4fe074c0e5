import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../report/embedded-run';
import { root } from './conform';
import { hearing } from './started';

/** Creates a folder in which `npx conform` runs the suite's sources, as if the package were installed there. */
export function folderWithPackage(t: TestContext): string {
  const folder = temporaryFolder(t);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"client","private":true}');
  symlinkSync(root, join(modules, 'gateway-conformance'));
  symlinkSync('../gateway-conformance/bin/conform.cjs', join(modules, '.bin/conform'));
  return folder;
}

/** In such a folder, starts `conform` with a Node that reports an old version. */
export function useOldNode(folder: string): void {
  const program = join(folder, 'node_modules/.bin/conform');
  const [old, bin] = [join(__dirname, 'old-node.cjs'), join(root, 'bin/conform.cjs')];
  rmSync(program);
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' --require '${old}' '${bin}' "$@"\n`);
  chmodSync(program, 0o755);
}

/** The environment of `npx` in such a folder: npm asks no registry, and writes only below the folder. */
function npxEnvironment(folder: string): NodeJS.ProcessEnv {
  const ofNpm = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  return {
    ...process.env,
    ...Object.fromEntries(ofNpm.map((name) => [name, undefined])),
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    ...{ npm_config_cache: join(folder, '.npm'), npm_config_update_notifier: 'false' },
    ...{ npm_config_offline: 'true', npm_config_fund: 'false', npm_config_audit: 'false' },
    ...{ CONFORM_SOURCES: '1', NO_COLOR: '1', FORCE_COLOR: undefined },
    ...{ NODE_OPTIONS: undefined, NODE_TEST_CONTEXT: undefined },
  };
}

/** A program as the leader of a process group, as a shell starts it. */
export interface Led {
  readonly child: ChildProcess;
  readonly text: () => string;
  /** Resolves when the program and all others that write to its output have ended. */
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;
  /** Interrupts the whole group, as Ctrl-C in a terminal does. */
  readonly interruptGroup: () => void;
}

/** Starts a program in a folder; resolves once it has printed `until`, or has ended. */
export async function startLeader(
  t: TestContext,
  [program = '', ...args]: readonly string[],
  {
    folder,
    until,
    env,
  }: { readonly folder: string; readonly until?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Led> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...npxEnvironment(folder), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const group = -(child.pid ?? 0);
  t.after(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // The whole group has ended, as it should.
    }
  });
  const { text, ready } = hearing([child.stdout, child.stderr], until ?? '');
  const ended = once(child, 'close') as Led['ended'];
  if (until !== undefined) await Promise.race([ready, ended]);
  return {
    ...{ child, text, ended },
    interruptGroup: () => {
      process.kill(group, 'SIGINT');
    },
  };
}
