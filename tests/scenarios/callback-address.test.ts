import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientFactory } from '../../support/run/plan';
import { openAdapter } from '../../support/scenarios/integrator/adapter-session';
import { openTestRun } from './provider-scene';

const introduction = {
  protocolVersion: '1',
  implementation: { name: 'client', version: '1' },
  capabilities: ['session.create'],
};
const callbacks = {
  callbackUrl: 'http://127.0.0.1:9/callbacks',
  encryptionKey:
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
};

/** Makes clients that name `introductions` in turn, one for each process. */
function clientsNaming(...introductions: readonly object[]): ClientFactory {
  const left = [...introductions];
  return () => {
    const named = left.shift();
    return { initialize: () => ({ ...introduction, ...named }) };
  };
}

test('a process that names no address for callbacks does not inherit that of an earlier process', async (t) => {
  const client = clientsNaming(callbacks, {}, callbacks, { callbackUrl: null, encryptionKey: null });
  const run = await openTestRun(t, { subjects: ['integrator'], seams: { client } });
  const named: unknown[] = [];
  for (const name of ['first', 'second', 'third', 'fourth']) {
    const adapter = await openAdapter(run, { name, title: name, calls: 1, piecewise: false });
    const { callbackUrl, encryptionKey } = adapter.played.mock.cycles;
    named.push({ callbackUrl, encryptionKey });
    await adapter.close();
  }
  const none = { callbackUrl: undefined, encryptionKey: undefined };
  assert.deepEqual(named, [callbacks, none, callbacks, none]);
});
