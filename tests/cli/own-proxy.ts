import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../report/embedded-run';
import { webServer } from '../traffic/relay-scene';
import { root } from './conform';

/** A target file with a gateway, for a proxy in front of it. */
export function targetFor(t: TestContext, gateway: string): string {
  const file = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(file, `name: proxied\nenvironment: sandbox\nservices:\n  gateway: ${gateway}\n`);
  return file;
}

/** A service that answers every request alike, with a character that ends a line elsewhere. */
export const service = (t: TestContext): Promise<string> =>
  webServer(
    t,
    createServer((request, response) => {
      request.resume().on('end', () => response.end('{"a": "\u2028"}'));
    }),
  );

/** `conform proxy` in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

export const proxying = (t: TestContext, ...args: readonly string[]): Promise<Running> =>
  proxyingIn(t, {}, args);

/** With variables of the environment, and in a folder. */
export async function proxyingIn(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  cwd = root,
): Promise<Running> {
  const child = spawn(process.execPath, [join(root, 'bin/conform.cjs'), 'proxy', ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes('Ctrl-C ends')) resolve();
      });
  });
  await Promise.race([ready, ended]);
  const url = /^ {2}gateway +(\S+) +→/m.exec(text)?.[1] ?? `nothing: ${text}`;
  return { child, url, output: () => text, ended };
}

export const draftsIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^\.\w+-\d+/.test(name));

export const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

export async function ask(url: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await (await fetch(`${url}/count/${count}`)).text();
}
