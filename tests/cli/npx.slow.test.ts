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

/** Writes a target with an adapter that never answers `session.create`. */
function silentTarget(folder: string): void {
  const command = [process.execPath, join(__dirname, 'silent-adapter.cjs'), 'session.create', silence];
  const integrator = { command, roles: ['session', 'identity', 'registry'] };
  writeFileSync(join(folder, 'target.yaml'), stringify({ name: 'silent', integrator }));
}

/** The file in which the adapter writes its process id when it falls silent. */
const silence = 'silence';
const runArgs = ['run', '--target', 'target.yaml', '--reports', 'reports'];

const stopLine = (signal: string): RegExp =>
  new RegExp(
    `^Stopped by ${signal} after \\d+ of \\d+ scenarios: the report was written to reports/compliance\\.html\\.$`,
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
      assert.match(run.text(), stopLine('SIG(INT|TERM)'));
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

/** A terminal shows the key before the line. */
const lastLine = /^(?:\^C)?Nothing reached the mock that could be judged\. Are the variables [^\n]+$/m;

/**
 * Runs the rest of its arguments on a terminal. Once it reads `until`, types Ctrl-C or closes the terminal. Prints exit
 * code and output.
 */
const onTerminal = `
import os, pty, sys
deed, until, command = sys.argv[1], sys.argv[2].encode(), sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
text, done = b"", False
while True:
    try: chunk = os.read(terminal, 65536)
    except OSError: break
    if not chunk: break
    text += chunk
    if done or until not in text: continue
    done = True
    if deed == "close":
        os.close(terminal)
        break
    os.write(terminal, b"\\x03")
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
print(text.decode().replace("\\r", ""))
`;

describe('a terminal', { skip: skip || skipUnlessInstalled('python'), timeout: 240_000 }, () => {
  const typeCtrlC = async (t: TestContext, folder: string, until: string, command: readonly string[]) => {
    const led = await startLeader(t, ['python3', '-c', onTerminal, 'Ctrl-C', until, ...command], { folder });
    await led.ended;
    const [code = '', ...lines] = led.text().split('\n');
    return { code: Number(code), text: lines.join('\n') };
  };

  it('that is closed ends a mock under npx', async (t) => {
    const folder = folderWithPackage(t);
    const command = ['python3', '-c', onTerminal, 'close', serving, ...npx, ...mockArgs];
    const led = await startLeader(t, command, { folder });
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
    assert.match(text, stopLine('SIGINT'));
  });
});
