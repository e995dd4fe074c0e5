import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { environmentLines, requestsOfRun } from '../../support/cli/doctor/outlook';
import { embeddedTarget, loadTarget } from '../../support/run/targets';
import { unnamedCmId } from '../../support/contract/constants';
import type { Target } from '../../support/targets/target';
import { ConfigurationError } from '../../support/targets/errors';
import { runningMock } from '../mock/running-mock';
import { temporaryFolder } from '../report/embedded-run';
import { copyCachedRun } from '../runs/kept';
import { examined, integratorTarget, introducing, targetWith } from './examined';
import { writeMockTarget } from './targets';

test('what would leave a run incomplete, or make it long, is told before it starts', async (t) => {
  const mock = await runningMock(t);
  // More requests a minute than the doctor sends, so that it does not wait itself.
  const limits = { otpAttempts: 3, requestsPerMinute: 20, probes: 'full' };
  const few = await writeMockTarget(t, mock, { limits });
  const told = await examined(few.file, [], few.env);
  assert.equal(told.code, 0);
  assert.deepEqual(told.of('limits.otpAttempts')?.detail.split('\n'), [
    '3 attempts for 1 OTP: a run leaves out 1 obligation and parts of 1, so the verdict is no-failure at best: ' +
      'set limits.otpAttempts to 7, or list more OTPs',
    'ENC-13 A value in the wrong encoding is rejected',
    'ENC-12 A ciphertext with the wrong OAEP hash is rejected: only in part, without mixed',
  ]);
  assert.equal(told.of('left out'), undefined);
  assert.match(told.of('requestsPerMinute')?.detail ?? '', /^20 a minute .* about 2 minutes: raise/);

  const once = await writeMockTarget(t, mock, { limits: { ...limits, otpAttempts: 1 } });
  assert.match(
    (await examined(once.file, [], once.env)).of('limits.otpAttempts')?.detail ?? '',
    /: set limits\.otpAttempts to 7\n/,
    'of OTPs that are sent once, more do not help',
  );

  const gentle = await writeMockTarget(t, mock, {
    limits: { otpAttempts: 7, probes: 'gentle', requestsPerMinute: 600 },
  });
  const other = await examined(gentle.file, [], gentle.env);
  assert.deepEqual(
    other.lines.filter(({ state }) => state !== 'good').map(({ name }) => name),
    ['limits.probes'],
  );
  assert.match(
    other.of('limits.probes')?.detail ?? '',
    /^gentle: a run leaves out 4 obligations and parts of 1, .*: set limits\.probes to full\nSES-11 .*\n.*\nSES-08 [^\n]*: only in part, without wrong secret$/s,
  );
});

test('production is told with all that it leaves out', async (t) => {
  const mock = await runningMock(t);
  const { file, env } = await writeMockTarget(t, mock, { environment: 'production', cmId: 'prod' });
  const { of } = await examined(file, [], env);
  const [first = '', ids = ''] = (of('environment')?.detail ?? '').split('\n');
  assert.match(first, /^production: a run leaves out \d+ obligations, .*: set environment to sandbox/);
  assert.equal(Number(/\d+/.exec(first)?.[0]), ids.split(', ').length);
  assert.equal(of('otp'), undefined);
});

test('a registry in the sandbox without its version prefix, and production without cmId, are warnings', async (t) => {
  const told = (change: Partial<Target>): (string | undefined)[] =>
    environmentLines({ ...embeddedTarget, ...change }).map(({ name, state }) => `${state} ${name}`);
  const registry = (url: string) => told({ services: { registry: url } });
  assert.deepEqual(registry('https://registry.example'), ['warning services.registry']);
  assert.deepEqual(registry('https://registry.example/v40'), ['warning services.registry']);
  for (const right of ['https://registry.example/v4', 'https://a.example/hpr/v4/x', 'http://127.0.0.1:9000'])
    assert.deepEqual(registry(right), [], right);
  assert.deepEqual(told({ services: {} }), []);
  const services = { registry: 'https://registry.example' };
  assert.deepEqual(told({ environment: 'production', cmId: 'abdm', services }), []);
  assert.deepEqual(told({ environment: 'production', cmId: unnamedCmId }), ['warning cmId']);

  const { file, env } = await writeMockTarget(t, await runningMock(t), { environment: 'production' });
  const { code, of } = await examined(file, [], env);
  assert.match(of('cmId')?.detail ?? '', /^not set: .* set it to the consent-manager suffix of production$/);
  assert.equal(typeof code, 'number');
});

test('missing services and a missing OTP are told with their obligations', async (t) => {
  const mock = await runningMock(t);
  const { gateway, identity, registry } = mock.urls;
  const few = { services: { gateway, identity, registry }, otp: undefined };
  const { file, env } = await writeMockTarget(t, mock, few);
  const { code, lines, of } = await examined(file, [], env);
  assert.equal(code, 0, JSON.stringify(lines));
  assert.deepEqual(
    lines.filter(({ state }) => state !== 'good').map(({ name, state }) => [name, state]),
    [
      ['services.dummyPayer and services.provider', 'warning'],
      ['otp', 'warning'],
    ],
  );
  const payer = of('services.dummyPayer and services.provider')?.detail ?? '';
  assert.match(
    payer,
    /^unset: \d+ obligations not judged, which changes no verdict: .*\nDPY-08, .*, CBK-07$/,
  );
  assert.equal(Number(/(\d+) obligations/.exec(payer)?.[1]), payer.match(/[A-Z]{3}-\d\d/g)?.length, payer);
  assert.match(
    of('otp')?.detail ?? '',
    /^unset: a run cannot test 6 obligations, and ends incomplete: set otp\.value and otp\.txnId, or otp\.command\nENC-11 (.*\n){5}.*$/,
  );
});

test('roles that only an adapter shows are told first of a client by hand, with the challenge', async (t) => {
  const file = join(temporaryFolder(t), 'target.yaml');
  const { declarations } = embeddedTarget;
  const byHand = (roles: readonly string[]): void => {
    writeFileSync(file, stringify({ name: 'mine', integrator: { manual: true, roles }, declarations }));
  };
  byHand(['session', 'hip']);
  const [first] = (await examined(file)).lines;
  assert.deepEqual([first?.name, first?.state], ['roles hip', 'warning']);
  assert.match(
    first?.detail ?? '',
    /^\d+ obligations stay open, .* npx conform challenge --role hip --out /s,
  );
  byHand(['session', 'provider']);
  const provider = await examined(file);
  assert.doesNotMatch(JSON.stringify(provider.lines), /challenge/);
  assert.match(provider.of('role provider')?.detail ?? '', /not tested: .* set integrator\.callbackUrl$/);

  const system = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(system, 'listening');
  t.after(() => system.close());
  const calledBackAt = async (callbackUrl: string) => {
    const integrator = { manual: true, roles: ['session', 'provider'], callbackUrl };
    const readings = { envelope: 'json' };
    writeFileSync(file, stringify({ name: 'mine', integrator, readings, declarations }));
    const { code, of } = await examined(file);
    return [code, of('role provider'), of('callbackUrl')?.state, of('callbackUrl')?.detail];
  };
  const there = `http://127.0.0.1:${(system.address() as AddressInfo).port}`;
  assert.deepEqual(await calledBackAt(there), [0, undefined, 'good', `${there} answers`]);
  assert.deepEqual(await calledBackAt('http://127.0.0.1:9'), [
    ...[0, undefined, 'warning'],
    'http://127.0.0.1:9 ECONNREFUSED: is your system at work, and does it listen on that port?',
  ]);
});

test('a missing declaration is reported until it is there', async (t) => {
  const stub = introducing(t, { capabilities: ['session.create'] });
  const file = integratorTarget(t, stub, ['session']);
  assert.equal((await examined(file)).of('declarations'), undefined);
  writeFileSync(file, stringify({ name: 'mine', integrator: { command: stub, roles: ['session'] } }));
  const { detail = '', state } = (await examined(file)).of('declarations') ?? {};
  assert.equal(state, 'warning');
  assert.match(detail, /TOK-08\b.* cannot be seen from outside/);
  assert.doesNotMatch(detail, /HDT-19/);

  // What it says to add is YAML that a target takes once it is filled in, and not before.
  const text = readFileSync(file, 'utf8') + detail.slice(detail.indexOf('\n') + 1);
  assert.throws(() => loadTarget(targetWith(t, text)), ConfigurationError);
  const filled = text.replaceAll('date: …', "date: '2026-11-01'");
  const target = loadTarget(targetWith(t, filled));
  assert.deepEqual(Object.keys(target.declarations).sort(), ['HDR-14', 'TOK-08']);
  writeFileSync(file, filled.replace(/^.*HDR-14.*\n/m, ''));
  const left = (await examined(file)).of('declarations')?.detail.split('\n') ?? [];
  assert.deepEqual(
    left.slice(1).map((each) => each.split(':')[0]),
    ['  HDR-14'],
    'a member of that name is there already',
  );
});

test('waivers that have expired are bad, and those that are about to are told', async (t) => {
  const mock = await runningMock(t);
  const { file, env, folder } = await writeMockTarget(t, mock);
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const waivers = [
    { id: 'SES-05', expires: day(-2) },
    { id: 'SES-06', expires: day(3) },
    { id: 'SES-07', expires: day(90) },
  ].map((each) => ({ ...each, reason: 'being mended', approver: 'Ann' }));
  writeFileSync(join(folder, 'waivers.yaml'), stringify(waivers));
  const { code, lines } = await examined(file, ['--waivers', join(folder, 'waivers.yaml')], env);
  assert.equal(code, 3);
  const told = lines.filter(({ name }) => name === 'waivers');
  assert.deepEqual(
    told.map(({ state, detail }) => [state, detail.split(' expire')[0]]),
    [
      ['bad', 'the approved exception for SES-05'],
      ['warning', 'the approved exception for SES-06'],
    ],
  );
});

test('the requests that it reckons with are about those of a run', async (t) => {
  const { results } = await copyCachedRun('service', t);
  // Those of the suite, and a few callbacks of the payer.
  const sent = results.exchanges;
  assert.ok(Math.abs(sent - requestsOfRun) <= requestsOfRun / 4, `${sent} requests`);
});
