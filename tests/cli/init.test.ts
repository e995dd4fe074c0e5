import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, matchesGlob } from 'node:path';
import { describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import packageJson from '../../package.json';
import { callerPath } from '../../support/adapter/child-environment';
import { embeddedTarget, loadTarget } from '../../support/run/targets';
import { runningMock } from '../mock/running-mock';
import { temporaryFolder } from '../report/embedded-run';
import { missingLanguage } from '../tools';
import { conform, root } from './conform';
import { examined, introducing } from './examined';

interface Language {
  readonly command: readonly string[];
  readonly debian: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: {
    readonly conformance: {
      readonly defaults?: { readonly run: { readonly 'working-directory': string } };
      readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: object }[];
    };
  };
}

const workflow = '.github/workflows/conformance.yml';
/** Adapters run under the Node of the caller's shell, which may be older than that of the tests. */
const env = { PATH: [dirname(process.execPath), callerPath(process.env.PATH ?? '')].join(delimiter) };
const names = globSync('adapters/*/language.json', { cwd: root })
  .map((file) => basename(dirname(file)))
  .sort();

for (const name of names) {
  const text = readFileSync(join(root, 'adapters', name, 'language.json'), 'utf8');
  const { command, files, debian } = JSON.parse(text) as Language;

  describe(`conform init --language ${name}`, () => {
    const skip = missingLanguage({ command, debian });
    it('writes an adapter that speaks the protocol, and a target that starts it', { skip }, async (t) => {
      const cwd = temporaryFolder(t);
      const made = await conform(['init', '--language', name], { cwd });
      assert.deepEqual([made.code, made.stderr], [0, '']);
      for (const file of [...Object.keys(files), 'target.yaml', workflow])
        assert.ok(existsSync(join(cwd, file)), file);
      assert.match(made.stdout, new RegExp(`conform adapter --check ${command.join(' ')}\n`));

      const { integrator, mock, limits } = parse(readFileSync(join(cwd, 'target.yaml'), 'utf8')) as {
        integrator: { command: string[]; roles: string[] };
        mock: unknown;
        limits: { otpAttempts: number };
      };
      assert.deepEqual([integrator.command, integrator.roles], [command, ['session']]);
      assert.deepEqual([mock, limits.otpAttempts], [{ tls: true }, 7]);
      // Incomplete: the stub offers nothing yet.
      const checked = await conform(['adapter', '--check', ...integrator.command], { cwd, env });
      assert.equal(checked.code, 3, checked.stderr);
      assert.match(checked.stdout, /speaks protocol 1/);
    });

    it('writes a workflow that uses actions by commit, and a job for GitLab', async (t) => {
      const cwd = temporaryFolder(t);
      await conform(['init', '--language', name], { cwd });
      const file = readFileSync(join(cwd, workflow), 'utf8');
      const { permissions, jobs } = parse(file) as Workflow;
      const { steps } = jobs.conformance;
      assert.deepEqual(permissions, { contents: 'read' });
      const used = steps.flatMap(({ uses }) => uses ?? []);
      assert.ok(used.length >= 3);
      for (const each of used) assert.match(each, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      const released = file.match(/uses: \S+ # v\d+\.\d+\.\d+$/gm) ?? [];
      assert.equal(released.length, used.length);
      assert.ok(steps.some(({ run }) => run?.includes('conform run --target target.yaml ')));

      await conform(['init', '--language', name, '--ci', 'gitlab', '--out', 'other.yaml'], { cwd });
      const { conformance } = parse(readFileSync(join(cwd, 'conformance.gitlab-ci.yml'), 'utf8')) as {
        conformance: { script: string[]; before_script: string[] };
      };
      assert.match(conformance.script.join(), /conform run --target other\.yaml /);
      assert.match(
        conformance.before_script.at(-1) ?? '',
        /^npm install --no-save --prefix \.conformance "\$PWD\/gateway-conformance-\d\S*\.tgz"$/,
      );
    });
  });
}

describe('conform init', () => {
  const declarations = `\n${stringify({ declarations: embeddedTarget.declarations })}`;

  it('writes settings for services of which the doctor says that nothing is left out', async (t) => {
    const cwd = temporaryFolder(t);
    await conform(['init'], { cwd });
    const file = join(cwd, 'target.yaml');
    const mock = await runningMock(t);
    const text = readFileSync(file, 'utf8')
      .replace('https://gateway.example', mock.urls.gateway)
      .replace('https://identity.example', mock.urls.identity)
      .replace('https://registry.example/v4', mock.urls.registry)
      .replace(/^# tls: .*$/m, 'tls: { ca: ./ca.pem }');
    writeFileSync(file, text + declarations);
    writeFileSync(join(cwd, 'ca.pem'), mock.ca ?? '');
    const { clientId, clientSecret, otp, txnId } = mock.account;
    const { lines, of } = await examined(file, [], {
      ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
      ...{ TEST_OTP: otp, TEST_TXN_ID: txnId },
    });
    assert.equal(of('left out')?.state, 'good', JSON.stringify(lines));
    const besides = lines.filter(({ state }) => state !== 'good').map(({ name }) => name);
    assert.deepEqual(besides, ['services.dummyPayer and services.provider']);
  });

  it('writes settings for a client of which the doctor says that nothing is left out', async (t) => {
    const cwd = temporaryFolder(t);
    await conform(['init', '--role', 'session'], { cwd });
    const file = join(cwd, 'target.yaml');
    const stub = introducing(t, { capabilities: ['session.create'] });
    const command = stub.map((each) => JSON.stringify(each)).join(', ');
    const text = readFileSync(file, 'utf8').replace('command: [node, adapter.cjs]', `command: [${command}]`);
    writeFileSync(file, text + declarations);
    const { of } = await examined(file);
    assert.equal(of('left out')?.state, 'good');
    assert.match(
      of('integrator.roles')?.detail ?? '',
      /^session: \d+ obligations not judged, .*: add the roles/,
    );
  });

  it('accepts every language for which the suite has an adapter', () => {
    for (const name of ['go', 'java', 'node', 'php', 'python', 'typescript'])
      assert.ok(names.includes(name), `${name} of ${names.join(', ')}`);
  });

  it('makes the folder of the target file, and leaves the workflow where GitHub looks for it', async (t) => {
    const cwd = temporaryFolder(t);
    const { code } = await conform(['init', '--language', 'node', '--out', 'sub/dir/my.yaml'], { cwd });
    assert.equal(code, 0);
    assert.ok(existsSync(join(cwd, 'sub/dir/my.yaml')) && existsSync(join(cwd, 'sub/dir/adapter.cjs')));
    const { jobs } = parse(readFileSync(join(cwd, workflow), 'utf8')) as Workflow;
    const { defaults, steps } = jobs.conformance;
    assert.equal(defaults?.run['working-directory'], 'sub/dir');
    assert.deepEqual(steps.at(-1)?.with, { name: 'conformance-reports', path: 'sub/dir/reports' });

    const elsewhere = join(temporaryFolder(t), 'deep');
    await conform(['init', '--language', 'node', '--out', join(elsewhere, 'my.yaml')], { cwd });
    assert.ok(existsSync(join(elsewhere, workflow)));
  });

  it('says first that transfers take an adapter, and names the challenge', async (t) => {
    const cwd = temporaryFolder(t);
    const { stdout } = await conform(['init', '--role', 'session,hiu'], { cwd });
    assert.match(
      stdout,
      /^A certificate for hiu takes an adapter: .*\nWithout one, npx conform challenge --role hiu --out .*\nWrote /,
    );
    const other = await conform(['init', '--role', 'session', '--out', 'other.yaml'], { cwd });
    assert.match(other.stdout, /^Wrote /);
    assert.match(other.stdout, /^ {2}npx conform doctor --target other\.yaml {3}/m);
  });

  it('writes what the payer says, for a provider alone, and the target file names it', async (t) => {
    const cwd = temporaryFolder(t);
    assert.equal((await conform(['init', '--role', 'session'], { cwd })).code, 0);
    assert.deepEqual(globSync('**/*.json', { cwd }), []);
    const { code, stdout } = await conform(['init', '--role', 'session, provider', '--out', 'sub/my.yaml'], {
      cwd,
    });
    assert.equal(code, 0);
    const file = join(cwd, 'sub', 'my.yaml');
    const steps = ['approved', 'eligibility', 'plan', 'prompt', 'query', 'rejected'];
    const written = globSync('sub/payer-content/*', { cwd }).map((each) => basename(each, '.json'));
    assert.deepEqual(written.sort(), steps);
    assert.match(stdout, /sub[/\\]payer-content[/\\]query\.json/);
    assert.deepEqual((parse(readFileSync(file, 'utf8')) as { readings: object }).readings, {
      'payer-content': './payer-content',
    });
    assert.deepEqual(Object.keys(loadTarget(file, {}).payerContent ?? {}).sort(), steps);
  });

  for (const language of ['ruby', 'csharp', 'kotlin', 'rust'])
    it(`says for ${language} which files of the suite help to write an adapter`, async (t) => {
      const { code, stderr } = await conform(['init', '--language', language], { cwd: temporaryFolder(t) });
      assert.equal(code, 2);
      const named = ['docs/guides/adapter.md', 'schemas/adapter', 'docs/guides/adapter-stub.md'].filter(
        (file) => existsSync(join(root, file)),
      );
      assert.ok(named.length >= 2);
      for (const file of named) {
        assert.ok(stderr.includes(join(root, file)), `${file} in ${stderr}`);
        // The package must contain the file, so that users of the package find it.
        assert.ok(
          packageJson.files.some((pattern) => matchesGlob(file, pattern) || file.startsWith(`${pattern}/`)),
        );
      }
    });

  it('names these files from the current folder if the suite is below it', async () => {
    const { stderr } = await conform(['init', '--language', 'ruby'], { cwd: root });
    assert.match(
      stderr,
      / for another, docs\/guides\/adapter\.md describes the protocol, .*schemas\/adapter has /,
    );
  });

  for (const [option, value, says] of [
    [
      '--language',
      'cobol',
      /^error: --language cobol: .*there are go, java, node, php, python, typescript; for another, .*\n$/,
    ],
    ['--role', 'session,king', /^error: --role king is no role — there are .*\n$/],
    ['--ci', 'jenkins', /^error: .*--ci.*jenkins.*github, gitlab.*\n$/],
  ] as const)
    it(`says in one line that ${option} ${value} is none, and writes nothing`, async (t) => {
      const cwd = temporaryFolder(t);
      const { code, stderr } = await conform(['init', '--language', 'node', option, value], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, says);
      assert.deepEqual(globSync('**/*', { cwd }), []);
    });
});
