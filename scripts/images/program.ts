import { spawnSync } from 'node:child_process';

/** The exit code of a program, and its output on stdout and stderr. */
export interface Ran {
  readonly code: number | null;
  readonly said: string;
}

export interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const longestMs = 180_000;

export function run(program: string, args: readonly string[], { cwd, env }: Where = {}): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: longestMs,
  });
  return { code: status, said: error === undefined ? `${stdout}${stderr}` : error.message };
}

/** Runs a program like {@link run} and returns its output. Throws unless the exit code is 0. */
export function runOrThrow(program: string, args: readonly string[], where?: Where): string {
  const { code, said } = run(program, args, where);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${code ?? 'none'}\n${said}`);
  return said;
}
