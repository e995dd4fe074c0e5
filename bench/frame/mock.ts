import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import type { ServiceName } from '../../support/contract/operations';
import { root } from './suite';

/** A running `conform mock`, in a separate process, over plain HTTP. */
export interface MockProcess {
  /** Path of the target file that the mock wrote. */
  readonly target: string;
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Values for the environment variables that the target file refers to. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startMockProcess(folder: string): Promise<MockProcess> {
  const [out, variables] = [join(folder, 'mock'), join(folder, 'mock.env')];
  const program = join(root, 'bin/conform.cjs');
  const child = spawn(
    process.execPath,
    ['--', program, 'mock', '--port', '0', '--no-tls', '--variables', variables, '--out', out],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const target = join(out, 'target.yaml');
  while (!existsSync(target) || !existsSync(variables)) {
    if (child.exitCode !== null) throw new Error(`conform mock ended with ${child.exitCode}`);
    await wait(50);
  }
  const { services } = parse(readFileSync(target, 'utf8')) as Pick<MockProcess, 'services'>;
  return {
    target,
    services,
    env: parseEnv(readFileSync(variables, 'utf8')) as Record<string, string>,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
