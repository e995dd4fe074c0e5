import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../report/embedded-run';
import { webServer } from '../traffic/proxy/relay-scene';
import { root } from './conform';
import type { Started } from './started';
import { started } from './started';

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
export interface Running extends Started {
  readonly url: string;
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
  const running = await started(t, ['proxy', ...args], 'Ctrl-C ends', { cwd, env });
  const text = running.output();
  return { ...running, url: /^ {2}gateway +(\S+) +→/m.exec(text)?.[1] ?? `nothing: ${text}` };
}

export const draftsIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^\.\w+-\d+/.test(name));

export const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

export async function ask(url: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await (await fetch(`${url}/count/${count}`)).text();
}
