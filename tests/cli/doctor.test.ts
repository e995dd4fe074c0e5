import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { examineTarget } from '../../support/cli/doctor';
import { embeddedTarget, loadTarget } from '../../support/run/targets';
import { runningMock } from '../mock/running-mock';
import { temporaryFolder } from '../report/embedded-run';
import { conform, root } from './conform';
import { examined, integratorTarget, introducing } from './examined';
import { writeMockTarget } from './targets';

test('an adapter that can play its roles is good in every line', async (t) => {
  const command = [process.execPath, join(root, 'bin/conform.cjs'), 'adapter', '--serve'];
  const { code, lines, of } = await examined(integratorTarget(t, command, embeddedTarget.roles));
  assert.equal(code, 0, JSON.stringify(lines));
  for (const name of ['adapter', 'callbackUrl', 'client reaches the suite', 'client reads certificates'])
    assert.equal(of(name)?.state, 'good', name);
  for (const role of embeddedTarget.roles) assert.equal(of(`role ${role}`)?.state, 'good', role);
  assert.deepEqual(
    lines.filter(({ state }) => state !== 'good').map(({ name }) => name),
    ['services', 'mock.tls'],
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
  assert.deepEqual(states, ['good', 'good', 'good', 'warning', 'bad']);
  assert.match(
    of('role provider')?.detail ?? '',
    /^tested without insurancePlan\.request, .*: the obligations that need them stay not tested/,
  );
  assert.match(of('callbackUrl')?.detail ?? '', /ECONNREFUSED: does the client listen/);
  assert.match(
    of('transfer keys')?.detail ?? '',
    /^initialize answers no transferKeyForms: each form is tried; name them/,
  );
  assert.match(of('encryption key')?.detail ?? '', /no encryptionKey: name it/);
  assert.match(of('client reaches the suite')?.detail ?? '', /session\.create sent nothing here/);
});

test('a role that the adapter cannot play is bad', async (t) => {
  const stub = introducing(t, { capabilities: ['session.create'] });
  const { of } = await examined(integratorTarget(t, stub, ['session', 'hip', 'provider']));
  for (const role of ['hip', 'provider']) {
    assert.equal(of(`role ${role}`)?.state, 'bad', role);
    assert.match(of(`role ${role}`)?.detail ?? '', /^not without .*: offer that, or take the role out/);
  }
});

test('an adapter that ends at once is bad, with the last words of its log', async (t) => {
  const command = [process.execPath, '-e', 'console.error("no database"); process.exit(3)'];
  const { code, of } = await examined(integratorTarget(t, command, ['session']));
  assert.equal(code, 3);
  assert.equal(of('adapter')?.state, 'bad');
  assert.match(of('adapter')?.detail ?? '', /exit code 3[^]*no database/);
});

test('a target of the folder needs no name', async (t) => {
  const cwd = temporaryFolder(t);
  const { declarations } = embeddedTarget;
  const manual = { name: 'mine', integrator: { manual: true, roles: ['session'] }, declarations };
  writeFileSync(join(cwd, 'target.yaml'), stringify(manual));
  const { code, stdout } = await conform(['doctor'], { cwd });
  assert.equal(code, 0);
  assert.match(stdout, /^\? adapter +by hand/m);
});

test('a payer that cannot know the port of callbacks, or whose key is unknown, is told of', async (t) => {
  const mock = await runningMock(t);
  const sound = await writeMockTarget(t, mock);
  const { of } = await examined(sound.file, [], sound.env);
  assert.equal(of('callback address')?.state, 'good');
  assert.equal(of('payer messages'), undefined);

  const passing = await writeMockTarget(t, mock, { callback: undefined, encryption: undefined });
  const told = await examined(passing.file, [], passing.env);
  assert.equal(told.code, 0);
  const address = told.of('callback address');
  assert.equal(address?.state, 'warning');
  assert.match(address.detail, /its port changes with each run, .*: set callback\.listen to a fixed port/);
  const messages = told.of('payer messages');
  assert.equal(messages?.state, 'warning');
  assert.match(messages.detail, /^the envelope is jwe and the key of the payer is unknown: set encryption\./);

  const open = await writeMockTarget(t, mock, {
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
  const { file, env } = await writeMockTarget(t, mock, { services: { gateway: 'http://127.0.0.1:9' } });
  const { lines, of } = await examined(file, [], env);
  assert.match(
    of('credentials accepted')?.detail ?? '',
    /is not reachable: ECONNREFUSED; check services\.gateway and that it runs$/,
  );
  assert.doesNotMatch(JSON.stringify(lines), /conform doctor/);
});

test('each line is told as soon as it is known, before the next is looked for', async (t) => {
  let requests = 0;
  const mock = await runningMock(t, {
    observe: () => {
      requests += 1;
    },
  });
  const { file, env } = await writeMockTarget(t, mock);
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
    ['services', 'adapter', 'integrator.roles', 'mock.tls', 'readings.bridge-scoped'],
  );
  assert.match(of('adapter')?.detail ?? '', /ended with exit code 3/);
});

test('a client with a secret of its own is told so, even though the suite grants it a session', async (t) => {
  const file = join(temporaryFolder(t), 'adapter.cjs');
  const about = { protocolVersion: '1', implementation: { name: 'stub', version: '7' } };
  const result = { ...about, capabilities: ['session.create'] };
  writeFileSync(
    file,
    `const answers = {
      initialize: (params) => { given = params; return ${JSON.stringify(result)}; },
      'session.create': async () => {
        const body = JSON.stringify({ ...given.credentials, clientSecret: 'of-yesterday', grantType: 'client_credentials' });
        const url = given.services.gateway + '/api/hiecm/gateway/v3/sessions';
        await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        return null;
      },
      shutdown: () => null,
    };
    let given;
    require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
      const { id, method, params } = JSON.parse(line);
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result: await answers[method](params) }));
    }).on('close', () => process.exit());`,
  );
  const { of } = await examined(integratorTarget(t, [process.execPath, file], ['session']));
  const { state, detail = '' } = of('client reaches the suite') ?? {};
  assert.equal(state, 'warning');
  assert.match(
    detail,
    /reached the gateway; the clientSecret is not that of this clientId: use credentials\.clientSecret of initialize$/,
  );
  assert.doesNotMatch(detail, /of-yesterday/);
});
