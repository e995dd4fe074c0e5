import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { Surroundings } from './conform';
import { root } from './conform';

/** `conform` in a process of its own, which goes on until it is stopped. */
export interface Started {
  readonly child: ChildProcess;
  /** What it printed so far, on both streams. */
  readonly output: () => string;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts `conform` with these arguments; resolves once it has printed `until`, or has ended. */
export async function startConform(
  t: TestContext,
  args: readonly string[],
  until: string,
  { cwd = root, env }: Surroundings = {},
): Promise<Started> {
  const child = spawn(process.execPath, [join(root, 'bin/conform.cjs'), ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const { text, ready } = hearing([child.stdout, child.stderr], until);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  await Promise.race([ready, ended]);
  return { child, output: text, ended };
}

/** What streams say; `ready` once they have said `until`. */
export function hearing(
  streams: readonly Readable[],
  until: string,
): { readonly text: () => string; readonly ready: Promise<void> } {
  let text = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of streams)
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes(until)) resolve();
      });
  });
  return { ready, text: () => text };
}
