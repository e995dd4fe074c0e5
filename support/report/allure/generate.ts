import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a Java runs here: that of JAVA_HOME, else the one on the path. */
export async function hasJava(env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const home = env.JAVA_HOME ?? '';
  const java = home === '' ? 'java' : join(home, 'bin', 'java');
  return run(java, ['-version'], { env }).then(
    () => true,
    () => false,
  );
}

/** Has allure-commandline make its report of a folder of results; the folder `report` is made. Throws where it fails. */
export async function generateReport(results: string, report: string, name: string): Promise<void> {
  const program = require.resolve('allure-commandline/bin/allure');
  const args = [program, '--quiet', 'generate', results, '--output', report, '--clean', '--name', name];
  const env = { ...process.env, ALLURE_NO_ANALYTICS: '1' };
  try {
    await run(process.execPath, args, { env });
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as Partial<Record<'code' | 'stdout' | 'stderr', string>>;
    const said = `${stdout}${stderr}`.trim().slice(-1000);
    throw new Error(`allure generate ended with ${code ?? 'a signal'}: ${said}`, { cause: error });
  }
}
