import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { CommanderError } from 'commander';
import { EnvironmentError } from '../../support/contract/outcome';
import { endedBy } from '../../support/cli/boundary';
import { ConfigurationError } from '../../support/targets/errors';

/** The exit code for what ended a command, and what is said of it, without colours. */
function told(t: TestContext, error: unknown): { code: number; lines: string[] } {
  const said = t.mock.method(process.stderr, 'write', () => true);
  const code = endedBy(error);
  // eslint-disable-next-line no-control-regex
  const texts = said.mock.calls.map(({ arguments: [text] }) => String(text).replace(/\x1b\[\d+m/g, ''));
  said.mock.restore();
  return { code, lines: texts.map((text) => text.replace(/\n$/, '')) };
}

test('bad input is one line with its hint, and exit code 2', (t) => {
  const error = new ConfigurationError('is no file', { file: 'a.yaml' }, 'name another');
  assert.deepEqual(told(t, error), { code: 2, lines: ['error: a.yaml: is no file — name another'] });
});

test('commander has said by itself what is wrong', (t) => {
  assert.deepEqual(told(t, new CommanderError(1, 'commander.unknownOption', 'no')), { code: 2, lines: [] });
  assert.deepEqual(told(t, new CommanderError(0, 'commander.helpDisplayed', '')), { code: 0, lines: [] });
});

test('another party that gets in the way leaves a command incomplete', (t) => {
  assert.deepEqual(told(t, new EnvironmentError('nobody answers')), { code: 3, lines: ['✗ nobody answers'] });
});

test('whatever else is thrown is a fault of the suite, told with its stack', (t) => {
  const { code, lines } = told(t, new Error('boom'));
  assert.equal(code, 3);
  assert.match(lines.join('\n'), /^fault of the suite: Error: boom\n\s+at .*boundary\.test/);
  assert.deepEqual(told(t, 'a text'), { code: 3, lines: ['fault of the suite: a text'] });
});
