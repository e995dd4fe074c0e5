import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { main } from '../../support/cli';
import type { Mock } from '../../support/mock/start-mock';
import { temporaryFolder } from '../report/embedded-run';
import { webServer } from '../traffic/proxy/relay-scene';
import { root } from './conform';
import type { Started } from './started';
import { hearing, startConform } from './started';

/** A target file with a gateway, for a proxy in front of it. */
export function targetFor(t: TestContext, gateway: string): string {
  const file = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(file, `name: proxied\nenvironment: sandbox\nservices:\n  gateway: ${gateway}\n`);
  return file;
}

/** A service that answers every request alike, with a character that ends a line elsewhere. */
export const startConstantService = (t: TestContext): Promise<string> =>
  webServer(
    t,
    createServer((request, response) => {
      request.resume().on('end', () => response.end('{"a": "\u2028"}'));
    }),
  );

/** `conform proxy` that serves. */
interface Serving {
  readonly services: Mock['urls'];
  /** The address of the gateway. */
  readonly url: string;
  readonly output: () => string;
}

/** What it prints last before it serves. */
const serves = 'Ctrl-C ends';

/** In this process, for what needs no signal. It ends by `--count`. */
export async function serveProxyInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving & { readonly ended: Promise<number> }> {
  const printed = new PassThrough();
  const heard = hearing([printed], serves);
  const variables = { ...process.env, GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined, ...env };
  const surroundings = { env: variables, stdin: Readable.from([]), stdout: printed, stderr: printed };
  const ended = main(['node', 'conform', 'proxy', ...args], surroundings).then(async (code) => {
    // What was printed last is heard by then.
    await setImmediate();
    return code;
  });
  await Promise.race([heard.ready, ended]);
  return { ...servingOf(heard.text()), output: heard.text, ended };
}

/** In a process of its own. */
type Running = Serving & Started;

export const startProxyProcess = (t: TestContext, ...args: readonly string[]): Promise<Running> =>
  proxyingIn(t, {}, args);

/** With variables of the environment, and in a folder. */
export async function proxyingIn(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  cwd = root,
): Promise<Running> {
  const running = await startConform(t, ['proxy', ...args], serves, { cwd, env });
  return { ...running, ...servingOf(running.output()) };
}

function servingOf(text: string): Pick<Serving, 'services' | 'url'> {
  const rows = [...text.matchAll(/^ {2}(\w+) +(https?:\S+) +→/gm)].map(([, name, url]) => [name, url]);
  const services = Object.fromEntries(rows) as Partial<Mock['urls']>;
  return { services: services as Mock['urls'], url: services.gateway ?? `nothing: ${text}` };
}

export const draftsIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^\.\w+-\d+/.test(name));

export async function sendGets(url: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    await (await fetch(`${url}/api/hiecm/gateway/v3/count/${count}`)).text();
}
