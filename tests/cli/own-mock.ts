import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { main } from '../../support/cli';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { acted, root } from './conform';

/** A mock as `conform mock` serves it. */
export interface OwnMock {
  /** The folder of its files. */
  readonly folder: string;
  readonly target: string;
  /** The variables that it prints for export. */
  readonly env: Readonly<Record<string, string>>;
  /** The addresses of its services. */
  readonly services: Readonly<Record<string, string>>;
  /** Returns its output so far. */
  text(): string;
  /** The exit code, when the mock has ended. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts a mock in a process of its own, which can be interrupted. Its report goes into the folder of its other files.
 */
export async function ownMock(
  t: TestContext,
  ...more: readonly string[]
): Promise<OwnMock & { /** Interrupts it and gives its exit code. */ stop(): Promise<number | null> }> {
  const folder = temporaryFolder(t);
  const args = [join(root, 'bin/conform.cjs'), ...argsIn(folder, more)];
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    ...(await serving(folder, child.stdout, ended)),
    stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** Starts a mock in this process that ends by itself after `count` exchanges, or after `for` seconds. */
export async function mockUntil(
  t: TestContext,
  end: { readonly count?: number; readonly for?: number },
  ...more: readonly string[]
): Promise<OwnMock> {
  const folder = temporaryFolder(t);
  // The time limit ends the mock of a test that fails before it has sent every exchange.
  const until = Object.entries({ for: 60, ...end }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { promise, resolve } = Promise.withResolvers<Readable>();
  const ended = acted((surroundings) => {
    resolve(surroundings.stdout);
    return main(['node', 'conform', ...argsIn(folder, [...until, ...more])], surroundings);
  }).then(({ code }) => {
    if (end.count !== undefined)
      assert.equal(
        recordedExchanges(folder),
        end.count,
        'the mock waited until its time limit: correct `count` to the number of exchanges that this test sends',
      );
    return code;
  });
  return serving(folder, await promise, ended);
}

/** The number of exchanges in the report of this folder; 0 if the mock wrote none. */
const recordedExchanges = (folder: string): number =>
  existsSync(join(folder, 'results.json')) ? readResults(folder).exchanges : 0;

const argsIn = (folder: string, more: readonly string[]): string[] => [
  ...['mock', '--out', folder, '--reports', folder],
  ...more,
];

async function serving(folder: string, stdout: Readable, ended: OwnMock['ended']): Promise<OwnMock> {
  let text = '';
  const ready = new Promise<void>((resolve) => {
    stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      // The last line before the first exchange.
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
  };
}
