import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Resources that one run of a program used: wall time, CPU time, and peak resident memory. */
export interface ResourceUsage {
  readonly ms: number;
  readonly cpuMs: number;
  readonly mib: number;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Acceptable exit codes; only 0 by default. */
  readonly codes?: readonly number[];
}

/** Runs a program with this Node and measures it. Throws unless the exit code is one of `codes`. */
export async function measureProgram(
  args: readonly string[],
  about: Surroundings = {},
): Promise<ResourceUsage> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'usage.json');
    const ms = await wallTime(args, { ...about, env: { ...process.env, ...about.env, BENCH_USAGE: file } });
    return { ms, ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<ResourceUsage, 'ms'>) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function wallTime(args: readonly string[], { cwd, env, codes = [0] }: Surroundings): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--require', join(__dirname, 'usage.cjs'), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === null || !codes.includes(code))
    throw new Error(`${args.join(' ')} ended with ${code ?? 'a signal'}: ${said}`);
  return performance.now() - startedAt;
}
