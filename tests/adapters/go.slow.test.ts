import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { root } from '../cli/conform';
import { missing } from '../tools';

const go = (...args: string[]) =>
  spawnSync('go', args, { cwd: join(root, 'adapters/go'), encoding: 'utf8', timeout: 180_000 });

const skip = missing('go');

it('library and example in Go pass their own tests', { skip }, () => {
  const { status, stdout, stderr } = go('test', '-modfile=debian.mod', './...');
  assert.match(stdout, /^ok\s+adapter\/gatewayadapter\b/m);
  assert.match(stdout, /^ok\s+adapter\/example\b/m);
  assert.equal(status, 0, stdout + stderr);
});

it('the Go sources are as gofmt writes them, and vet finds nothing', { skip }, () => {
  const formatted = spawnSync('gofmt', ['-l', '.'], { cwd: join(root, 'adapters/go'), encoding: 'utf8' });
  assert.equal(formatted.stdout + formatted.stderr, '');
  const { status, stderr } = go('vet', '-modfile=debian.mod', './...');
  assert.equal(status, 0, stderr);
});

it('every file of the Go library is copied', () => {
  const folder = join(root, 'adapters/go');
  const { files } = JSON.parse(readFileSync(join(folder, 'language.json'), 'utf8')) as { files: object };
  const library = globSync('gatewayadapter/*.go', { cwd: folder }).filter(
    (name) => !name.endsWith('_test.go'),
  );
  const copied = Object.values(files).filter((source: string) => source.startsWith('gatewayadapter/'));
  assert.deepEqual(copied.sort(), library.sort());
});
