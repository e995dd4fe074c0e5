import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { speak } from '../traffic/proxy/relay-scene';
import { conform, root } from './conform';
import { ask, draftsIn, linesOf, proxying, proxyingIn, service, targetFor } from './own-proxy';
import { keptIn } from '../../support/report/runs/kept';

const get = 'GET /api HTTP/1.1\r\nHost: x\r\n\r\n';

test('a live proxy run tells what it refused, and its pack is verified', async (t) => {
  const reports = temporaryFolder(t);
  const args = ['--target', targetFor(t, await service(t)), '--reports', reports, '--max-connections', '1'];
  const { child, url, ended, output } = await proxying(t, ...args);
  const { port } = new URL(url);
  const held = connect(Number(port), '127.0.0.1');
  held.write(get);
  assert.match(String((await once(held, 'data'))[0]), /200 OK/);
  for (let count = 0; count < 2; count += 1) assert.equal(await speak(Number(port), get).catch(() => ''), '');
  held.destroy();
  child.kill('SIGINT');
  assert.equal(await ended, 1, output());
  const { exchanges, run } = readResults(reports);
  assert.deepEqual([exchanges, run.traffic?.files[0]?.refused], [1, 2]);
  const told = '2 connections refused by the proxy and not judged';
  assert.ok(output().includes(`proxy: 1 exchange, 0 requests unknown to the contract, ${told}`), output());
  assert.ok(readFileSync(join(reports, 'compliance.html'), 'utf8').includes(told));

  const packed = await conform(['report', '--reports', reports, '--pack', '--json']);
  assert.equal(packed.code, 0, packed.stderr);
  const pack = join(reports, 'evidence-pack.zip');
  const verified = await conform(['verify', pack]);
  assert.deepEqual([verified.code, verified.stderr], [0, ''], verified.stdout);
  // Its twin: a pack of which one byte is another.
  const bytes = readFileSync(pack);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(pack, bytes);
  assert.notEqual((await conform(['verify', pack])).code, 0);
});

test('two proxies that continue one recording at once both keep all of it', async (t) => {
  const target = targetFor(t, await service(t));
  // Its own reports folder, which keeps earlier reports.
  const cwd = temporaryFolder(t);
  const reports = join(cwd, 'reports');
  const start = (...more: readonly string[]) => proxyingIn(t, {}, ['--target', target, ...more], cwd);
  const first = await start('--count', '3');
  await ask(first.url, 3);
  await first.ended;
  // What a killed process leaves. No process has that number.
  const left = join(reports, '.recording-4194305.jsonl');
  const newest = (): string => keptIn(reports)[0]?.path ?? '';
  writeFileSync(left, readFileSync(join(newest(), 'recording.jsonl')));
  const both = await Promise.all([start('--resume'), start('--resume')]);
  await Promise.all(both.map(({ url }, index) => ask(url, index + 1)));
  for (const { child, ended, output } of both) {
    child.kill('SIGINT');
    assert.equal(await ended, 1, output());
  }
  const kept = globSync('**/results.json', { cwd }).map(
    (file) => readResults(join(cwd, file, '..')).exchanges,
  );
  assert.deepEqual(kept.sort(), [3, 4, 5], 'the first report, and that of each');
  assert.equal(linesOf(join(newest(), 'recording.jsonl')).length, readResults(newest()).exchanges);
  assert.deepEqual([draftsIn(reports), existsSync(left)], [[], false]);
});

describe('a folder that cannot be written', () => {
  const inTrouble = (trouble: object) => ({
    NODE_OPTIONS: `--require ${join(root, 'tests/trouble.cjs')}`,
    TROUBLE: JSON.stringify(trouble),
  });
  for (const [what, how, told] of [
    ['read-only', 'EROFS', 'the file system is read-only (EROFS)'],
    ['on a full disk', 'ENOSPC', 'no space is left on the disk (ENOSPC)'],
  ] as const)
    for (const inThread of [false, true])
      it(`refuses a proxy in one line: ${what}${inThread ? ', as the thread that records finds out' : ''}`, async (t) => {
        const reports = temporaryFolder(t);
        const args = ['--target', targetFor(t, await service(t)), '--reports', reports];
        const { ended, output } = await proxyingIn(
          t,
          inTrouble({ folder: reports, at: 1, how, inThread }),
          args,
        );
        assert.equal(await ended, 2, output());
        assert.ok(output().includes(`cannot be written: ${told}`), output());
        assert.equal(output().trim().split('\n').length, 1, output());
      });

  it('ends a proxy whose disk is full later on, and leaves what went through before', async (t) => {
    const reports = temporaryFolder(t);
    const args = ['--target', targetFor(t, await service(t)), '--reports', reports];
    const full = join(temporaryFolder(t), 'full');
    const env = inTrouble({ folder: reports, once: full, how: 'ENOSPC' });
    const { url, ended, output } = await proxyingIn(t, env, args);
    await ask(url, 2);
    const [draft = ''] = draftsIn(reports);
    while (linesOf(join(reports, draft)).length < 2) await new Promise((resolve) => setImmediate(resolve));
    writeFileSync(full, '');
    await ask(url, 1);
    assert.equal(await ended, 3, output());
    assert.match(output(), /cannot be written \(ENOSPC\): make room/);
    assert.doesNotMatch(output(), /^\s+at /m);
    assert.equal(linesOf(join(reports, draft)).length, 2);
  });
});
