import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseEnv } from 'node:util';
import { loadTarget } from '../../support/run/targets';
import { root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';

/** The programs of the image, and the folder that it hands out. */
function image(t: TestContext) {
  const folder = temporaryFolder(t);
  execFileSync(process.execPath, [join(root, 'scripts/build-mock.cjs'), folder]);
  const out = join(folder, 'run/mock');
  const program = (name: string): string => join(folder, 'support/mock', `${name}.cjs`);
  const start = (env: Readonly<Record<string, string>> = {}) => {
    const server = spawn(process.execPath, [program('server')], { env: { MOCK_OUT: out, ...env } });
    t.after(() => server.kill('SIGKILL'));
    return server;
  };
  const health = () => spawnSync(process.execPath, [program('health')], { env: { MOCK_OUT: out } }).status;
  return { out, start, health };
}

test('a mock by itself hands out a target file that loads, and new credentials with each start', async (t) => {
  const { out, start } = image(t);
  const given: string[] = [];
  for (const PUBLIC_HOST of ['mock', 'other']) {
    const server = start({ PUBLIC_HOST });
    await once(server.stdout, 'data');
    const variables = parseEnv(readFileSync(join(out, 'mock.env'), 'utf8'));
    const target = loadTarget(join(out, 'target.yaml'), variables);
    assert.equal(new URL(target.services.gateway ?? '').hostname, PUBLIC_HOST);
    assert.equal(target.credentials?.clientSecret, variables.CLIENT_SECRET);
    assert.equal(statSync(join(out, 'mock.env')).mode & 0o777, 0o600);
    given.push(variables.CLIENT_SECRET ?? '');
    server.kill();
    await once(server, 'close');
  }
  assert.equal(new Set(given).size, 2);
});

test('takes the credentials that it is given, and makes up those that are empty', async (t) => {
  const { out, start } = image(t);
  const server = start({ CLIENT_SECRET: 'a-secret-of-mine', CLIENT_ID: '' });
  await once(server.stdout, 'data');
  const variables = parseEnv(readFileSync(join(out, 'mock.env'), 'utf8'));
  assert.equal(variables.CLIENT_SECRET, 'a-secret-of-mine');
  assert.match(variables.CLIENT_ID ?? '', /^SBX_/);
});

test('is healthy while it listens, and not before or after', async (t) => {
  const { out, start, health } = image(t);
  assert.equal(health(), 1);
  const server = start();
  await once(server.stdout, 'data');
  assert.equal(health(), 0);
  server.kill();
  await once(server, 'close');
  assert.equal(health(), 1);
  assert.match(readFileSync(join(out, 'ready.json'), 'utf8'), /"ready":true/);
});

test('leaves no files of an earlier start if it fails to start', async (t) => {
  const { out, start } = image(t);
  const first = start();
  await once(first.stdout, 'data');
  first.kill();
  await once(first, 'close');
  const handedOut = [
    'ca.pem',
    'mock-files.json',
    'mock.env',
    'payer-certificate.pem',
    'payer.pem',
    'ready.json',
    'target.yaml',
  ];
  assert.deepEqual(readdirSync(out).sort(), handedOut);
  const second = start({ MOCK_PORT: 'high' });
  assert.deepEqual(await once(second, 'close'), [2, null]);
  assert.deepEqual(readdirSync(out), []);
});

test('neither removes nor replaces a file of the user', async (t) => {
  const { out, start } = image(t);
  mkdirSync(out, { recursive: true });
  for (const name of ['target.yaml', 'mock.env']) {
    writeFileSync(join(out, name), 'mine\n');
    const server = start();
    let said = '';
    server.stderr.on('data', (text: Buffer) => (said += text.toString()));
    assert.deepEqual(await once(server, 'close'), [2, null]);
    assert.match(
      said,
      new RegExp(`^mock: \\S+ holds ${name}, which no mock wrote or .*: mount an empty folder there\n$`),
    );
    assert.deepEqual(readdirSync(out), [name]);
    assert.equal(readFileSync(join(out, name), 'utf8'), 'mine\n');
    rmSync(join(out, name));
  }
});

test('writes no credentials if the process that started it chose them', async (t) => {
  const { out, start, health } = image(t);
  const secrets = { CLIENT_ID: 'a', CLIENT_SECRET: 'b-secret', TEST_OTP: '123456', TEST_TXN_ID: 'c' };
  const server = start({ ...secrets, CALLBACK_KEY: 'a key' });
  await once(server.stdout, 'data');
  assert.equal(health(), 0);
  assert.throws(() => statSync(join(out, 'mock.env')), /ENOENT/);

  const without = start({ CALLBACK_KEY: 'a key' });
  const [code] = (await once(without, 'close')) as [number];
  assert.equal(code, 2);
});

test('says in one line that its folder cannot be written', async (t) => {
  const { out, start } = image(t);
  const file = join(out, 'file');
  mkdirSync(out, { recursive: true });
  writeFileSync(file, '');
  const server = start({ MOCK_OUT: join(file, 'below') });
  let said = '';
  server.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(server, 'close')) as [number];
  assert.equal(code, 2);
  assert.match(said, /^mock: .*\/file\/below cannot be written \(ENOTDIR\): mount a folder there, or .*\n$/);
});
