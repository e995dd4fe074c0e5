import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { quoteForShell, shellWord } from '../../support/contract/shell-word';

const texts = [
  'plain',
  '',
  "it's",
  '$HOME',
  '`id`',
  'a\\b',
  '"',
  'a b',
  '!x',
  "'$(id)'",
  '~/a',
  'a;b',
  'a\nb',
];

describe('quoteForShell and shellWord', { skip: process.platform === 'win32' && 'no POSIX shell' }, () => {
  for (const text of texts)
    it(`leave ${JSON.stringify(text)} unchanged for a shell`, () => {
      for (const quoted of [quoteForShell(text), shellWord(text)]) {
        const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' });
        assert.equal(stdout, text, quoted);
      }
    });

  it('write a value that a reader of .env files understands', () => {
    for (const text of ['plain', '', "it's", '$HOME', '`id`', 'a\\b', '"', 'a b'])
      assert.equal(parseEnv(`A=${quoteForShell(text)}`).A, text);
  });

  it('quote a path only if that is needed', () => {
    for (const word of ['/a/b-1_c.yaml', '--target=a.yaml', 'https://a.example:8443/b', 'a@b', 'C~1'])
      assert.equal(shellWord(word), word);
    // Bash expands the first word, zsh the second one, and PowerShell the third one.
    for (const word of ['a=~/x', '=ls', '@x']) assert.equal(shellWord(word), `"${word}"`);
    assert.equal(shellWord('/my tests/a.yaml'), '"/my tests/a.yaml"');
    assert.equal(shellWord(String.raw`C:\tests\a.yaml`), String.raw`"C:\tests\a.yaml"`);
  });
});
