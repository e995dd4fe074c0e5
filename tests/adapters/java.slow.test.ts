import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { root } from '../cli/conform';
import { compiled } from './java-compiled';
import { describeLibrary } from './library';
import { skipUnlessInstalled } from '../tools';

const home = join(root, 'adapters/java');
const classes =
  skipUnlessInstalled('jdk') === false ? compiled(join(root, 'tests/adapters/fixtures/Clumsy.java')) : '';
const { files } = JSON.parse(readFileSync(join(home, 'language.json'), 'utf8')) as {
  files: Record<string, string>;
};

/** A folder with what `conform init --language java` writes. */
function startedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'java-'));
  for (const [name, from] of Object.entries(files)) copyFileSync(join(home, from), join(folder, name));
  return folder;
}

const folder = startedFolder();
after(() => {
  for (const each of [folder, classes].filter((path) => path !== ''))
    rmSync(each, { recursive: true, force: true });
});

describeLibrary({
  language: 'Java',
  skip: skipUnlessInstalled('jdk'),
  clumsy: () => ['java', '-cp', classes, 'Clumsy'],
  stub: () => ['java', join(folder, 'Run.java'), join(folder, 'Adapter.java')],
});

describe('Run.java', { skip: skipUnlessInstalled('jdk') }, () => {
  const run = () => {
    const args = [join(folder, 'Run.java'), join(folder, 'Adapter.java')];
    return spawnSync('java', args, { input: '', encoding: 'utf8' });
  };
  const adapter = join(folder, 'Adapter.java');
  const states = () => readdirSync(join(folder, 'build'));

  it('compiles again what was changed, and nothing else', () => {
    assert.equal(run().status, 0);
    const before = states();
    assert.equal(run().status, 0);
    assert.deepEqual(states(), before);
    const text = readFileSync(adapter, 'utf8');
    writeFileSync(adapter, text.replace('GatewayAdapter.serve(', 'System.exit(7); GatewayAdapter.serve('));
    assert.equal(run().status, 7);
    assert.equal(states().length, before.length + 1);
  });

  it('shows what the compiler says on stderr, and leaves nothing unfinished', () => {
    const before = states();
    writeFileSync(adapter, 'final class Adapter { int x = missing; }');
    const { status, stdout, stderr } = run();
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /Adapter\.java:1: error: cannot find symbol[\s\S]*the sources do not compile\n$/);
    assert.doesNotMatch(stderr, /\tat /);
    assert.deepEqual(states(), before);
  });
});
