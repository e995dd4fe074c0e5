import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../report/embedded-run';
import { root } from './conform';

/** A mock in a process of its own, as `conform mock` serves it. */
export interface OwnMock {
  /** Where it wrote its files. */
  readonly folder: string;
  readonly target: string;
  /** The variables that it told to export. */
  readonly env: Readonly<Record<string, string>>;
  /** Interrupts it and gives its exit code. */
  stop(): Promise<number | null>;
}

export async function ownMock(t: TestContext): Promise<OwnMock> {
  const folder = temporaryFolder(t);
  const args = [join(root, 'bin/conform.cjs'), 'mock', '--out', folder];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    // The last line that it prints; leaving the loop must not close the pipe under it.
    if (text.includes('Ctrl-C ends the mock.')) break;
  }
  const exported = [...text.matchAll(/^export (\w+)='(.*)'$/gm)];
  return {
    folder,
    target: join(folder, 'target.yaml'),
    env: Object.fromEntries(exported.map(([, name = '', value = '']) => [name, value])),
    async stop() {
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
