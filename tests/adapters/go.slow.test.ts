import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { root } from '../cli/conform';

const go = (...args: string[]) =>
  spawnSync('go', args, { cwd: join(root, 'adapters/go'), encoding: 'utf8', timeout: 180_000 });

/** Where Debian puts the package that the example takes. */
const crypto = '/usr/share/gocode/src/golang.org/x/crypto';

/** Why the tests of library and example cannot run here; CI has both and fails without them. */
const skip =
  (go('version').status === 0 && existsSync(crypto)) || process.env.CI !== undefined
    ? false
    : 'no go answers here, or golang-golang-x-crypto-dev is missing';

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
