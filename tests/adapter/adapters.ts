import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { AdapterChannel, CallOutcome } from '../../support/adapter/channel';
import type { InitializeParams, AdapterMethod } from '../../support/adapter/protocol';
import type { StdioChannelOptions } from '../../support/adapter/stdio-channel';
import { openStdioChannel } from '../../support/adapter/stdio-channel';
import { EnvironmentError } from '../../support/contract/outcome';
import { schemaExamples } from '../../support/contract/schemas';
import { eventually } from '../eventually';

/** Longer than any adapter of the fixtures takes, even on a busy machine. */
const callMs = 20_000;

const fixture = join(__dirname, 'fixtures', 'adapter.cjs');

/** A channel to an adapter of the fixtures; it is closed after the test. */
export function openAdapterFixture(
  context: TestContext,
  behaviour: string,
  options: Partial<StdioChannelOptions> = {},
): AdapterChannel {
  const command = [process.execPath, fixture, behaviour];
  const channel = openStdioChannel({ command, timeoutMs: callMs, ...options });
  context.after(() => channel.close().catch(() => undefined));
  return channel;
}

/**
 * Replaces the limits of calls that are made from now on. `pass` waits for `count` calls and lets their limits pass.
 * Only for tests that do not run beside others of their file.
 */
export function limitsOfCalls(context: TestContext): { pass(count: number): Promise<void> } {
  const real = setTimeout;
  const over: (() => void)[] = [];
  context.mock.method(globalThis, 'setTimeout', (act: () => void, ms: number) => {
    if (ms === callMs) over.push(act);
    return real(act, ms);
  });
  return {
    async pass(count) {
      await eventually(`${count} calls`, () => over.length === count);
      for (const act of over.splice(0)) act();
    },
  };
}

export const initializeParams = schemaExamples('adapter/initialize-params')[0] as InitializeParams;

export function callFieldEncrypt(
  channel: AdapterChannel,
  value = '1234',
): Promise<CallOutcome<'field.encrypt'>> {
  return channel.call('field.encrypt', { service: 'identity', value });
}

/** The value of a result; fails for any other outcome. */
export function resultOf<M extends AdapterMethod>(outcome: CallOutcome<M>) {
  assert.equal(outcome.kind, 'result', JSON.stringify(outcome));
  return outcome.value;
}

/** Expects a fault of the adapter, and gives its message. */
export async function expectAdapterFault(
  promise: Promise<unknown>,
  during = 'field.encrypt',
): Promise<string> {
  const error = await promise.then(
    (value) => new Error(`no fault, but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof EnvironmentError, String(error));
  assert.equal(error.name, 'EnvironmentError');
  assert.match(error.message, /^the adapter /);
  assert.match(error.message, /\n {2}likely {2}\S/);
  assert.ok(error.message.split('\n')[0]?.endsWith(`, during ${during}`), error.message);
  return error.message;
}

/** Waits until a process is gone. */
export async function gone(pid: number): Promise<void> {
  await eventually(`process ${pid} is gone`, () => !isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What no one has waited for yet has ended all the same.
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
