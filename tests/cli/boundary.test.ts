import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { CommanderError } from 'commander';
import { EnvironmentError } from '../../support/contract/outcome';
import { printErrorOfCommand } from '../../support/cli/exit-codes';
import { ConfigurationError } from '../../support/targets/errors';

/** The exit code for what ended a command, and what is said of it, without colours. */
function told(error: unknown): { code: number; lines: string[] } {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const code = printErrorOfCommand(error, { stderr });
  const said = String(stderr.read() ?? '');
  // eslint-disable-next-line no-control-regex
  const text = said.replace(/\x1b\[\d+m/g, '').replace(/\n$/, '');
  return { code, lines: text === '' ? [] : [text] };
}

test('bad input is one line with its hint, and exit code 2', () => {
  const error = new ConfigurationError('is no file', { file: 'a.yaml' }, 'name another');
  assert.deepEqual(told(error), { code: 2, lines: ['error: a.yaml: is no file — name another'] });
});

test('commander has said by itself what is wrong', () => {
  assert.deepEqual(told(new CommanderError(1, 'commander.unknownOption', 'no')), { code: 2, lines: [] });
  assert.deepEqual(told(new CommanderError(0, 'commander.helpDisplayed', '')), { code: 0, lines: [] });
});

test('another party that gets in the way leaves a command incomplete', () => {
  assert.deepEqual(told(new EnvironmentError('no answer')), { code: 3, lines: ['✗ no answer'] });
});

test('whatever else is thrown is a fault of the suite, told with its stack', () => {
  const { code, lines } = told(new Error('boom'));
  assert.equal(code, 3);
  assert.match(lines.join('\n'), /^fault of the suite: Error: boom\n\s+at .*boundary\.test/);
  assert.deepEqual(told('a text'), { code: 3, lines: ['fault of the suite: a text'] });
});
