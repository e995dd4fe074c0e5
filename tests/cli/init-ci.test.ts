import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { conform } from './conform';
import type { Files } from './project-folder';
import { folderWith, textIn } from './project-folder';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly 'working-directory'?: string;
}

const workflow = '.github/workflows/conformance.yml';
const gitLab = 'conformance.gitlab-ci.yml';

const stepsIn = (text: string): readonly Step[] =>
  (parse(text) as { jobs: { conformance: { steps: readonly Step[] } } }).jobs.conformance.steps;
const linesIn = (text: string): readonly string[] =>
  (parse(text) as { conformance: { before_script: readonly string[] } }).conformance.before_script;

const rows: readonly (readonly [language: string, files: readonly string[], run: RegExp])[] = [
  ['node', ['package.json', 'package-lock.json'], /^npm ci$/],
  ['node', ['package.json'], /^npm install$/],
  ['typescript', ['package.json', 'pnpm-lock.yaml'], /^corepack enable && pnpm install /],
  ['typescript', ['package.json', 'yarn.lock'], /^corepack enable && yarn install /],
  ['node', ['package.json', 'npm-shrinkwrap.json'], /^npm ci$/],
  ['node', ['package.json', 'bun.lock'], /^npm install --global bun && bun install --frozen-lockfile$/],
  ['typescript', ['package.json', 'bun.lockb'], /^npm install --global bun && bun install /],
  ['python', ['requirements.txt', 'pyproject.toml'], /^python3 -m pip install -r requirements\.txt$/],
  ['python', ['pyproject.toml'], /^python3 -m pip install \.$/],
  ['python', ['setup.py'], /^python3 -m pip install \.$/],
  ['python', ['uv.lock', 'pyproject.toml', 'requirements.txt'], / uv && uv export --frozen .* -r uv-requ/],
  ['python', ['poetry.lock', 'pyproject.toml'], / poetry && POETRY_VIRTUALENVS_CREATE=false poetry install /],
  ['python', ['Pipfile', 'Pipfile.lock'], / pipenv && pipenv sync --system$/],
  ['go', ['go.mod'], /^go mod download$/],
  ['java', ['pom.xml'], /^mvn .*package/],
  ['java', ['pom.xml', 'mvnw'], /^sh \.\/mvnw .*package/],
  ['java', ['build.gradle.kts', 'gradlew'], /^sh \.\/gradlew .*assemble$/],
  ['java', ['build.gradle'], /^gradle .*assemble$/],
  ['php', ['composer.json', 'composer.lock'], /^composer install /],
];

const project = '[project]\nname = "client"\n';
const filesOf = (names: readonly string[]): Files =>
  Object.fromEntries(names.map((name) => [name, name === 'pyproject.toml' ? project : '\n']));

async function written(t: Parameters<typeof folderWith>[0], files: Files, args: readonly string[]) {
  const cwd = folderWith(t, files);
  for (const ci of ['github', 'gitlab'])
    assert.equal((await conform(['init', ...args, '--ci', ci, '--out', `${ci}.yaml`], { cwd })).code, 0);
  return { steps: stepsIn(textIn(cwd, workflow)), lines: linesIn(textIn(cwd, gitLab)), cwd };
}

describe('the CI job that conform init writes', () => {
  for (const [language, names, run] of rows)
    it(`installs the packages of a client in ${language} with ${names.join(' and ')}`, async (t) => {
      const { steps, lines } = await written(t, filesOf(names), ['--language', language]);
      const runs = steps.flatMap((step) => step.run ?? []);
      const [own, suite, test] = runs.slice(-3);
      assert.match(own ?? '', run);
      assert.match(suite ?? '', /^npm install --no-save --prefix \.conformance /);
      assert.match(test ?? '', /^\.conformance\/node_modules\/\.bin\/conform run /);
      assert.match(lines.at(-2) ?? '', run);
      assert.match(lines.at(-1) ?? '', /^npm install --no-save --prefix \.conformance /);
      for (const line of [...runs, ...lines])
        assert.equal(spawnSync('sh', ['-n', '-c', line]).status, 0, line);
    });

  it('installs what a command needs on Debian', async (t) => {
    const { lines } = await written(t, filesOf(['pom.xml']), ['--language', 'java']);
    assert.match(lines.at(-3) ?? '', /^apt-get install .* maven$/);
  });

  it('does not read a pyproject.toml with the settings of tools as a list of packages', async (t) => {
    const tools = '[tool.ruff]\nline-length = 100\n\n[tool.poetry-monorepo]\n';
    const files = { 'client/pyproject.toml': tools, 'requirements.txt': '\n' };
    const args = ['init', '--language', 'python', '--out', 'client/my.yaml'];
    const cwd = folderWith(t, files);
    await conform(args, { cwd });
    const own = stepsIn(textIn(cwd, workflow)).find(({ run }) => run?.includes('pip install') === true);
    assert.equal(own?.run, 'python3 -m pip install -r requirements.txt');
    assert.equal(own['working-directory'], '.');
  });

  it('has a commented line if no file lists packages of the language', async (t) => {
    const files = { 'pyproject.toml': '[tool.ruff]\n', Gemfile: '\n', 'Cargo.toml': '\n', 'a.csproj': '\n' };
    const { cwd, steps } = await written(t, files, ['--language', 'python']);
    assert.ok(!steps.some(({ run }) => run?.includes('pip')));
    for (const [file, line] of [
      [
        workflow,
        /^ {6}# - run: python3 -m pip install -r requirements\.txt {3}# the packages of your client/m,
      ],
      [gitLab, /^ {4}# - python3 -m pip install -r requirements\.txt {3}# the packages of your client/m],
    ] as const) {
      const text = textIn(cwd, file);
      assert.match(text, line);
      // The line must be right once its first # is removed.
      const uncommented = text.replace(/^( +)# - /m, '$1- ');
      const entries = file === workflow ? stepsIn(uncommented).map(({ run }) => run) : linesIn(uncommented);
      assert.ok(entries.includes('python3 -m pip install -r requirements.txt'));
    }
  });

  it('finds the packages of a folder above the target file, up to the current one', async (t) => {
    const cwd = folderWith(t, { 'client/package-lock.json': '{}', 'package.json': '{}' });
    const args = ['init', '--language', 'node', '--out', 'client/conformance/my.yaml'];
    await conform(args, { cwd });
    const own = stepsIn(textIn(cwd, workflow)).find(({ run }) => run === 'npm ci');
    assert.equal(own?.['working-directory'], 'client');
    await conform(['init', '--language', 'node', '--out', 'other/my.yaml', '--ci', 'gitlab'], { cwd });
    assert.deepEqual(linesIn(textIn(cwd, gitLab)).slice(0, 2), ['npm install', 'cd other']);
  });

  it('enters the folder of the packages for their command alone', async (t) => {
    const cwd = folderWith(t, { 'client/package-lock.json': '{}' });
    await conform(['init', '--language', 'node', '--out', 'client/a/my.yaml', '--ci', 'gitlab'], { cwd });
    assert.deepEqual(linesIn(textIn(cwd, gitLab)).slice(0, 2), ['(cd client && npm ci)', 'cd client/a']);
  });
});
