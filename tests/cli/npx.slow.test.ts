import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { stringify } from 'yaml';
import { isProcessAlive } from '../../support/contract/is-process-alive';
import { eventually } from '../eventually';
import { readResults } from '../report/embedded-run';
import { skipUnlessInstalled } from '../tools';
import { commandLineOnTerminal, resultOnTerminal } from './on-terminal';
import type { Led } from './under-npx';
import { folderWithPackage, startLeader, useOldNode } from './under-npx';

const skip = process.platform === 'win32' ? 'no signals' : false;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const;
const npx = ['npx', 'conform'];
const mockArgs = ['mock', '--no-tls', '--lenient', '--variables', 'mock.env', '--reports', 'reports'];
const serving = 'Ctrl-C ends the mock.';

const variablesIn = (folder: string) => parseEnv(readFileSync(join(folder, 'mock.env'), 'utf8'));

/** Sends a request that breaks the contract to the mock that wrote its variables to a folder. */
async function breach(folder: string): Promise<void> {
  const { GATEWAY_URL = '' } = variablesIn(folder);
  await fetch(`${GATEWAY_URL}/api/hiecm/gateway/v3/sessions`, { method: 'POST', body: '{}' });
}

/** Starts a mock under npx, which a client has sent one wrong request. */
async function brokenMock(t: TestContext, folder: string): Promise<Led> {
  const mock = await startLeader(t, [...npx, ...mockArgs], { folder, until: serving });
  assert.ok(mock.text().includes(serving), mock.text());
  await breach(folder);
  return mock;
}

/** Asserts that a mock printed its verdict to the end and wrote its report. */
function assertVerdict(text: string, folder: string): void {
  assert.match(text, /^integrator: does not conform/m);
  assert.match(text, /^Report: reports\/compliance\.html/m);
  assert.equal(readResults(join(folder, 'reports')).exchanges, 1);
}

describe('a mock under npx', { skip, concurrency: 2, timeout: 240_000 }, () => {
  for (const signal of signals)
    it(`prints its verdict and ends, when npx gets ${signal}`, async (t) => {
      const folder = folderWithPackage(t);
      const mock = await brokenMock(t, folder);
      mock.child.kill(signal);
      await mock.ended;
      assertVerdict(mock.text(), folder);
      const reason = signal === 'SIGINT' ? 'by SIGINT' : 'because npx ended';
      assert.match(mock.text(), new RegExp(`^Stopped ${reason}\\.$`, 'm'));
    });

  for (const signal of ['SIGINT', 'SIGKILL'] as const)
    it(`does so, when a Node that is too old handed over, and npx gets ${signal}`, async (t) => {
      const folder = folderWithPackage(t);
      useOldNode(folder);
      const mock = await brokenMock(t, folder);
      mock.child.kill(signal);
      await mock.ended;
      assertVerdict(mock.text(), folder);
    });

  it('names the process that serves, when a Node that is too old handed over', async (t) => {
    const folder = folderWithPackage(t);
    useOldNode(folder);
    const mock = await brokenMock(t, folder);
    process.kill(Number(variablesIn(folder).MOCK_PID), 'SIGINT');
    assert.deepEqual(await mock.ended, [1, null], mock.text());
    assertVerdict(mock.text(), folder);
  });

  it('does so, when the terminal interrupts all of them', async (t) => {
    const folder = folderWithPackage(t);
    const mock = await brokenMock(t, folder);
    mock.interruptGroup();
    await mock.ended;
    assertVerdict(mock.text(), folder);
  });

  it('ends with its own exit code, when a script ends the process that mock.env names', async (t) => {
    const folder = folderWithPackage(t);
    const script = [
      `npx conform ${mockArgs.join(' ')} > mock.log 2>&1 &`,
      'npx=$!',
      'until [ -s mock.env ] || ! kill -0 $npx 2> /dev/null; do sleep 0.1; done',
      '. ./mock.env',
      'kill -INT "$MOCK_PID"',
      'wait $npx',
    ];
    const sh = await startLeader(t, ['sh', '-c', script.join('\n')], { folder });
    assert.deepEqual(await sh.ended, [0, null], sh.text());
    assert.match(readFileSync(join(folder, 'mock.log'), 'utf8'), /Nothing reached the mock/);
  });
});

/** A command that survives one SIGINT, and prints each one. */
const surviving = [
  process.execPath,
  '-e',
  `process.on('SIGINT', () => console.log('got SIGINT')); setInterval(() => undefined, 1000); console.log('run' + 'ning');`,
];
/** A command that ends in an orderly way, a moment after SIGINT. */
const orderly = [
  process.execPath,
  '-e',
  `process.on('SIGINT', () => { console.log('got SIGINT'); setTimeout(() => process.exit(5), 300); });
   setInterval(() => undefined, 1000); console.log('run' + 'ning');`,
];

describe('a mock with a command under npx', { skip, concurrency: 2, timeout: 240_000 }, () => {
  const start = (t: TestContext, folder: string, command: readonly string[]) =>
    startLeader(t, [...npx, ...mockArgs, '--', ...command], { folder, until: 'running' });
  const lastLineOfCommand = /^Nothing reached the mock that could be judged\. Does the client [^\n]+$/m;

  it('gets a signal of timeout once, which signals npx and the whole group', async (t) => {
    const mock = await start(t, folderWithPackage(t), orderly);
    mock.child.kill('SIGINT');
    mock.interruptGroup();
    await mock.ended;
    assert.equal(mock.text().match(/got SIGINT/g)?.length, 1, mock.text());
    assert.match(mock.text(), lastLineOfCommand);
  });

  it('gets the SIGINT that npx got', async (t) => {
    const mock = await start(t, folderWithPackage(t), orderly);
    mock.child.kill('SIGINT');
    await mock.ended;
    assert.equal(mock.text().match(/got SIGINT/g)?.length, 1, mock.text());
    assert.match(mock.text(), lastLineOfCommand);
  });

  it('ends with npx, though it survived Ctrl-C', async (t) => {
    const mock = await start(t, folderWithPackage(t), surviving);
    mock.interruptGroup();
    await eventually('the command got SIGINT', () => mock.text().includes('got SIGINT'));
    mock.child.kill('SIGKILL');
    await mock.ended;
    assert.match(mock.text(), /^Stopped because npx ended\.$/m);
    assert.match(mock.text(), lastLineOfCommand);
  });
});

/** Writes a target with an adapter that never answers `session.create`. */
function silentTarget(folder: string): void {
  const command = [process.execPath, join(__dirname, 'silent-adapter.cjs'), 'session.create', silence];
  const integrator = { command, roles: ['session', 'identity', 'registry'] };
  writeFileSync(join(folder, 'target.yaml'), stringify({ name: 'silent', integrator }));
}

/** The file in which the adapter writes its process id when it falls silent. */
const silence = 'silence';
const runArgs = ['run', '--target', 'target.yaml', '--reports', 'reports'];

const stopLine = (reason: string): RegExp =>
  new RegExp(
    `^Stopped ${reason} after \\d+ of \\d+ scenarios: the report was written to reports/compliance\\.html\\.$`,
    'm',
  );

describe('a run under npx', { skip, concurrency: 2, timeout: 240_000 }, () => {
  for (const signal of signals)
    it(`reports its progress, and ends its adapter, when npx gets ${signal}`, async (t) => {
      const folder = folderWithPackage(t);
      silentTarget(folder);
      const run = await startLeader(t, [...npx, ...runArgs], { folder });
      const adapter = await eventually(
        'the adapter is silent',
        () => numberIn(join(folder, silence)) || undefined,
      );
      run.child.kill(signal);
      await run.ended;
      assert.match(run.text(), stopLine(signal === 'SIGINT' ? 'by SIGINT' : 'because npx ended'));
      assert.equal(isProcessAlive(adapter), false);
      assert.equal(readResults(join(folder, 'reports')).run.overall.integrator?.verdict, 'incomplete');
      assert.deepEqual(
        readdirSync(join(folder, 'reports')).filter((name) => name.startsWith('.')),
        [],
      );
    });
});

const numberIn = (file: string): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);

describe('a run that is stopped before a scenario has ended', { skip, timeout: 120_000 }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`ends by ${signal}, and writes nothing`, async (t) => {
      const folder = folderWithPackage(t);
      const asked = Promise.withResolvers<undefined>();
      // Never answers.
      const gateway = createServer(() => {
        asked.resolve(undefined);
      }).listen(0, '127.0.0.1');
      t.after(() => {
        gateway.closeAllConnections();
        gateway.close();
      });
      await once(gateway, 'listening');
      const { port } = gateway.address() as AddressInfo;
      const services = { gateway: `http://127.0.0.1:${port}` };
      const credentials = { clientId: 'a', clientSecret: '${CLIENT_SECRET}' };
      writeFileSync(join(folder, 'target.yaml'), stringify({ name: 'mute', services, credentials }));
      const env = { CLIENT_SECRET: 'a secret of the test' };
      const run = await startLeader(t, ['node_modules/.bin/conform', ...runArgs], { folder, env });
      await Promise.race([asked.promise, run.ended]);
      run.child.kill(signal);
      assert.deepEqual(await run.ended, [null, signal], run.text());
      assert.match(
        run.text(),
        new RegExp(`^Stopped by ${signal} before the first scenario ended: nothing was written\\.$`, 'm'),
      );
      assert.deepEqual(
        globSync('reports/**', { cwd: folder }).filter((name) => name !== 'reports'),
        [],
      );
    });
});

const lastLine = /^Nothing reached the mock that could be judged\. Are the variables [^\n]+$/m;

describe('a terminal', { skip: skip || skipUnlessInstalled('python'), timeout: 240_000 }, () => {
  const typeCtrlC = async (t: TestContext, folder: string, until: string, command: readonly string[]) => {
    const led = await startLeader(t, commandLineOnTerminal({ command, act: 'Ctrl-C', until }), { folder });
    await led.ended;
    return resultOnTerminal(led.text());
  };

  it('that is closed ends a mock under npx', async (t) => {
    const folder = folderWithPackage(t);
    const on = { command: [...npx, ...mockArgs], act: 'close', until: serving } as const;
    const led = await startLeader(t, commandLineOnTerminal(on), { folder });
    await led.ended;
    assert.ok(led.text().includes(serving), led.text());
    // The mock removes this file when it ends.
    await eventually('the mock has ended', () => !existsSync(join(folder, 'reports/mock/mock.pid')));
  });

  it('gives Ctrl-C to a mock, which prints its last line and ends with 0', async (t) => {
    const folder = folderWithPackage(t);
    const { code, text } = await typeCtrlC(t, folder, serving, ['node_modules/.bin/conform', ...mockArgs]);
    assert.equal(code, 0, text);
    assert.match(text, lastLine);
  });

  it('gives Ctrl-C to a mock under npx likewise, though npx may give an exit code of its own', async (t) => {
    const folder = folderWithPackage(t);
    const { code, text } = await typeCtrlC(t, folder, serving, [...npx, ...mockArgs]);
    assert.ok([0, 130, -2].includes(code), `${code}: ${text}`);
    assert.match(text, lastLine);
  });

  it('gives Ctrl-C to a run, which reports its progress and ends with 3', async (t) => {
    const folder = folderWithPackage(t);
    silentTarget(folder);
    const { code, text } = await typeCtrlC(t, folder, 'waiting', ['node_modules/.bin/conform', ...runArgs]);
    assert.equal(code, 3, text);
    assert.match(text, stopLine('by SIGINT'));
  });
});
