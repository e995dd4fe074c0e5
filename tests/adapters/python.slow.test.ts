import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { root } from '../cli/conform';

const python = (...args: string[]) =>
  spawnSync('python3', args, { cwd: join(root, 'adapters/python'), encoding: 'utf8', timeout: 60_000 });

/** Why the tests of the library cannot run here; CI has a Python and fails without one. */
const skip =
  python('--version').status === 0 || process.env.CI !== undefined ? false : 'no python3 answers here';

it('the library for adapters in Python passes its own tests', { skip }, () => {
  const { status, stderr } = python('-B', '-m', 'unittest');
  assert.match(stderr, /Ran (1[5-9]|[2-9]\d) tests/);
  assert.equal(status, 0, stderr);
});
