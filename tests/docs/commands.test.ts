import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { conform } from '../cli/conform';
import packageJson from '../../package.json';
import { codeIn, markdownFiles, rowsOf, textOf } from './markdown';

/** Decision notes may name commands that no longer exist. */
const files = markdownFiles.filter((file) => !file.startsWith('docs/decisions/'));

/** The calls in a piece of code, each up to where the shell takes over again. */
const callsIn = (code: string, program: string): string[][] =>
  [...code.matchAll(new RegExp(`(?:^|[\\s(])${program} ([^\\n|;&#)]*)`, 'g'))].map(([, words = '']) =>
    words.trim().split(/\s+/),
  );

describe('the documentation', () => {
  let commands: string[] = [];
  const helps = new Map<string, string>();
  before(async () => {
    const { stdout } = await conform(['--help']);
    const [, list = ''] = /Commands:\n((?: .*\n)+)/.exec(stdout) ?? [];
    commands = [...list.matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, name]) => name ?? []);
    for (const name of commands) helps.set(name, (await conform([name, '--help'])).stdout);
  });

  for (const file of files)
    it(`shows commands and options in ${file} that exist`, () => {
      for (const [command = '', ...words] of codeIn(textOf(file)).flatMap((code) =>
        callsIn(code, 'conform'),
      )) {
        if (!/^[a-z]+$/.test(command)) continue;
        const help = helps.get(command);
        assert.ok(help !== undefined, `conform ${command}`);
        for (const word of words) {
          const [option = ''] = /^--[a-z-]+/.exec(word) ?? [];
          if (option !== '')
            assert.match(help, new RegExp(`^ {2}(\\S+, )?${option}\\b`, 'm'), `${command} ${option}`);
        }
      }
    });

  it('shows scripts that package.json has', () => {
    const scripts = Object.keys(packageJson.scripts);
    const named = files.flatMap((file) => codeIn(textOf(file)).flatMap((code) => callsIn(code, 'npm run')));
    assert.ok(named.length > 5);
    for (const [name = ''] of named) assert.ok(scripts.includes(name), name);
  });

  it('lists every command, each once', () => {
    const told = rowsOf(textOf('docs/guides/command-line.md'), 'command')
      .map(([command = '']) => /^`conform ([a-z]+)`$/.exec(command)?.[1])
      .filter((name) => name !== undefined);
    assert.deepEqual(told.toSorted(), commands.filter((name) => name !== 'help').toSorted());
  });
});
