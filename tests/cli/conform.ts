import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

/** What a program did: its exit code and what it printed, without colours. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Whoever runs the tests in CI has a job of their own: what is run here is not to write on its page. */
const outsideCi = { GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined };

/** `conform` as a user would start it, but without a way out of this machine. */
export function conform(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
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
      ...outsideCi,
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
