import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { requestsOfRun } from '../../support/cli/doctor/outlook';
import { examineTarget } from '../../support/cli/doctor/examine-target';
import { embeddedTarget, loadTarget } from '../../support/run/targets';
import { temporaryFolder, finishLasting } from '../report/embedded-run';
import { conform, root } from './conform';
import { runningMock } from '../mock/running-mock';
import { targetOf } from './targets';

interface Line {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
}

/** What the doctor says of a target, by the names of its lines. */
async function examined(
  file: string,
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const { code, stdout, stderr } = await conform(['doctor', '--target', file, '--json', ...more], { env });
  assert.equal(stderr, '');
  const lines = JSON.parse(stdout) as Line[];
  return { code, lines, of: (name: string): Line | undefined => lines.find((line) => line.name === name) };
}

/** A target whose integrator is this program. */
function integratorTarget(t: TestContext, command: readonly string[], roles: readonly string[]): string {
  const file = join(temporaryFolder(t), 'target.yaml');
  const { declarations } = embeddedTarget;
  writeFileSync(file, stringify({ name: 'mine', integrator: { command, roles }, declarations }));
  return file;
}

/** An adapter that introduces itself so, and answers everything else without doing anything. */
function introducing(t: TestContext, about: object): string[] {
  const file = join(temporaryFolder(t), 'adapter.cjs');
  const result = { protocolVersion: '1', implementation: { name: 'stub', version: '7' }, ...about };
  writeFileSync(
    file,
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const result = method === 'initialize' ? ${JSON.stringify(result)} : null;
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }).on('close', () => process.exit());`,
  );
  return [process.execPath, file];
}

test('an adapter that can play its roles is good in every line', async (t) => {
  const command = [process.execPath, join(root, 'bin/conform.cjs'), 'adapter', '--serve'];
  const { code, lines, of } = await examined(integratorTarget(t, command, embeddedTarget.roles));
  assert.equal(code, 0, JSON.stringify(lines));
  for (const name of ['adapter', 'callbackUrl', 'client reaches the suite', 'client reads certificates'])
    assert.equal(of(name)?.state, 'good', name);
  for (const role of embeddedTarget.roles) assert.equal(of(`role ${role}`)?.state, 'good', role);
  assert.deepEqual(
    lines.filter(({ state }) => state !== 'good').map(({ name }) => name),
    ['services'],
  );
});

test('what an adapter lacks for its roles is bad, each with what to do', async (t) => {
  const capabilities = ['session.create', 'transfer.encrypt'];
  const stub = introducing(t, { capabilities, callbackUrl: 'http://127.0.0.1:9' });
  const { code, of } = await examined(integratorTarget(t, stub, ['session', 'hip', 'provider']));
  assert.equal(code, 3);
  const states = ['adapter', 'role session', 'role hip', 'role provider', 'callbackUrl'].map(
    (name) => of(name)?.state,
  );
  assert.deepEqual(states, ['good', 'good', 'good', 'bad', 'bad']);
  assert.match(
    of('role provider')?.detail ?? '',
    /^not without insurancePlan\.request, .*: offer that, or take/,
  );
  assert.match(of('callbackUrl')?.detail ?? '', /ECONNREFUSED: does the client listen/);
  assert.match(
    of('transfer keys')?.detail ?? '',
    /^initialize answers no transferKeyForms: each form is tried; name them/,
  );
  assert.match(of('encryption key')?.detail ?? '', /no encryptionKey: name it/);
  assert.match(of('client reaches the suite')?.detail ?? '', /session\.create sent nothing here/);
});

test('an adapter that ends at once is bad, with the last words of its log', async (t) => {
  const command = [process.execPath, '-e', 'console.error("no database"); process.exit(3)'];
  const { code, of } = await examined(integratorTarget(t, command, ['session']));
  assert.equal(code, 3);
  assert.equal(of('adapter')?.state, 'bad');
  assert.match(of('adapter')?.detail ?? '', /exit code 3[^]*no database/);
});

test('what would leave a run incomplete, or make it long, is told before it starts', async (t) => {
  const mock = await runningMock(t);
  const limits = { otpAttempts: 3, requestsPerMinute: 10, probes: 'full' };
  const few = await targetOf(t, mock, { limits });
  const told = await examined(few.file, [], few.env);
  assert.equal(told.code, 0);
  assert.match(told.of('OTPs')?.detail ?? '', /^room for 2 of 6 wrongly .*: set limits\.otpAttempts to 7/);
  assert.match(told.of('requestsPerMinute')?.detail ?? '', /^10 a minute .* about 5 minutes: raise/);

  const gentle = await targetOf(t, mock, { limits: { ...limits, probes: 'gentle', requestsPerMinute: 600 } });
  const other = await examined(gentle.file, [], gentle.env);
  assert.deepEqual(
    other.lines.filter(({ state }) => state !== 'good').map(({ name }) => name),
    ['probes'],
  );
});

test('what nobody declares is told, and is not once it is declared', async (t) => {
  const stub = introducing(t, { capabilities: ['session.create'] });
  const file = integratorTarget(t, stub, ['session']);
  assert.equal((await examined(file)).of('declarations'), undefined);
  writeFileSync(file, stringify({ name: 'mine', integrator: { command: stub, roles: ['session'] } }));
  const { detail = '', state } = (await examined(file)).of('declarations') ?? {};
  assert.equal(state, 'warning');
  assert.match(detail, /TOK-08\b.* cannot be seen from outside/);
  assert.doesNotMatch(detail, /HDT-19/);
});

test('waivers that have expired are bad, and those that are about to are told', async (t) => {
  const mock = await runningMock(t);
  const { file, env, folder } = await targetOf(t, mock);
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

test('a payer that cannot know the port of callbacks, or whose key is unknown, is told of', async (t) => {
  const mock = await runningMock(t);
  const sound = await targetOf(t, mock);
  const { of } = await examined(sound.file, [], sound.env);
  assert.equal(of('callback address')?.state, 'good');
  assert.equal(of('payer messages'), undefined);

  const passing = await targetOf(t, mock, { callback: undefined, encryption: undefined });
  const told = await examined(passing.file, [], passing.env);
  assert.equal(told.code, 0);
  const address = told.of('callback address');
  assert.equal(address?.state, 'warning');
  assert.match(address.detail, /its port changes with each run, .*: set callback\.listen to a fixed port/);
  const messages = told.of('payer messages');
  assert.equal(messages?.state, 'warning');
  assert.match(messages.detail, /^the envelope is jwe and the key of the payer is unknown: set encryption\./);

  const open = await targetOf(t, mock, {
    callback: { publicUrl: 'http://127.0.0.1:9' },
    encryption: undefined,
    readings: { envelope: 'json' },
  });
  const other = await examined(open.file, [], open.env);
  assert.equal(other.of('callback address')?.state, 'bad');
  assert.equal(other.of('payer messages'), undefined);
});

test('what is not reachable is told without sending the reader to the doctor', async (t) => {
  const mock = await runningMock(t);
  const { file, env } = await targetOf(t, mock, { services: { gateway: 'http://127.0.0.1:9' } });
  const { lines, of } = await examined(file, [], env);
  assert.match(
    of('credentials accepted')?.detail ?? '',
    /is not reachable: ECONNREFUSED; check services\.gateway and that it runs$/,
  );
  assert.doesNotMatch(JSON.stringify(lines), /conform doctor/);
});

test('the requests that it reckons with are about those of a run', async () => {
  const { results } = await finishLasting({ subjects: ['service'] });
  // Those of the suite, and a few callbacks of the payer.
  const sent = results.exchanges;
  assert.ok(Math.abs(sent - requestsOfRun) <= requestsOfRun / 4, `${sent} requests`);
});

test('each line is told as soon as it is known, before the next is looked for', async (t) => {
  let requests = 0;
  const mock = await runningMock(t, {
    observe: () => {
      requests += 1;
    },
  });
  const { file, env } = await targetOf(t, mock);
  const seen: { readonly name: string; readonly requests: number }[] = [];
  await examineTarget(loadTarget(file, env), {
    tell: ({ name }) => {
      seen.push({ name, requests });
    },
  });
  const at = (name: string): number => seen.find((line) => line.name === name)?.requests ?? -1;
  assert.ok(at('gateway reachable') > 0);
  assert.ok(at('credentials accepted') > at('gateway reachable'));
  assert.ok(at('registry certificate path') > at('identity certificate path'));
});

test('of an adapter that ends early, its end is told alone', async (t) => {
  const file = join(temporaryFolder(t), 'adapter.cjs');
  const about = { protocolVersion: '1', implementation: { name: 'stub', version: '7' } };
  const result = { ...about, capabilities: ['session.create'] };
  writeFileSync(
    file,
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method !== 'initialize') process.exit(3);
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result: ${JSON.stringify(result)} }));
    });`,
  );
  const { lines, of } = await examined(integratorTarget(t, [process.execPath, file], ['session']));
  assert.deepEqual(
    lines.map(({ name }) => name),
    ['services', 'adapter'],
  );
  assert.match(of('adapter')?.detail ?? '', /ended with exit code 3/);
});
