import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckRunner } from './bench';
import type { TestProject } from './project';

/** A command line, its expected exit code, and a pattern that its output must match. */
type Use = readonly [args: string, code: number, says: RegExp];

const uses: readonly Use[] = [
  ['--version', 0, /^gateway-conformance 2\.\d+\.\d+\S* /m],
  ['run --self-test', 0, /^integrator: no failure in the \d+ of \d+ requirements that were seen$/m],
  ['report --pack', 0, /^Packed reports\/history\/\S+\/evidence-pack\.zip/m],
  ['verify reports/evidence-pack.zip', 0, /judged again/],
  ['audit reports/recording.jsonl --subject service', 0, /^Report: reports\/history\/\S+\/compliance\.html/m],
  ['init --language node', 0, /conform adapter --check/],
  ['adapter --check node adapter.cjs', 3, /speaks protocol 1/],
  ['run --subject integrator --only SES-01', 3, /^integrator: the test is incomplete/m],
  ['explain HDR-05', 0, /clause/],
  ['report --allure', 2, /npm install --save-dev allure-commandline@/],
  ['run --container', 2, /npm install --save-dev testcontainers@/],
];

/** Checks the commands that a new user would run in the first hour. */
export function useCommands(bench: CheckRunner, project: TestProject): void {
  for (const [args, wanted, says] of uses)
    bench.check(`Node ${project.version}: conform ${args}`, () => {
      const { code, said } = project.conform(args.split(' '));
      if (code !== wanted) throw new Error(`exit code ${code ?? 'none'}, and not ${wanted}\n${said}`);
      if (!says.test(said)) throw new Error(`it does not say ${String(says)}\n${said}`);
    });
  bench.check(`Node ${project.version}: what it wrote lies in the project's folder`, () => {
    const wanted = [
      'reports/compliance.html',
      'target.yaml',
      'adapter.cjs',
      '.github/workflows/conformance.yml',
    ];
    const missing = wanted.filter((file) => !existsSync(join(project.folder, file)));
    const strays = ['reports', 'target.yaml'].filter((file) =>
      existsSync(join(project.folder, 'node_modules/gateway-conformance', file)),
    );
    if (missing.length + strays.length > 0)
      throw new Error(`missing: ${missing.join(', ')}; in the package: ${strays.join(', ')}`);
  });
  bench.check(`Node ${project.version}: conform mock`, () => {
    serveMock(project);
  });
}

/**
 * Starts `conform mock`, certifies it with the target file that it writes, and stops it with SIGINT. Throws
 * unless the mock keeps the obligation SES-08.
 */
function serveMock(project: TestProject): void {
  const script = `
    const { spawn } = require('node:child_process');
    const mock = spawn('npx', ['--no-install', 'conform', 'mock', '--out', 'mock', '--variables', 'mock.env'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    let said = '';
    mock.stdout.on('data', (data) => {
      said += data;
      if (!said.includes('Ctrl-C ends')) return;
      mock.stdout.removeAllListeners('data');
      const run = spawn('npx', ['--no-install', 'conform', 'run', '--target', 'mock/target.yaml', '--only', 'SES-08', '--reports', 'mock-reports'], {
        stdio: 'inherit',
        env: { ...process.env, ...require('node:util').parseEnv(require('node:fs').readFileSync('mock.env', 'utf8')) },
      });
      run.on('close', (code) => { process.exitCode = code; process.kill(-mock.pid, 'SIGINT'); });
    });`;
  const said = project.must('node', ['-e', script]);
  if (!/^service: no failure in the 1 of /m.test(said)) throw new Error(said);
}
