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
  /** Where a client finds its services. */
  readonly services: Readonly<Record<string, string>>;
  /** What it printed so far. */
  text(): string;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Interrupts it and gives its exit code. */
  stop(): Promise<number | null>;
}

/** Its report goes to the folder of its other files. */
export async function ownMock(t: TestContext, ...more: readonly string[]): Promise<OwnMock> {
  const folder = temporaryFolder(t);
  const args = [join(root, 'bin/conform.cjs'), 'mock', '--out', folder, '--reports', folder, ...more];
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  let text = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      // The last line before any of what reaches it.
      if (text.includes('Ctrl-C ends the mock.')) resolve();
    });
  });
  await Promise.race([ready, ended]);
  const exported = [...text.matchAll(/^export (\w+)='(.*)'$/gm)];
  const rows = [...text.matchAll(/^ {2}([a-z ]+?) +(https?:\S+)$/gm)];
  return {
    folder,
    target: join(folder, 'target.yaml'),
    env: Object.fromEntries(exported.map(([, name = '', value = '']) => [name, value])),
    services: Object.fromEntries(rows.map(([, name = '', url = '']) => [name, url])),
    text: () => text,
    ended,
    stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}
