import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { AdapterChannel } from '../../support/adapter/channel';
import { initializeAdapter } from '../../support/adapter/initialize';
import type { InitializeParams } from '../../support/adapter/protocol';

const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'pem',
});

/** What comes of an adapter that says this of itself. */
function initialized(named: { readonly encryptionKey: string } | { readonly callbackUrl: string }) {
  const implementation = { name: 'x', version: '1' };
  const value = { protocolVersion: '1', implementation, capabilities: [], ...named };
  const channel: AdapterChannel = {
    ended: false,
    call: () => Promise.resolve({ kind: 'result', value } as never),
    log: () => ({ first: '', last: '' }) as never,
    close: () => Promise.resolve(),
  };
  return initializeAdapter(channel, {} as InitializeParams);
}

test('a key whose PEM was wrapped twice is told when the adapter names it, and a right one is taken', async () => {
  assert.equal((await initialized({ encryptionKey: pem.toString() })).encryptionKey, pem);
  const base64 = Buffer.from(pem).toString('base64');
  for (const [key, told] of [
    [
      `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n`,
      /inside the block stands the Base64 of another/,
    ],
    [`-----BEGIN PUBLIC KEY-----\n${pem.toString()}`, /its BEGIN line stands twice/],
    [pem.toString().replaceAll('\n', '\\n'), /the line ends of the PEM text are written as/],
  ] as const)
    await assert.rejects(initialized({ encryptionKey: key }), told);
});

// A pattern that tries each slash anew would take minutes.
test('a megabyte of slashes in a callbackUrl is read at once', async () => {
  const slashes = `http://127.0.0.1:9${'/'.repeat(2 ** 20)}`;
  assert.equal((await initialized({ callbackUrl: slashes })).callbackUrl, 'http://127.0.0.1:9');
  assert.equal((await initialized({ callbackUrl: `${slashes}x` })).callbackUrl, `${slashes}x`);
});
