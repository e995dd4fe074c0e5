import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { main } from '../../support/cli';

export const root = join(__dirname, '../..');

/** What a program did: its exit code and what it printed, without colours. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  /** Added to the environment of this process, or taken out of it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Whoever runs the tests in CI has a job of their own: what is run here is not to write on its page. And a busy machine
 * makes long runs of short ones, which would then tell of their progress. The tests are of the sources; tests/dist is of
 * what they compile to.
 */
const apart = {
  GITHUB_ACTIONS: undefined,
  GITHUB_STEP_SUMMARY: undefined,
  CONFORM_PROGRESS: 'off',
  CONFORM_SOURCES: '1',
};

let last: Promise<unknown> = Promise.resolve();

/**
 * `conform` with these arguments, in this process: starting another one takes longer than most commands do. Commands
 * take their turns, as the folder, the environment and the output are those of the process.
 */
export function conform(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const turn = last.then(() => inSurroundings(args, surroundings));
  last = turn.catch(() => undefined);
  return turn;
}

async function inSurroundings(args: readonly string[], { cwd = root, env }: Surroundings): Promise<Ended> {
  const before = { folder: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
  const output = captureOutput();
  process.chdir(cwd);
  for (const [name, value] of Object.entries({ ...apart, ...env }))
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  process.exitCode = undefined;
  try {
    const code = await output.of(() => main(['node', 'conform', ...args]));
    return { code, ...output.texts };
  } finally {
    output.release();
    process.exitCode = before.exitCode;
    process.chdir(before.folder);
    for (const name of Object.keys(process.env))
      if (!(name in before.env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before.env);
  }
}

/** Keeps what an act prints, and nothing else: meanwhile the test runner tells of its tests on the same stream. */
function captureOutput() {
  const texts = { stdout: '', stderr: '' };
  const acting = new AsyncLocalStorage<true>();
  const names = ['stdout', 'stderr'] as const;
  for (const name of names) {
    const stream = process[name];
    const passOn = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    const write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      if (acting.getStore() === undefined) return passOn(chunk, ...rest);
      texts[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const written = rest.at(-1);
      if (typeof written === 'function') process.nextTick(written);
      return true;
    };
    Object.assign(stream, { write });
  }
  return {
    texts,
    of: <Value>(act: () => Promise<Value>) => acting.run(true, act),
    release() {
      // What stands before it is the prototype's own.
      for (const name of names) Reflect.deleteProperty(process[name], 'write');
    },
  };
}

/** `conform` as a user would start it, but without a way out of this machine. */
export function conformProcess(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  return nodeProgram(join(root, 'bin/conform.cjs'), args, surroundings);
}

/** Runs a program under the Node that runs the tests; this process goes on meanwhile, and may serve it. */
export function nodeProgram(program: string, args: readonly string[], about: Surroundings): Promise<Ended> {
  const child = spawn(process.execPath, ['--require', join(root, 'tests/no-network.cjs'), program, ...args], {
    cwd: about.cwd ?? root,
    env: {
      ...process.env,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      NODE_OPTIONS: undefined,
      NODE_TEST_CONTEXT: undefined,
      ...apart,
      ...about.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => (texts[name] += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, ...texts });
    });
  });
}
