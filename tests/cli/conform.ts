import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { main } from '../../support/cli';
import type { Surroundings as ActSurroundings } from '../../support/cli/surroundings';

export const root = join(__dirname, '../..');

/** What a program did: its exit code and what it printed, without colours. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  /** Added to the environment of this process, or taken out of it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What comes on standard input of a process; absent: nothing. */
  readonly input?: Buffer;
  /** Options of Node for a process. */
  readonly node?: readonly string[];
}

/**
 * Commands under test must not write to the page of the CI job that runs the tests. On a busy machine short runs
 * take long, and would show their progress. The tests are of the sources; tests/dist is of
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
 * take their turns, as the folder and the variables that programs inherit are those of the process.
 */
export function conform(args: readonly string[], surroundings: Surroundings = {}): Promise<ProgramResult> {
  const turn = last.then(() => inSurroundings(args, surroundings));
  last = turn.catch(() => undefined);
  return turn;
}

async function inSurroundings(
  args: readonly string[],
  { cwd = root, env }: Surroundings,
): Promise<ProgramResult> {
  const before = { folder: process.cwd(), env: { ...process.env } };
  process.chdir(cwd);
  for (const [name, value] of Object.entries({ ...apart, ...env }))
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  try {
    return await acted((surroundings) => main(['node', 'conform', ...args], surroundings));
  } finally {
    process.chdir(before.folder);
    for (const name of Object.keys(process.env))
      if (!(name in before.env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before.env);
  }
}

/** An act in this process, with nothing to read and with streams of its own; at once with others. */
export async function acted(
  act: (surroundings: ActSurroundings & { readonly stdout: PassThrough }) => Promise<number> | number,
): Promise<ProgramResult> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const [stdout, stderr] = [gathered(out), gathered(err)];
  const code = await act({ env: process.env, stdin: Readable.from([]), stdout: out, stderr: err });
  return { code, stdout: stdout(), stderr: stderr() };
}

/** What was written to a stream so far. */
function gathered(stream: PassThrough): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text + ((stream.read() as string | null) ?? '');
}

/** `conform` as a user would start it, but without a way out of this machine. */
export function conformProcess(
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<ProgramResult> {
  return nodeProgram(join(root, 'bin/conform.cjs'), args, surroundings);
}

/** Runs a program under the Node that runs the tests; this process goes on meanwhile, and may serve it. */
export function nodeProgram(
  program: string,
  args: readonly string[],
  about: Surroundings,
): Promise<ProgramResult> {
  const options = ['--require', join(root, 'tests/no-network.cjs'), ...(about.node ?? [])];
  const child = spawn(process.execPath, [...options, program, ...args], {
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
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program may end before it read all of it.
  child.stdin.on('error', () => undefined).end(about.input);
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
