import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { eventually } from '../eventually';
import { runningMock } from '../mock/running-mock';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { root } from './conform';
import { writeMockTarget } from './targets';

const skip = process.platform === 'win32' ? 'no signals' : false;

interface Started {
  readonly child: ChildProcess;
  readonly text: () => string;
  /** Exit code and signal, once all that it and its own wrote has been read. */
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;
}

/** `conform` under a Node that takes itself for an old one, as the leader of a process group, as a shell starts it. */
async function underOldNode(
  t: TestContext,
  args: readonly string[],
  until?: string,
  env = {},
): Promise<Started> {
  const program = ['--require', join(__dirname, 'old-node.cjs'), join(root, 'bin/conform.cjs'), ...args];
  const child = spawn(process.execPath, program, {
    cwd: temporaryFolder(t),
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  t.after(() => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  });
  let text = '';
  const ended = once(child, 'close') as Started['ended'];
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (until !== undefined && text.includes(until)) resolve();
      });
  });
  if (until !== undefined) await Promise.race([ready, ended]);
  return { child, text: () => text, ended };
}

/** Waits until nothing listens on a port. */
async function freed(port: number): Promise<void> {
  await eventually(`port ${port} is free`, async () => {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return !open;
  });
}

const gatewayPort = (text: string): number =>
  Number(/gateway +https?:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);

describe('a Node that is too old hands over', { skip, concurrency: 3 }, () => {
  it('and gives the exit code of the pinned one', async (t) => {
    const bad = await underOldNode(t, ['run', '--frobnicate']);
    assert.deepEqual(await bad.ended, [2, null], bad.text());
    assert.match(bad.text(), /unknown option '--frobnicate'/);
    const good = await underOldNode(t, ['--help']);
    assert.deepEqual(await good.ended, [0, null], good.text());
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`and passes ${signal} on, so that a mock leaves no port taken`, async (t) => {
      const mock = await underOldNode(t, ['mock'], 'Ctrl-C ends the mock.');
      const port = gatewayPort(mock.text());
      assert.ok(port > 0, mock.text());
      mock.child.kill(signal);
      assert.deepEqual(await mock.ended, [0, null], mock.text());
      await freed(port);
    });

  it('and dies of the signal that the pinned one dies of', async (t) => {
    const begun = join(temporaryFolder(t), 'begun');
    const adapter = `require('node:fs').writeFileSync(${JSON.stringify(begun)}, ''); setInterval(() => {}, 1e6)`;
    const check = await underOldNode(t, ['adapter', '--check', process.execPath, '-e', adapter]);
    await eventually('the adapter has begun', () => existsSync(begun));
    check.child.kill('SIGTERM');
    assert.deepEqual(await check.ended, [null, 'SIGTERM'], check.text());
  });

  it('and leaves no port taken when it is killed itself', async (t) => {
    const mock = await underOldNode(t, ['mock'], 'Ctrl-C ends the mock.');
    const port = gatewayPort(mock.text());
    mock.child.kill('SIGKILL');
    await mock.ended;
    await freed(port);
  });

  it('and lets a proxy tell its verdict, once, when a terminal interrupts all of the group', async (t) => {
    const { file, env } = await writeMockTarget(t, await runningMock(t));
    const reports = temporaryFolder(t);
    const args = ['proxy', '--target', file, '--reports', reports];
    const proxy = await underOldNode(t, args, 'Ctrl-C ends, and judges.', env);
    assert.equal(existsSync(join(reports, 'results.json')), false);
    process.kill(-(proxy.child.pid ?? 0), 'SIGINT');
    assert.deepEqual(await proxy.ended, [3, null], proxy.text());
    assert.equal(proxy.text().split('integrator: the test is incomplete').length, 2, proxy.text());
    assert.equal(readResults(reports).run.profile, 'proxy');
  });

  it('and the pinned one does not tell its own children of it', async (t) => {
    const folder = temporaryFolder(t);
    const told = join(folder, 'told.json');
    const adapter = `require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.env))`;
    const check = await underOldNode(t, ['adapter', '--check', process.execPath, '-e', adapter]);
    assert.deepEqual(await check.ended, [3, null], check.text());
    const names = Object.keys(JSON.parse(readFileSync(told, 'utf8')) as object);
    assert.deepEqual(
      names.filter((name) => /^CONFORM_(?!ADAPTER_PROCESS)|^NODE_CHANNEL/.test(name)),
      [],
    );
  });
});
