import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { root } from '../cli/conform';
import { missing } from '../tools';

const python = (...args: string[]) =>
  spawnSync('python3', args, { cwd: join(root, 'adapters/python'), encoding: 'utf8', timeout: 60_000 });

const skip = missing('python');

it('the library for adapters in Python passes its own tests', { skip }, () => {
  const { status, stderr } = python('-B', '-m', 'unittest');
  assert.match(stderr, /Ran (1[5-9]|[2-9]\d) tests/);
  assert.equal(status, 0, stderr);
});
