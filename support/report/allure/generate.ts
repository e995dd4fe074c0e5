import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Where a program stands with what it said, both streams together. */
interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Whether a Java runs here: that of JAVA_HOME, else the one on the path. */
export async function hasJava(env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const home = env.JAVA_HOME ?? '';
  const java = home === '' ? 'java' : join(home, 'bin', 'java');
  const { code } = await run(java, ['-version'], env).catch(() => ({ code: null }));
  return code === 0;
}

/** Has allure-commandline make its report of a folder of results; the folder `report` is made. Throws where it fails. */
export async function generateReport(results: string, report: string, name: string): Promise<void> {
  const program = require.resolve('allure-commandline/bin/allure');
  const args = [program, '--quiet', 'generate', results, '--output', report, '--clean', '--name', name];
  const { code, said } = await run(process.execPath, args, { ...process.env, ALLURE_NO_ANALYTICS: '1' });
  if (code !== 0)
    throw new Error(`allure generate ended with ${code ?? 'a signal'}: ${said.trim().slice(-1000)}`);
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, said: Buffer.concat(chunks).toString('utf8') });
    });
  });
}
