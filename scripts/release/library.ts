import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckRunner } from './bench';
import type { TestProject } from './project';

const typed = `
import type { CertifyEvent, Outcome, Role } from 'gateway-conformance';
import { certify, expectConformance, judge, startMock, verifyPack } from 'gateway-conformance';

export async function use(): Promise<Outcome> {
  const roles: Role[] = ['session', 'registry'];
  const mock = await startMock({ tls: true, roles });
  expectConformance(mock, { only: ['HDR-05'] });
  const events: CertifyEvent[] = [];
  for await (const event of certify({ only: ['SES-08'] })) events.push(event);
  const sound: boolean = (await verifyPack('a.zip')).sound;
  return judge(['a.har'], sound ? {} : { target: 'target.yaml' });
}

// @ts-expect-error a mock has no such option
void startMock({ host: 'x' });
`;

/**
 * Checks that the library's types compile without the suite's sources, and that the examples run in their
 * test runners.
 */
export function useLibrary(bench: CheckRunner, project: TestProject, root: string): void {
  const { folder, version } = project;
  bench.check(`Node ${version}: the library is typed, as ES module and CommonJS`, () => {
    writeFileSync(join(folder, 'typed.mts'), typed);
    writeFileSync(join(folder, 'typed.cts'), typed);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const strict = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,esnext.disposable',
    ];
    try {
      execFileSync(process.execPath, [tsc, ...strict, ...types, 'typed.mts', 'typed.cts'], {
        cwd: folder,
        encoding: 'utf8',
      });
    } catch (error) {
      throw new Error((error as { stdout?: string }).stdout ?? String(error), { cause: error });
    }
  });
  for (const example of ['node-test', 'vitest'])
    bench.check(`Node ${version}: the example for ${example} passes, and fails a client that errs`, () => {
      cpSync(
        join(folder, 'node_modules/gateway-conformance/examples/library', example),
        join(folder, example),
        { recursive: true },
      );
      tryExample(project, example);
    });
}

const vitest = 'vitest@5.1.1';

/**
 * Checks that the example passes, and that it reports HDR-05 after its client is changed to repeat one
 * REQUEST-ID.
 */
function tryExample(project: TestProject, example: string): void {
  if (example === 'vitest')
    project.must('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-dev', vitest]);
  const [program, args] =
    example === 'vitest'
      ? (['npx', ['--no-install', 'vitest', 'run', '--root', example]] as const)
      : (['node', ['--test', `${example}/client.test.mjs`]] as const);
  project.must(program, args);
  const client = join(project.folder, example, 'client.mjs');
  writeFileSync(
    client,
    readFileSync(client, 'utf8').replace('randomUUID(),', "'5b7e6a52-9c3f-4a51-8f0e-6b3c1d2e4f50',"),
  );
  const { code, said } = project.run(program, args);
  if (code !== 1 || !said.includes('HDR-05 [must')) throw new Error(`exit code ${code ?? 'none'}\n${said}`);
}
