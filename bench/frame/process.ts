import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one run of a program took: wall time, CPU time, and its highest resident memory. */
export interface Usage {
  readonly ms: number;
  readonly cpuMs: number;
  readonly mib: number;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Exit codes that are no failure of the measure; 0 alone where absent. */
  readonly codes?: readonly number[];
}

/** Runs a program under this Node and measures it. Throws where it ends with another exit code. */
export async function measured(args: readonly string[], about: Surroundings = {}): Promise<Usage> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'usage.json');
    const ms = await wallTime(args, { ...about, env: { ...process.env, ...about.env, BENCH_USAGE: file } });
    return { ms, ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<Usage, 'ms'>) };
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
