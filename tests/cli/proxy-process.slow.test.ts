import assert from 'node:assert/strict';
import { copyFileSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { runsInHistory } from '../../support/report/runs/kept-run';
import { eventually } from '../eventually';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { webServer } from '../traffic/proxy/relay-scene';
import { conform, root } from './conform';
import {
  sendGets,
  draftsIn,
  startProxyProcess,
  proxyingIn,
  startConstantService,
  serveProxyInProcess,
  targetFor,
} from './own-proxy';
import { linesIn } from '../recorded-lines';

test('Ctrl-C judges and records all that was answered, however much came', async (t) => {
  const reports = temporaryFolder(t);
  const body = 'x'.repeat(5_000);
  const far = createServer((request, response) => request.resume().on('end', () => response.end(body)));
  const target = targetFor(t, await webServer(t, far));
  const proxy = await startProxyProcess(t, '--target', target, '--reports', reports);
  const { child, ended, output } = proxy;
  const url = `${proxy.url}/api/hiecm/gateway/v3/count`;
  const askMany = async (): Promise<void> => {
    for (let count = 0; count < 25; count += 1)
      await (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })).text();
  };
  await Promise.all(Array.from({ length: 16 }, askMany));
  child.kill('SIGINT');
  assert.equal(await ended, 1, output());
  assert.equal(readResults(reports).exchanges, 400);
  const lines = linesIn(join(reports, 'recording.jsonl')).map((line) => JSON.parse(line) as { seq: number });
  assert.deepEqual(
    lines.map(({ seq }) => seq),
    lines.map((_line, index) => index + 1),
  );
  assert.equal(output().match(/^ *#\d+ /gm)?.length, 400);
});

/** Waits until so many exchanges stand in the recording of a proxy that goes on. */
const onDisk = (reports: string, count: number) =>
  eventually(`${count} exchanges on the disk`, () =>
    draftsIn(reports).some((name) => linesIn(join(reports, name)).length === count),
  );

test('a proxy writes by itself what went through it, which a kill leaves', async (t) => {
  const target = targetFor(t, await startConstantService(t));
  const reports = temporaryFolder(t);
  const { child, url, ended } = await startProxyProcess(t, '--target', target, '--reports', reports);
  await sendGets(url, 20);
  await onDisk(reports, 20);
  child.kill('SIGKILL');
  await ended;
  const [draft = ''] = draftsIn(reports);
  assert.equal(draft, `.recording-${child.pid ?? 0}.jsonl`);
  const lines = linesIn(join(reports, draft));
  assert.equal(lines.length, 20);
  assert.ok(
    lines.every((line) => !/[\u0085\u2028\u2029]/.test(line)),
    'no reader of lines breaks one',
  );

  const again = await startProxyProcess(t, '--target', target, '--reports', reports, '--count', '1');
  const told = `conform audit ${join(reports, draft)} judges it, conform proxy --resume continues it`;
  assert.ok(again.output().includes(told), again.output());
  again.child.kill('SIGKILL');
  await again.ended;

  const judged = temporaryFolder(t);
  const { code, stdout } = await conform(['audit', join(reports, draft), '--reports', judged]);
  assert.equal(code, 1, stdout);
  assert.equal(readResults(judged).exchanges, 20);

  const copy = join(temporaryFolder(t), 'copy.jsonl');
  copyFileSync(join(reports, draft), copy);
  const { stderr } = await conform(['audit', copy, '--reports', reports]);
  assert.match(stderr, /A proxy that did not finish left .*: conform audit /, 'an audit tells of it, too');
});

test('--resume continues after a kill, whatever the moment', async (t) => {
  const target = targetFor(t, await startConstantService(t));
  const reports = temporaryFolder(t);
  const args = ['--target', target, '--reports', reports];
  let [kept, sent] = [0, 0];
  for (const atOnce of [true, false, true, false]) {
    const { child, url, ended } = await startProxyProcess(t, ...args, ...(sent === 0 ? [] : ['--resume']));
    await sendGets(url, 10);
    sent += 10;
    if (!atOnce) await onDisk(reports, kept + 10);
    child.kill('SIGKILL');
    await ended;
    const drafts = draftsIn(reports);
    assert.equal(drafts.length, 1, 'the recording that was continued is gone, now that it is in the new one');
    const count = linesIn(join(reports, drafts[0] ?? '')).length;
    assert.ok(count >= kept && count <= sent, `${count} lines, after ${kept}, of ${sent}`);
    kept = count;
  }
  const last = await serveProxyInProcess([...args, '--resume', '--count', '1']);
  await sendGets(last.url, 1);
  assert.equal(await last.ended, 1, last.output());
  assert.equal(readResults(reports).exchanges, kept + 1);
  assert.deepEqual(draftsIn(reports), [], 'a report that is written leaves no draft');
});

test('two proxies that continue one recording at once both keep all of it', async (t) => {
  const target = targetFor(t, await startConstantService(t));
  // Its own reports folder, which keeps earlier reports.
  const cwd = temporaryFolder(t);
  const reports = join(cwd, 'reports');
  const start = (...more: readonly string[]) => proxyingIn(t, {}, ['--target', target, ...more], cwd);
  const first = await start('--count', '3');
  await sendGets(first.url, 3);
  await first.ended;
  // What a killed process leaves. No process has that number.
  const left = join(reports, '.recording-4194305.jsonl');
  const newest = (): string => runsInHistory(reports)[0]?.path ?? '';
  writeFileSync(left, readFileSync(join(newest(), 'recording.jsonl')));
  const both = await Promise.all([start('--resume'), start('--resume')]);
  await Promise.all(both.map(({ url }, index) => sendGets(url, index + 1)));
  for (const { child, ended, output } of both) {
    child.kill('SIGINT');
    assert.equal(await ended, 1, output());
  }
  const kept = globSync('**/results.json', { cwd }).map(
    (file) => readResults(join(cwd, file, '..')).exchanges,
  );
  assert.deepEqual(kept.sort(), [3, 4, 5], 'the first report, and that of each');
  assert.equal(linesIn(join(newest(), 'recording.jsonl')).length, readResults(newest()).exchanges);
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
    it(`refuses a proxy in one line: ${what}`, async (t) => {
      const reports = temporaryFolder(t);
      const args = ['--target', targetFor(t, await startConstantService(t)), '--reports', reports];
      const { ended, output } = await proxyingIn(t, inTrouble({ folder: reports, at: 1, how }), args);
      assert.equal(await ended, 2, output());
      assert.ok(output().includes(`cannot be written: ${told}`), output());
      assert.equal(output().trim().split('\n').length, 1, output());
    });

  it('ends a proxy whose disk is full later on, and leaves what went through before', async (t) => {
    const reports = temporaryFolder(t);
    const args = ['--target', targetFor(t, await startConstantService(t)), '--reports', reports];
    const full = join(temporaryFolder(t), 'full');
    const env = inTrouble({ folder: reports, once: full, how: 'ENOSPC' });
    const { url, ended, output } = await proxyingIn(t, env, args);
    await sendGets(url, 2);
    const [draft = ''] = draftsIn(reports);
    await onDisk(reports, 2);
    writeFileSync(full, '');
    await sendGets(url, 1);
    assert.equal(await ended, 3, output());
    assert.match(output(), /cannot be written \(ENOSPC\): make room/);
    assert.doesNotMatch(output(), /^\s+at /m);
    assert.equal(linesIn(join(reports, draft)).length, 2);
  });
});
