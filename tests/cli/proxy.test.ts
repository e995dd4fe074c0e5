import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLocalChannel } from '../../support/adapter/local-channel';
import { createIntegrator } from '../../support/client/integrator';
import { payerOfMock } from '../../support/run/open-services';
import type { Mock } from '../../support/mock/start-mock';
import { driveDay } from '../../mutants/traffic/drive';
import { targetOf as stagedTarget } from '../../mutants/stage';
import { sendExactRequest } from '../mock/ask';
import { runningMock } from '../mock/running-mock';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import {
  startProxyProcess,
  proxyingIn,
  startConstantService,
  serveProxyInProcess,
  targetFor,
} from './own-proxy';
import { writeMockTarget } from './targets';

async function drive(mock: Mock, services: Mock['urls'], ca: string): Promise<void> {
  const channel = openLocalChannel(createIntegrator({ log: () => undefined }));
  const inFrontOf = (url: string) => Promise.resolve(url);
  try {
    const [payer, idle] = [payerOfMock(mock), () => mock.cycles.settled()];
    await driveDay(channel, { target: stagedTarget(mock), services, ca, payer, idle, inFrontOf });
  } finally {
    await channel.close();
  }
}

test('a proxy prints addresses and a line for each exchange, and judges at its end', async (t) => {
  const mock = await runningMock(t);
  const { file, env } = await writeMockTarget(t, mock);
  const reports = temporaryFolder(t);
  const running = await proxyingIn(t, env, ['--target', file, '--reports', reports, '--tls']);
  assert.deepEqual(Object.keys(running.services), Object.keys(mock.urls));
  await drive(mock, running.services, readFileSync(join(reports, 'ca.pem'), 'utf8'));
  running.child.kill('SIGINT');
  const code = await running.ended;
  const { run, obligations, exchanges } = readResults(reports);
  assert.equal(code, 0, 'what the traffic does not show fails nothing');
  assert.equal(run.profile, 'proxy');
  for (const subject of ['service', 'integrator'] as const) {
    const { verdict, why = [] } = run.overall[subject] ?? {};
    assert.deepEqual([verdict, why.map(({ kind }) => kind)], ['no-failure', ['traffic']], subject);
  }
  const verdicts = new Map(obligations.map(({ id, verdict }) => [id, verdict]));
  for (const id of ['SES-05', 'CRT-01', 'HDR-05', 'HDR-08', 'TOK-03', 'ENC-03', 'OTP-01', 'SEC-01'] as const)
    assert.equal(verdicts.get(id), 'passed', id);
  assert.equal(verdicts.get('CBK-04'), 'not-tested');
  assert.match(running.output(), /#1 {2}gateway {4}POST \/api\/hiecm\/gateway\/v3\/sessions 200 \d+ ms/);
  assert.ok(exchanges > 10);
  const { hosts = [], exchanges: byOwner } = run.observed ?? {};
  assert.deepEqual([byOwner?.other, byOwner?.unknown, byOwner?.suite], [0, 0, 0]);
  const services = hosts.flatMap((host) => host.services ?? []);
  assert.deepEqual(services.sort(), Object.keys(run.target.services).sort());

  const more = await serveProxyInProcess(
    ['--target', file, '--reports', reports, '--tls', '--resume', '--count', '1'],
    env,
  );
  await fetch(`${more.services.gateway.replace('https', 'http')}/`).catch(() => undefined);
  await more.ended;
  const after = readResults(reports);
  assert.equal(after.exchanges, exchanges + 1, 'it goes on with what was recorded');
  assert.deepEqual(
    after.run.traffic?.files.map(({ form }) => form),
    ['recording', 'wire'],
  );
  assert.match(more.output(), /✗ SEC-01/, 'a request in clear at a port that speaks TLS');
});

test('a proxy that cannot begin says why in one line, and leaves the recording alone', async (t) => {
  const mock = await runningMock(t);
  const { file, env, folder } = await writeMockTarget(t, mock);
  const [reports, foreign, other] = [temporaryFolder(t), temporaryFolder(t), temporaryFolder(t)];
  writeFileSync(
    join(foreign, '.recording-999999.jsonl'),
    '192.0.2.7 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 3',
  );
  writeFileSync(join(other, '.recording-999999.jsonl'), '{"kind":"recording","form":3,"names":[]}\n');
  const cases = [
    [
      ['--target', file, '--resume', '--reports', other],
      /recording-999999\.jsonl: is a recording with form 3, and this suite reads form 2 — /,
    ],
    [['--target', file, '--resume', '--reports', reports], /there is no recording to continue/],
    [
      ['--target', file, '--resume', '--reports', foreign],
      /recording-999999\.jsonl: holds an access log in the common/,
    ],
    [
      ['--target', file, '--port', '1', '--host', '203.0.113.1', '--reports', reports],
      /cannot be listened on \(EADDRNOTAVAIL\)/,
    ],
    [['--target', file, '--callbacks', 'here', '--reports', reports], /--callbacks is not an address/],
    [['--target', join(folder, 'none.yaml')], /there is no such file/],
  ] as const;
  for (const [args, told] of cases) {
    const { code, stderr } = await conform(['proxy', ...args], { env });
    assert.equal(code, 2, stderr);
    assert.match(stderr, told);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('two proxies in one folder: what ca.pem holds is trusted by the clients of both', async (t) => {
  const reports = temporaryFolder(t);
  const args = ['--target', targetFor(t, await startConstantService(t)), '--reports', reports, '--tls'];
  const first = await startProxyProcess(t, ...args);
  const second = await serveProxyInProcess([...args, '--count', '1']);
  const ca = readFileSync(join(reports, 'ca.pem'), 'utf8');
  for (const { url } of [first, second]) assert.equal((await sendExactRequest(url, { ca })).status, 200);
  await second.ended;
  first.child.kill('SIGINT');
  await first.ended;
  const third = await serveProxyInProcess([...args, '--count', '1']);
  const own = readFileSync(join(reports, 'ca.pem'), 'utf8');
  assert.equal(own.split('BEGIN CERTIFICATE').length, 2, 'that of proxies which ended goes');
  assert.equal((await sendExactRequest(third.url, { ca: own })).status, 200);
  await third.ended;
});

test('a proxy over TLS counts the connections of a client that sends no request', async (t) => {
  const reports = temporaryFolder(t);
  const target = targetFor(t, await startConstantService(t));
  const args = ['--target', target, '--reports', reports, '--tls', '--count', '1'];
  const { url, ended, output } = await serveProxyInProcess(args);
  await assert.rejects(sendExactRequest(url), /certificate|issuer/);
  const ca = readFileSync(join(reports, 'ca.pem'), 'utf8');
  assert.equal((await sendExactRequest(url, { ca })).status, 200);
  await ended;
  assert.match(
    output(),
    /^1 connection was closed during or right after the TLS handshake, without a request/m,
  );
});
