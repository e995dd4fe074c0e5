import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../eventually';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { rawServer } from '../traffic/proxy/relay-scene';
import { conform } from './conform';
import { ask, draftsIn, linesOf, proxying, service, targetFor } from './own-proxy';

/** Waits until so many exchanges stand in the recording of a proxy that goes on. */
const onDisk = (reports: string, count: number) =>
  eventually(`${count} exchanges on the disk`, () =>
    draftsIn(reports).some((name) => linesOf(join(reports, name)).length === count),
  );

test('a proxy writes by itself what went through it, which a kill leaves', async (t) => {
  const target = targetFor(t, await service(t));
  const reports = temporaryFolder(t);
  const { child, url, ended } = await proxying(t, '--target', target, '--reports', reports);
  await ask(url, 20);
  await onDisk(reports, 20);
  child.kill('SIGKILL');
  await ended;
  const [draft = ''] = draftsIn(reports);
  assert.equal(draft, `.recording-${child.pid ?? 0}.jsonl`);
  const lines = linesOf(join(reports, draft));
  assert.equal(lines.length, 20);
  assert.ok(
    lines.every((line) => !/[\u0085\u2028\u2029]/.test(line)),
    'no reader of lines breaks one',
  );

  const again = await proxying(t, '--target', target, '--reports', reports, '--count', '1');
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
  const target = targetFor(t, await service(t));
  const reports = temporaryFolder(t);
  const args = ['--target', target, '--reports', reports];
  let [kept, sent] = [0, 0];
  for (const atOnce of [true, false, true, false]) {
    const { child, url, ended } = await proxying(t, ...args, ...(sent === 0 ? [] : ['--resume']));
    await ask(url, 10);
    sent += 10;
    if (!atOnce) await onDisk(reports, kept + 10);
    child.kill('SIGKILL');
    await ended;
    const drafts = draftsIn(reports);
    assert.equal(drafts.length, 1, 'the recording that was continued is gone, now that it is in the new one');
    const count = linesOf(join(reports, drafts[0] ?? '')).length;
    assert.ok(count >= kept && count <= sent, `${count} lines, after ${kept}, of ${sent}`);
    kept = count;
  }
  const last = await proxying(t, ...args, '--resume', '--count', '1');
  await ask(last.url, 1);
  assert.equal(await last.ended, 1, last.output());
  assert.equal(readResults(reports).exchanges, kept + 1);
  assert.deepEqual(draftsIn(reports), [], 'a report that is written leaves no draft');
});

test('--resume continues after a kill before anything came', async (t) => {
  const target = targetFor(t, await service(t));
  const reports = temporaryFolder(t);
  // What such a process leaves. No process has that number.
  writeFileSync(join(reports, '.recording-4194305.jsonl'), '');
  const args = ['--target', target, '--reports', reports, '--count', '1'];
  const again = await proxying(t, ...args, '--resume');
  await ask(again.url, 1);
  await again.ended;
  assert.equal(readResults(reports).exchanges, 1, again.output());
  assert.deepEqual(draftsIn(reports), []);
  const none = await proxying(t, '--target', target, '--reports', temporaryFolder(t), '--resume');
  assert.equal(await none.ended, 2, none.output());
});

test('a kill while an earlier recording is copied leaves that recording, and a half line is passed over', async (t) => {
  const target = targetFor(t, await service(t));
  const reports = temporaryFolder(t);
  const args = ['--target', target, '--reports', reports];
  const first = await proxying(t, ...args, '--count', '3');
  await ask(first.url, 3);
  await first.ended;
  // What such a process leaves: its own copy, not whole. No process has that number.
  const copy = join(reports, '.resuming-4194305.jsonl');
  writeFileSync(copy, linesOf(join(reports, 'recording.jsonl'))[0]?.slice(0, 50) ?? '');
  const killed = join(reports, '.recording-4194305.jsonl');
  copyFileSync(join(reports, 'recording.jsonl'), killed);
  writeFileSync(killed, readFileSync(killed, 'utf8') + '{"seq":4,"arri');
  const again = await proxying(t, ...args, '--resume', '--count', '1');
  await ask(again.url, 1);
  await again.ended;
  const { exchanges, run } = readResults(reports);
  assert.equal(exchanges, 4);
  assert.deepEqual(
    run.traffic?.files.map(({ form, brokenCount }) => [form, brokenCount]),
    [
      ['recording', 1],
      ['wire', 0],
    ],
  );
  assert.deepEqual([existsSync(copy), existsSync(killed)], [false, false]);
});

// IPv6 may be turned off.
const noIpv6 = lacksIpv6();
function lacksIpv6(): boolean {
  try {
    return !readFileSync('/proc/net/if_inet6', 'utf8').includes('00000000000000000000000000000001');
  } catch {
    return process.platform === 'linux';
  }
}

test('a proxy on ::1 passes on, records and ends as on any other address', { skip: noIpv6 }, async (t) => {
  const target = targetFor(t, await service(t));
  const reports = temporaryFolder(t);
  const { url, ended, output } = await proxying(
    t,
    '--target',
    target,
    '--reports',
    reports,
    '--host',
    '::1',
    '--count',
    '2',
  );
  assert.match(url, /^http:\/\/\[::1\]:\d+$/);
  await ask(url, 2);
  assert.equal(await ended, 1, output());
  const [line = ''] = linesOf(join(reports, 'recording.jsonl'));
  assert.match(line, /"url":"http:\/\/\[::1\]\/count\/0"/);
});

test('a service that answers with status 099 ends no proxy', async (t) => {
  const far = await rawServer(t, (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 099 \u001b[31m\r\n\r\n'));
  });
  const target = targetFor(t, far);
  const reports = temporaryFolder(t);
  const { url, ended, output } = await proxying(t, '--target', target, '--reports', reports, '--count', '2');
  for (const path of ['/one', '/two']) assert.equal((await fetch(url + path)).status, 502);
  assert.equal(await ended, 1, output());
  assert.match(output(), /#2 .*ERR_HTTP_INVALID_STATUS_CODE/);
  assert.equal(readResults(reports).exchanges, 2);
});
