import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { parseEnv } from 'node:util';
import { commandLineOf, descendantsOf } from '../../support/cli/linux-processes';
import { parseRenaming, renamed } from '../../support/cli/rename-variables';
import { WrappedCommand } from '../../support/cli/wrapped-command';
import { eventually } from '../eventually';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import { bytes, nodeCommand, sessionClient, wrapping } from './wrapped';

test('a mock runs a client over TLS, leaves stdout to it, and ends with its verdicts', async (t) => {
  const { folder, stdout, stderr, ended } = wrapping(t, sessionClient(t, '0'), {
    options: ['--variables', 'mock.env'],
  });
  assert.equal(await ended, 0, stderr());
  assert.deepEqual(stdout(), bytes);
  assert.match(stderr(), /^The mock listens \(gateway: https:\S+\)\. Your command finds it by GATEWAY_URL, /);
  assert.match(stderr(), / SSL_CERT_FILE, .* CLIENT_SECRET, [^]*#1 {2}gateway {4}POST \S+ 200 /);
  assert.match(stderr(), /^integrator: no failure in the \d+ of 92 requirements that were seen$/m);
  assert.match(stderr(), /^Report: r\/compliance\.html/m);
  const { CLIENT_ID, CLIENT_SECRET, TEST_OTP, GATEWAY_URL } = parseEnv(
    readFileSync(join(folder, 'mock.env'), 'utf8'),
  );
  assert.ok(stderr().includes(GATEWAY_URL ?? '?'));
  for (const each of [CLIENT_ID, CLIENT_SECRET, TEST_OTP, 'BEGIN'])
    assert.ok(!stderr().includes(each ?? ''), 'no credentials');
  assert.equal(readResults(join(folder, 'r')).exchanges, 1);
});

describe('a command of mock', () => {
  for (const [command, options, message] of [
    [['no-such-program'], [], /^error: the command of mock cannot be started: "no-such-program" \(no such/],
    [['node'], ['--json'], /^error: --json does not fit a command, .* results\.json of the report/],
    [['node'], ['--for', '5'], /^error: --for does not fit a command — the mock ends when/],
    [['node'], ['--count', '5'], /^error: --count does not fit a command — the mock ends when/],
    [
      ['node'],
      ['--env', 'GATE=A'],
      /^error: --env "GATE" is no variable of the mock — .* GATEWAY_URL, .*SSL_/,
    ],
  ] as const)
    it(`is refused in one line: ${[...options, '--', ...command].join(' ')}`, async (t) => {
      const cwd = temporaryFolder(t);
      const { code, stdout, stderr } = await conform(['mock', ...options, '--', ...command], { cwd });
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
      assert.equal(existsSync(join(cwd, 'reports')), false);
    });
});

const noPosix = process.platform === 'win32' && 'Windows has no such signals';

describe('WrappedCommand', () => {
  const waiting = nodeCommand('setInterval(() => undefined, 1000)');

  it('ends a command that still runs when the mock must end', async () => {
    const command = new WrappedCommand(waiting);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await command.start([], process.env, () => {
      resolve(undefined);
    });
    await command.end();
    await promise;
    if (process.platform !== 'win32')
      assert.deepEqual([0, 1].map(command.exitCode.bind(command)), [143, 143]);
    assert.equal(command.pass('SIGTERM'), false, 'a signal is then meant for the mock');
  });

  it('kills a command that survives SIGTERM after npx has ended', { skip: noPosix }, async (t) => {
    const ready = join(temporaryFolder(t), 'ready');
    const text = `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000);
                  require('fs').writeFileSync(process.argv[1], '');`;
    const command = new WrappedCommand([...nodeCommand(text), ready]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await command.start([], process.env, () => {
      resolve(undefined);
    });
    await eventually('the command handles SIGTERM', () => existsSync(ready));
    const kill = t.mock.method(process, 'kill');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    assert.equal(command.pass('SIGTERM', 'caller ended'), true);
    const ended = command.end();
    t.mock.timers.tick(4999);
    t.mock.timers.tick(1);
    await Promise.all([promise, ended]);
    assert.deepEqual(
      kill.mock.calls.map(({ arguments: [, signal] }) => signal),
      ['SIGTERM', 'SIGKILL'],
    );
    assert.equal(command.exitCode(0), 137);
  });

  it(
    'is not killed by a repetition that it gets itself',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const file = join(temporaryFolder(t), 'pid');
      const endless = 'setInterval(() => undefined, 1000)';
      const text = `const args = ['-e', ${JSON.stringify(endless)}];
                  const { pid } = require('child_process').spawn(process.execPath, args, { detached: true });
                  require('fs').writeFileSync(process.argv[1], String(pid)); ${endless}`;
      const command = new WrappedCommand([...nodeCommand(text), file]);
      await command.start([], process.env, () => undefined);
      const outside = await eventually(
        'a program outside the group runs',
        () => (existsSync(file) && Number(readFileSync(file, 'utf8'))) || false,
      );
      const kill = t.mock.method(process, 'kill');
      // A signal to the whole group ends the sentinel; here, only the sentinel gets it.
      const sentinel = descendantsOf(process.pid).find((pid) => commandLineOf(pid)[0] === '/bin/sh');
      execFileSync('kill', ['-INT', String(sentinel)]);
      assert.equal(command.pass('SIGINT', 'repeated'), true);
      await eventually('the program outside the group is killed', () => kill.mock.callCount() > 0);
      assert.deepEqual(
        kill.mock.calls.map((call) => call.arguments),
        [[outside, 'SIGKILL']],
      );
      await command.end();
    },
  );

  it('does not start a command after a signal', async () => {
    const command = new WrappedCommand(waiting);
    assert.equal(command.pass('SIGTERM'), false);
    await command.start([], process.env, () => assert.fail('it was started'));
    await command.end();
    assert.equal(command.exitCode(3), 3);
  });
});

describe('--env', () => {
  it('renames variables, and can swap the names of two', () => {
    const renaming = parseRenaming([
      'GATEWAY_URL=MY_URL',
      'CLIENT_ID=CLIENT_SECRET',
      'CLIENT_SECRET=CLIENT_ID',
    ]);
    const variables = ['GATEWAY_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'TEST_OTP'].map(
      (name) => [name, name] as const,
    );
    assert.deepEqual(Object.fromEntries(renamed(variables, renaming)), {
      ...{ MY_URL: 'GATEWAY_URL', CLIENT_SECRET: 'CLIENT_ID', CLIENT_ID: 'CLIENT_SECRET' },
      TEST_OTP: 'TEST_OTP',
    });
  });

  for (const [texts, message] of [
    [['GATEWAY_URL'], /^"" cannot be the name of a variable$/],
    [['GATEWAY_URL=1ST'], /^"1ST" cannot be the name/],
    [['GATEWAY_URL=A=B'], /^"A=B" cannot be the name/],
    [['gateway_url=A'], /^"gateway_url" is no variable of the mock$/],
    [['GATEWAY_URL=A', 'GATEWAY_URL=B'], /^GATEWAY_URL is renamed twice$/],
    [['GATEWAY_URL=A', 'CLIENT_ID=A'], /^two variables would have the name A$/],
    [['GATEWAY_URL=MOCK_PID'], /^two variables would have the name MOCK_PID$/],
    [['GATEWAY_URL=CLIENT_ID'], /^two variables would have the name CLIENT_ID$/],
  ] as const)
    it(`refuses ${texts.join(' and ')}`, () => {
      assert.throws(() => parseRenaming(texts), { name: 'ConfigurationError', message });
    });

  it('needs variables to rename', async () => {
    const { code, stderr } = await conform(['mock', '--env', 'GATEWAY_URL=A']);
    assert.deepEqual([code, stderr.split(' — ')[0]], [2, 'error: --env has no effect without variables']);
  });
});

test('the mock of a command that cannot be started leaves no report', async (t) => {
  if (process.platform === 'win32') return;
  const program = join(temporaryFolder(t), 'tests');
  // Only the start shows that the interpreter is missing.
  writeFileSync(program, '#!/no/such/interpreter\n', { mode: 0o755 });
  const { folder, stdout, stderr, ended } = wrapping(t, [program]);
  assert.equal(await ended, 2);
  assert.equal(stdout().length, 0);
  assert.match(stderr(), /^error: the command of mock cannot be started: "\S+tests" \(ENOENT\) — /m);
  assert.equal(existsSync(join(folder, 'r/results.json')), false);
  assert.equal(existsSync(join(folder, 'mock/mock.pid')), false);
  assert.match(readFileSync(join(folder, 'mock/ca.pem'), 'utf8'), /BEGIN CERTIFICATE/);
});
