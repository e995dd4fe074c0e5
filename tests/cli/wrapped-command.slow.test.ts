import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isProcessAlive } from '../../support/contract/is-process-alive';
import { variableNames } from '../../support/cli/rename-variables';
import { eventually } from '../eventually';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { skipUnlessInstalled } from '../tools';
import { root } from './conform';
import { runOnTerminal } from './on-terminal';
import { textIn } from './project-folder';
import { bytes, commandLine, environment, nodeCommand, sessionClient, wrapping } from './wrapped';
import type { Wrapping } from './wrapped';

const oldId = '6f1f2a7e-3d53-1c58-9df0-3a2f7a0a8d11';
const noPosix = process.platform === 'win32' && 'Windows has no such signals';

describe('the exit code of a mock with a command', () => {
  for (const [what, args, code, broken] of [
    ['1 after a breach, if the command succeeds', ['0', oldId], 1, ['HDR-03']],
    ['the code of the command, whatever the verdicts', ['7', oldId], 7, ['HDR-03']],
    ['the code of the command, without any breach', ['7'], 7, []],
  ] as const)
    it(`is ${what}`, async (t) => {
      const { folder, stdout, stderr, ended } = wrapping(t, sessionClient(t, ...args), {
        options: ['--lenient'],
      });
      assert.equal(await ended, code, stderr());
      assert.deepEqual(stdout(), bytes);
      const failed = readResults(join(folder, 'r')).obligations.filter(({ verdict }) => verdict === 'failed');
      assert.deepEqual(
        failed.map(({ id }) => id),
        broken,
      );
      assert.equal(stderr().includes('✗ HDR-03\n'), broken.length > 0);
    });

  it('reports a signal in the same way as a shell', { skip: noPosix }, async (t) => {
    const { folder, ended } = wrapping(t, sessionClient(t, 'SIGKILL'));
    assert.equal(await ended, 137);
    assert.equal(readResults(join(folder, 'r')).exchanges, 1);
  });

  it('is 3 if nothing arrived', async (t) => {
    const { folder, stderr, ended } = wrapping(t, nodeCommand(''));
    assert.equal(await ended, 3);
    assert.match(stderr(), /\nNothing reached the mock that could be judged\. Does the client [^\n]+\n$/);
    assert.equal(existsSync(join(folder, 'r/results.json')), false);
  });
});

/** A command that prints its variables, the files that some of them name, and its input. */
const seen = nodeCommand(
  `const { readFileSync: read } = require('fs');
   const fileOf = (name) => process.env[name] && read(process.env[name], 'utf8');
   const names = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS', 'CA_FILE'];
   const files = Object.fromEntries(names.map((name) => [name, fileOf(name)]));
   console.log(JSON.stringify({ env: process.env, files, input: read(0, 'utf8') }));`,
);

interface Seen {
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string | undefined>>;
  readonly input: string;
}

async function seenBy({ ended, stdout, stderr }: Wrapping): Promise<Seen> {
  assert.equal(await ended, 3, stderr());
  return JSON.parse(stdout().toString()) as Seen;
}

const noAuthorities = {
  ...{ SSL_CERT_FILE: undefined, REQUESTS_CA_BUNDLE: undefined },
  ...{ CURL_CA_BUNDLE: undefined, NODE_EXTRA_CA_CERTS: undefined },
};

describe('a command of mock', () => {
  it('has the variables of the mock beside those of its caller, under the names that the user wants', async (t) => {
    const options = [
      '--env',
      'GATEWAY_URL=MY_URL',
      '--env',
      'TEST_OTP=OTP',
      '--callback',
      'http://127.0.0.1:9',
    ];
    const caller = { OWN: 'kept', CLIENT_ID: 'of the caller', ...noAuthorities };
    const { env, files, input } = await seenBy(wrapping(t, seen, { options, env: caller, input: 'read\n' }));
    assert.deepEqual(
      [env.OWN, input, env.GATEWAY_URL, env.TEST_OTP],
      ['kept', 'read\n', undefined, undefined],
    );
    assert.match(env.MY_URL ?? '', /^https:\/\/127\.0\.0\.1:\d+$/);
    assert.match(env.OTP ?? '', /^\d+$/);
    assert.equal(env.CALLBACK_URL, 'http://127.0.0.1:9');
    assert.notEqual(env.CLIENT_ID, caller.CLIENT_ID);
    const added = Object.keys(env).filter((name) => !(name in process.env) && !(name in caller));
    for (const name of added)
      assert.ok(['MY_URL', 'OTP', 'NO_COLOR', 'CONFORM_SOURCES', ...variableNames].includes(name), name);
    assert.equal(files.NODE_EXTRA_CA_CERTS, files.CA_FILE);
    for (const name of ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'])
      for (const each of [files.CA_FILE, rootCertificates[0]])
        assert.ok(files[name]?.includes(each?.trim() ?? '?'), name);
  });

  it('still trusts the authorities of its caller, without receiving their private keys', async (t) => {
    const own = join(temporaryFolder(t), 'own.pem');
    const certificate = rootCertificates[0]?.replace('MII', 'MIX') ?? '';
    writeFileSync(own, `-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n${certificate}\n`);
    const env = { ...noAuthorities, SSL_CERT_FILE: own, CURL_CA_BUNDLE: '/no/such/file' };
    const wrapped = wrapping(t, seen, { env: { ...env, NODE_EXTRA_CA_CERTS: own } });
    const { files } = await seenBy(wrapped);
    for (const name of ['SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']) {
      for (const each of [certificate, files.CA_FILE])
        assert.ok(files[name]?.includes(each?.trim() ?? '?'), name);
      assert.doesNotMatch(files[name] ?? '', /PRIVATE/);
    }
    assert.match(wrapped.stderr(), /^! the authorities in CURL_CA_BUNDLE=\/no\/such\/file are left out/m);
  });

  it('trusts no mock that has ended, although its caller still has the variables of that mock', async (t) => {
    const first = await seenBy(wrapping(t, seen, { env: noAuthorities }));
    const { SSL_CERT_FILE, NODE_EXTRA_CA_CERTS } = first.env;
    const second = await seenBy(wrapping(t, seen, { env: { SSL_CERT_FILE, NODE_EXTRA_CA_CERTS } }));
    const ended = first.files.CA_FILE?.trim() ?? '?';
    assert.ok(first.files.SSL_CERT_FILE?.includes(ended));
    for (const name of ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])
      assert.ok(!second.files[name]?.includes(ended), name);
  });

  it('trusts the mock around it, and reaches both mocks without the proxy', async (t) => {
    const inner = [process.execPath, join(root, 'bin/conform.cjs'), 'mock', '--', ...seen];
    const env = { ...noAuthorities, https_proxy: 'http://proxy.invalid', NO_PROXY: 'db.corp' };
    const outer = wrapping(t, inner, { env });
    const { env: variables, files } = await seenBy(outer);
    assert.equal(variables.NO_PROXY, 'db.corp,localhost,127.0.0.1');
    assert.equal(variables.no_proxy, variables.NO_PROXY);
    const around = readFileSync(join(outer.folder, 'mock/ca.pem'), 'utf8').trim();
    assert.notEqual(files.CA_FILE?.trim(), around);
    for (const name of ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])
      for (const each of [around, files.CA_FILE?.trim()]) assert.ok(files[name]?.includes(each ?? '?'), name);
  });

  it('keeps the variable with which its caller turned off verification in Node', async (t) => {
    const wrapped = wrapping(t, seen, { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    const { env } = await seenBy(wrapped);
    assert.equal(env.NODE_TLS_REJECT_UNAUTHORIZED, '0');
    assert.match(wrapped.stderr(), /^! NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect here/m);
  });

  it('is not started if the mock would replace a file of the user', async (t) => {
    for (const [file, options] of [
      ['mock/target.yaml', []],
      ['my.env', ['--variables', 'my.env']],
    ] as const) {
      const { folder, stdout, stderr, ended } = wrapping(t, seen, { options, files: { [file]: 'mine\n' } });
      assert.equal(await ended, 2);
      assert.match(stderr(), /^error: (mock.target\.yaml: --out|my\.env: --variables) is there already/m);
      assert.equal(stdout().length, 0);
      assert.equal(textIn(folder, file), 'mine\n');
      assert.ok(!existsSync(join(folder, 'mock/mock.pid')) && !existsSync(join(folder, 'r/results.json')));
    }
  });

  it('has the address of a free port for callbacks, on request', async (t) => {
    const { env } = await seenBy(wrapping(t, seen, { options: ['--callback', 'http://127.0.0.1:0'] }));
    assert.match(env.CALLBACK_URL ?? '', /^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
    assert.match(env.PROVIDER_PRIVATE_KEY ?? '', /^-----BEGIN PRIVATE KEY-----\\n/);
  });

  it('receives neither authorities nor an address for callbacks if the mock has none', async (t) => {
    const { env } = await seenBy(wrapping(t, seen, { options: ['--no-tls'], env: noAuthorities }));
    assert.match(env.GATEWAY_URL ?? '', /^http:/);
    for (const name of ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS', 'CA_FILE', 'CALLBACK_URL'])
      assert.equal(env[name], undefined, name);
  });

  it('can print workflow commands of GitHub, but the requests of a client cannot contain them', async (t) => {
    const { stdout, stderr, ended } = wrapping(t, sessionClient(t, '0'), { env: { GITHUB_ACTIONS: 'true' } });
    assert.equal(await ended, 0);
    assert.deepEqual(stdout(), bytes);
    assert.match(stderr(), /^::stop-commands::(\S+)\n *#1 {2}gateway .*\n::\1::$/m);
  });

  it(
    'ends the mock although a process that it started still holds the output',
    { skip: noPosix },
    async (t) => {
      const { stdout, ended } = wrapping(t, ['sh', '-c', 'sleep 600 & echo $!']);
      assert.equal(await ended, 3);
      process.kill(Number(stdout().toString()));
    },
  );
});

/** A program that prints its id, and then runs until a signal ends it; with `deaf`, only SIGKILL. */
const enduring = (deaf: boolean) =>
  nodeCommand(
    `process.on('SIGUSR2', () => undefined);
     ${deaf ? "process.on('SIGTERM', () => console.log('deaf'));" : ''}
     setInterval(() => undefined, 1000); console.log(process.pid);`,
  );

describe('a signal to a mock with a command', { skip: noPosix }, () => {
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    // If no terminal sends SIGINT to the command, the mock does.
    ['SIGINT', 130],
  ] as const)
    it(`ends the command and the processes that it started, ${signal}`, async (t) => {
      // The shell waits for a program, and does not pass on a signal.
      const [node = '', flag = '', text = ''] = enduring(false);
      const shell = ['sh', '-c', `"$0" "$1" "$2"; exit 9`, node, flag, text];
      const { child, stdout, stderr, ended } = wrapping(t, shell);
      await eventually('its id is printed', () => stdout().includes('\n'));
      const pid = Number(stdout().toString());
      child.kill(signal);
      assert.equal(await ended, code, stderr());
      assert.match(stderr(), /Nothing reached the mock that could be judged\. Does the client [^\n]+\n$/);
      await eventually('the program below it has ended', () => !isProcessAlive(pid));
    });

  it('reaches the command once if the whole group gets it too, as from timeout', async (t) => {
    const command = nodeCommand(
      `process.on('SIGINT', () => { console.log('got SIGINT'); setTimeout(() => process.exit(5), 500); });
       setInterval(() => undefined, 1000); console.log(process.pid);`,
    );
    const { child, stdout, stderr, ended } = wrapping(t, command);
    await eventually('its id is printed', () => stdout().includes('\n'));
    const { pid = 0 } = child;
    for (const each of [pid, -pid]) process.kill(each, 'SIGINT');
    assert.equal(await ended, 5, stderr());
    assert.equal(
      stdout()
        .toString()
        .match(/got SIGINT/g)?.length,
      1,
    );
  });

  it(
    'reaches the processes of the command outside the group that gets it',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const [, ...args] = enduring(false);
      // Survives the signal, and waits for a program in a group of its own.
      const command = nodeCommand(
        `process.on('SIGTERM', () => undefined);
         require('child_process')
           .spawn(process.execPath, ${JSON.stringify(args)}, { detached: true, stdio: 'inherit' })
           .once('exit', () => process.exit(5));`,
      );
      const { child, stdout, stderr, ended } = wrapping(t, command);
      await eventually('its id is printed', () => stdout().includes('\n'));
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      assert.equal(await ended, 5, stderr());
    },
  );

  it('kills the command if the signal is repeated later, and the mock still prints its verdicts', async (t) => {
    const { child, stdout, stderr, ended } = wrapping(t, enduring(true));
    await eventually('its id is printed', () => stdout().includes('\n'));
    const pid = Number(stdout().toString());
    child.kill('SIGTERM');
    await eventually('the signal is passed on', () => stdout().includes('deaf'));
    while (isProcessAlive(pid)) {
      child.kill('SIGTERM');
      await delay(100);
    }
    assert.equal(await ended, 137, stderr());
    assert.match(stderr(), /Nothing reached the mock that could be judged\. Does the client [^\n]+\n$/);
  });
});

describe('SIGINT on a terminal', { skip: noPosix || skipUnlessInstalled('python') }, () => {
  for (const [what, act] of [
    ['from the terminal', 'Ctrl-C'],
    ['from a script, to the mock only', 'SIGINT'],
  ] as const)
    it(`reaches a command once, ${what}, and the mock waits for its end`, async (t) => {
      const command = nodeCommand(
        `process.on('SIGINT', () => { console.log('got SIGINT'); setImmediate(() => process.exit(5)); });
         setInterval(() => undefined, 1000); console.log('run' + 'ning');`,
      );
      const surroundings = { cwd: temporaryFolder(t), env: environment() };
      const on = { command: commandLine(command), act, until: 'running' };
      const { code, text } = await runOnTerminal(on, surroundings);
      assert.equal(code, 5, text);
      assert.equal(text.match(/got SIGINT/g)?.length, 1);
      assert.match(text, /Nothing reached the mock that could be judged\. Does the client [^\n]+\n\s*$/);
    });
});
