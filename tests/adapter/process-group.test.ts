import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../cli/conform';
import {
  openAdapterFixture,
  callFieldEncrypt,
  expectAdapterFault,
  gone,
  limitsOfCalls,
  resultOf,
} from './adapters';

const skip = process.platform === 'win32' ? 'no process groups' : false;
const pidIn = (value: unknown) => (value as { pid: number }).pid;

it('the process of an adapter ends when two calls had no answer', { skip }, async (t) => {
  const channel = openAdapterFixture(t, 'hangs-unreachable-but-tells');
  const own = pidIn(resultOf(await channel.call('session.create', {})));
  const limits = limitsOfCalls(t);
  const faults = [
    expectAdapterFault(callFieldEncrypt(channel)),
    expectAdapterFault(callFieldEncrypt(channel)),
  ];
  await limits.pass(2);
  await Promise.all(faults);
  await gone(own);
});

describe('the processes of an adapter', { skip, concurrency: 6 }, () => {
  it('end with it, whatever they make of SIGTERM', async (t) => {
    const channel = openAdapterFixture(t, 'starts-another');
    const other = pidIn(resultOf(await channel.call('session.create', {})));
    await channel.close();
    await gone(other);
  });

  it('end when it crashes', async (t) => {
    const channel = openAdapterFixture(t, 'starts-another-and-crashes');
    const other = pidIn(resultOf(await channel.call('session.create', {})));
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /exit code 9/);
    await gone(other);
  });

  it('end where they took a session of their own', { skip: process.platform !== 'linux' }, async (t) => {
    const [closed, crashed] = [
      openAdapterFixture(t, 'starts-a-session'),
      openAdapterFixture(t, 'starts-a-session-and-crashes'),
    ];
    const calls = [closed, crashed].map(async (each) =>
      pidIn(resultOf(await each.call('session.create', {}))),
    );
    const others = await Promise.all(calls);
    await closed.close();
    assert.match(await expectAdapterFault(callFieldEncrypt(crashed)), /exit code 9/);
    for (const other of others) await gone(other);
  });

  it('end when it ignores SIGTERM, and the end of stdin', async (t) => {
    const channel = openAdapterFixture(t, 'hangs-unreachable-but-tells');
    const own = pidIn(resultOf(await channel.call('session.create', {})));
    await channel.close();
    await gone(own);
  });

  it('end for a fault, without being closed', async (t) => {
    const channel = openAdapterFixture(t, 'stubborn-and-wrong');
    const own = pidIn(resultOf(await channel.call('session.create', {})));
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /not JSON/);
    await gone(own);
  });

  for (const [way, signal, code] of [
    ['exit', undefined, 0],
    ['throw', undefined, 1],
    ['wait', 'SIGTERM', null],
    ['wait', 'SIGINT', null],
  ] as const)
    it(`end with the suite: ${signal ?? way}`, async (t) => {
      const program = join(__dirname, 'fixtures', 'host.ts');
      const host = spawn(process.execPath, ['-r', join(root, 'bin/typescript.cjs'), program, way], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      t.after(() => host.kill('SIGKILL'));
      const ended = once(host, 'exit');
      const [line] = (await once(host.stdout, 'data')) as [Buffer];
      if (signal !== undefined) host.kill(signal);
      assert.deepEqual(await ended, [code, signal ?? null]);
      await gone(pidIn(JSON.parse(line.toString())));
    });
});

describe('this process', { skip }, () => {
  it('listens for its end only while an adapter runs', async (t) => {
    const count = () => ['exit', 'SIGTERM', 'SIGINT', 'SIGHUP'].map((name) => process.listenerCount(name));
    const before = count();
    const channel = openAdapterFixture(t, 'conforming');
    await callFieldEncrypt(channel);
    assert.deepEqual(
      count(),
      before.map((each) => each + 1),
    );
    await channel.close();
    assert.deepEqual(count(), before);
  });
});
