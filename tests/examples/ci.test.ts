import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { conform, root } from '../cli/conform';

const folder = join(root, 'examples/ci');
const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));

/** Every text that a shell is given: `run` on GitHub, the scripts of GitLab. */
function scriptsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /^(run|script|before_script|after_script)$/.test(key) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => scriptsIn(each, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => scriptsIn(each, name));
}

/** The arguments of each call of conform in a script, up to where the shell takes over again. */
function callsIn(script: string): string[][] {
  return [...script.matchAll(/npx conform ([^\n|;&]*)/g)].map(([, args = '']) =>
    [...args.trim().matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word.replace(/^["']|["']$/g, '')),
  );
}

const scriptsOf = (file: string): string[] => scriptsIn(parse(readFileSync(join(folder, file), 'utf8')));
const callsOf = (file: string): string[][] => scriptsOf(file).flatMap(callsIn);

describe('the examples for CI', () => {
  const helps = new Map<string, string>();
  before(async () => {
    const { stdout } = await conform(['--help']);
    const [, list = ''] = /Commands:\n((?: .*\n)+)/.exec(stdout) ?? [];
    const commands = [...list.matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, name]) => name ?? []);
    const used = new Set(files.flatMap(callsOf).map(([command]) => command));
    for (const name of commands.filter((each) => used.has(each)))
      helps.set(name, (await conform([name, '--help'])).stdout);
  });

  it('are those that the README names', () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    assert.deepEqual(
      [...readme.matchAll(/^\| `([\w-]+\.yml)`/gm)].map(([, name]) => name).sort(),
      files.sort(),
    );
    for (const file of files) assert.ok(callsOf(file).length > 0, file);
  });

  for (const file of files)
    it(`${file} calls commands and options that there are`, () => {
      for (const [command = '', ...args] of callsOf(file)) {
        const help = helps.get(command);
        assert.ok(help !== undefined, `there is no command ${command}`);
        for (const option of args.filter((arg) => arg.startsWith('-')))
          assert.match(help, new RegExp(`^ {2}(?:-\\w, )?${option}\\b`, 'm'), `${command} has no ${option}`);
      }
    });

  for (const file of files)
    it(`${file} installs the package that the lock file names, and needs no clone of the suite`, () => {
      const scripts = scriptsOf(file);
      assert.ok(scripts.includes('npm ci --ignore-scripts'));
      for (const script of scripts) assert.doesNotMatch(script, /git clone|npm run|\.\.\//);
    });

  for (const file of files.filter((name) => name.startsWith('github')))
    it(`${file} gives the shell no expression, and secrets by the environment alone`, () => {
      for (const script of scriptsOf(file)) assert.doesNotMatch(script, /\$\{\{/);
      const text = readFileSync(join(folder, file), 'utf8');
      const secrets = [...text.matchAll(/^ *(\w+): \$\{\{ secrets\.(\w+) \}\}$/gm)];
      assert.equal(secrets.length, text.match(/secrets\./g)?.length);
      for (const [, name, secret] of secrets) assert.equal(name, secret);
      assert.deepEqual((parse(text) as { permissions: unknown }).permissions, { contents: 'read' });
    });
});
