import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { rawServer, sendBytes } from '../traffic/proxy/relay-scene';
import { conform } from './conform';
import { sendGets, draftsIn, startConstantService, serveProxyInProcess, targetFor } from './own-proxy';
import { linesIn } from '../recorded-lines';

const get = 'GET /api HTTP/1.1\r\nHost: x\r\n\r\n';

test('a live proxy run tells what it refused, and its pack is verified', async (t) => {
  const reports = temporaryFolder(t);
  const args = [
    '--target',
    targetFor(t, await startConstantService(t)),
    '--reports',
    reports,
    '--max-connections',
    '1',
    '--count',
    '1',
  ];
  const { url, ended, output } = await serveProxyInProcess(args);
  const { port } = new URL(url);
  const held = connect(Number(port), '127.0.0.1');
  await once(held, 'connect');
  for (let count = 0; count < 2; count += 1)
    assert.equal(await sendBytes(Number(port), get).catch(() => ''), '');
  held.write(get);
  assert.match(String((await once(held, 'data'))[0]), /200 OK/);
  held.destroy();
  assert.equal(await ended, 1, output());
  const { exchanges, run } = readResults(reports);
  assert.deepEqual([exchanges, run.traffic?.files[0]?.refused], [1, 2]);
  const told = '2 connections refused by the proxy and not judged';
  assert.ok(output().includes(`proxy: 1 exchange, ${told}`), output());
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

test('--resume continues after a kill before anything came', async (t) => {
  const target = targetFor(t, await startConstantService(t));
  const reports = temporaryFolder(t);
  // What such a process leaves. No process has that number.
  writeFileSync(join(reports, '.recording-4194305.jsonl'), '');
  const args = ['--target', target, '--reports', reports, '--count', '1'];
  const again = await serveProxyInProcess([...args, '--resume']);
  await sendGets(again.url, 1);
  await again.ended;
  assert.equal(readResults(reports).exchanges, 1, again.output());
  assert.deepEqual(draftsIn(reports), []);
  const none = await serveProxyInProcess(['--target', target, '--reports', temporaryFolder(t), '--resume']);
  assert.equal(await none.ended, 2, none.output());
});

test('a kill while an earlier recording is copied leaves that recording, and a half line is passed over', async (t) => {
  const target = targetFor(t, await startConstantService(t));
  const reports = temporaryFolder(t);
  const args = ['--target', target, '--reports', reports];
  const first = await serveProxyInProcess([...args, '--count', '3']);
  await sendGets(first.url, 3);
  await first.ended;
  // What such a process leaves: its own copy, not whole. No process has that number.
  const copy = join(reports, '.resuming-4194305.jsonl');
  writeFileSync(copy, linesIn(join(reports, 'recording.jsonl'))[0]?.slice(0, 50) ?? '');
  const killed = join(reports, '.recording-4194305.jsonl');
  copyFileSync(join(reports, 'recording.jsonl'), killed);
  writeFileSync(killed, readFileSync(killed, 'utf8') + '{"seq":4,"arri');
  const again = await serveProxyInProcess([...args, '--resume', '--count', '1']);
  await sendGets(again.url, 1);
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
  const target = targetFor(t, await startConstantService(t));
  const reports = temporaryFolder(t);
  const { url, ended, output } = await serveProxyInProcess([
    '--target',
    target,
    '--reports',
    reports,
    '--host',
    '::1',
    '--count',
    '2',
  ]);
  assert.match(url, /^http:\/\/\[::1\]:\d+$/);
  await sendGets(url, 2);
  assert.equal(await ended, 1, output());
  const [line = ''] = linesIn(join(reports, 'recording.jsonl'));
  assert.match(line, /"url":"http:\/\/\[::1\]\/api\/hiecm\/gateway\/v3\/count\/0"/);
});

test('a service that answers with status 099 ends no proxy', async (t) => {
  const far = await rawServer(t, (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 099 \u001b[31m\r\n\r\n'));
  });
  const target = targetFor(t, far);
  const reports = temporaryFolder(t);
  const { url, ended, output } = await serveProxyInProcess([
    '--target',
    target,
    '--reports',
    reports,
    '--count',
    '2',
  ]);
  for (const path of ['/api/hiecm/v3/one', '/api/hiecm/v3/two'])
    assert.equal((await fetch(url + path)).status, 502);
  assert.equal(await ended, 1, output());
  assert.match(output(), /#2 .*ERR_HTTP_INVALID_STATUS_CODE/);
  assert.equal(readResults(reports).exchanges, 2);
});

test('GitHub takes nothing for a command that a line shows, the last ones included', async (t) => {
  const reports = temporaryFolder(t);
  const args = [
    '--target',
    targetFor(t, await startConstantService(t)),
    '--reports',
    reports,
    '--count',
    '5',
  ];
  const { url, ended, output } = await serveProxyInProcess(args, { GITHUB_ACTIONS: 'true' });
  await sendGets(`${url}/api/hiecm/v3/##[stop-commands]`, 5);
  assert.equal(await ended, 1, output());
  const [, token = 'none'] = /^::stop-commands::(\S+)$/m.exec(output()) ?? [];
  const [shown = '', after] = output().split(`::${token}::`);
  assert.equal(shown.match(/^ *#\d /gm)?.length, 5, output());
  assert.doesNotMatch(after ?? assert.fail(output()), /^ *#\d /m);
});
