import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../report/embedded-run';
import { root } from './conform';
import type { Files } from './project-folder';
import { folderWith } from './project-folder';

/** `conform mock` with a command, in a process of its own. */
export interface Wrapping {
  readonly child: ChildProcess;
  readonly folder: string;
  /** Returns the output of the command so far. */
  readonly stdout: () => Buffer;
  readonly stderr: () => string;
  /** The exit code, or the signal. Does not wait until all processes have closed the output. */
  readonly ended: Promise<number | string>;
}

interface Started {
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Files in the folder before the mock starts. */
  readonly files?: Files;
}

/** Starts a mock with a command, in a folder of its own that becomes the current one. */
export function wrapping(
  t: TestContext,
  command: readonly string[],
  { options = [], env, input = '', files = {} }: Started = {},
): Wrapping {
  const folder = folderWith(t, files);
  const [node = '', ...args] = commandLine(command, options);
  const child = spawn(node, args, {
    cwd: folder,
    env: environment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Without the terminal in which these tests may run: a terminal sends SIGINT to the command itself.
    detached: process.platform !== 'win32',
  });
  t.after(() => child.kill('SIGKILL'));
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => undefined).end(input);
  return {
    ...{ child, folder },
    stdout: () => Buffer.concat(out),
    stderr: () => Buffer.concat(err).toString(),
    ended: once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string),
  };
}

/** Returns the command line of a mock with a command. */
export function commandLine(command: readonly string[], options: readonly string[] = []): string[] {
  const mock = [process.execPath, join(root, 'bin/conform.cjs'), 'mock', '--out', 'mock', '--reports', 'r'];
  return [...mock, ...options, '--', ...command];
}

export const environment = (more: Started['env'] = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...quiet,
  ...more,
});

/** The environment of a terminal without colours, outside CI, without the options of the Node that runs the tests. */
const quiet = {
  ...{ NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: undefined, NODE_TEST_CONTEXT: undefined },
  ...{ GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined, CONFORM_SOURCES: '1' },
};

/** Bytes that no text contains: a command prints them, and a test compares them with the output of the mock. */
export const bytes = Buffer.from([0xff, 0x00, 0x0a, 0x1b, 0x5b, 0x31, 0x6d, 0x0d, 0x80]);

/**
 * Writes the program of a client: it prints {@link bytes}, creates a session, and ends with the exit code or the
 * signal in its first argument. A second argument is the REQUEST-ID. Returns the command.
 */
export function sessionClient(t: TestContext, ...args: readonly string[]): string[] {
  const file = join(temporaryFolder(t), 'client.mjs');
  writeFileSync(
    file,
    `const [end, requestId = crypto.randomUUID()] = process.argv.slice(2);
     const { GATEWAY_URL, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
     process.stdout.write(Buffer.from('${bytes.toString('hex')}', 'hex'));
     await fetch(GATEWAY_URL + '/api/hiecm/gateway/v3/sessions', {
       method: 'POST',
       headers: { 'REQUEST-ID': requestId, TIMESTAMP: new Date().toISOString(), 'X-CM-ID': 'sbx', 'Content-Type': 'application/json' },
       body: JSON.stringify({ clientId, clientSecret, grantType: 'client_credentials' }),
     });
     if (end.startsWith('SIG')) process.kill(process.pid, end);
     else process.exitCode = Number(end);`,
  );
  return [process.execPath, file, ...args];
}

/** The command of a Node program with this text. */
export const nodeCommand = (text: string): string[] => [process.execPath, '-e', text];
