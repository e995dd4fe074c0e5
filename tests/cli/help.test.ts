import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exitCodesText } from '../../support/cli/exit-codes';
import { conform, conformProcess, root } from './conform';

test('--help lists the commands and the exit codes, and each command has its own', async () => {
  const { code, stdout, stderr } = await conformProcess(['--help']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.ok(stdout.replace(/\s+/g, ' ').includes(`Exit codes: ${exitCodesText}.`), stdout);
  assert.match(exitCodesText, /^0 conforms.*, 1 does not conform, 2 usage or configuration, 3 incomplete/);
  const [, list = ''] = /Commands:\n((?: .*\n)+)/.exec(stdout) ?? [];
  const listed = [...list.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  const commands = listed.filter((name) => name !== 'help');
  for (const name of ['run', 'init', 'doctor', 'mock']) assert.ok(commands.includes(name), name);

  const helps = await Promise.all(commands.map((name) => conform([name, '--help'])));
  for (const [index, help] of helps.entries()) {
    assert.deepEqual([help.code, help.stderr], [0, ''], commands[index]);
    assert.ok(help.stdout.startsWith(`Usage: conform ${commands[index] ?? ''} `), help.stdout);
    // Every option is explained.
    for (const [line] of help.stdout.matchAll(/^ {2}-.*$/gm))
      assert.match(line, /^ {2}-.* {2,}\w|^ {2}\S+ \S+$/);
  }
});

test('help is asked for as a command, too', async () => {
  for (const args of [['help'], ['help', 'run']]) {
    const { code, stdout, stderr } = await conformProcess(args);
    assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    assert.ok(stdout.startsWith(['Usage: conform', ...args.slice(1), '[options]'].join(' ')), stdout);
  }
});

test('the docs tell the exit codes of the table, and no others', () => {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8').replace(/\s+#?\s*/g, ' ');
  for (const file of ['README.md', 'examples/ci/github-certification.yml', 'examples/ci/gitlab-ci.yml'])
    assert.ok(read(file).includes(exitCodesText), file);
  for (const file of ['docs/guides/command-line.md', 'examples/ci/README.md']) {
    const [, table = ''] = /\| exit code .*?\| -+ \| -+ \|((?: \|? ?\d \| [^|]* \|)+)/.exec(read(file)) ?? [];
    const rows = [...table.matchAll(/(\d) \| ([^|]*) \|/g)].map(([, code = '', says = '']) => ({
      code,
      says,
    }));
    const told = exitCodesText.split(/, (?=\d )/);
    assert.equal(rows.length, told.length, file);
    for (const [index, { code, says }] of rows.entries())
      assert.ok(`${code} ${says}`.startsWith(told[index] ?? '?'), `${file}: ${says}`);
  }
});
