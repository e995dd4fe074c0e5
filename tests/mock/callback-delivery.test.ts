import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket, AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { tlsContextFor } from '../../support/contract/verified-tls';
import { postCallback } from '../../support/mock/payer/callbacks';
import { freePort } from '../ports';

const trusted = tlsContextFor(undefined);

/** An address where connections are taken, and something is done to each. */
async function taking(t: TestContext, take: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    take(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/claim/on_submit`;
}

async function errorAt(url: string, deadlineMs?: number): Promise<string | undefined> {
  const callback = { correlationId: 'one', url, headers: [], body: '{}' };
  const { error, answer } = await postCallback(callback, {
    signal: new AbortController().signal,
    trusted,
    deadlineMs,
  });
  assert.equal(answer, undefined);
  return error;
}

test('a receiver that never answers is too late, and not one that broke the connection', async (t) => {
  assert.equal(await errorAt(await taking(t, () => undefined), 200), 'TimeoutError');
});

test('a receiver that breaks the connection is told as that', async (t) => {
  const url = await taking(t, (socket) => socket.once('data', () => socket.resetAndDestroy()));
  assert.equal(await errorAt(url), 'ECONNRESET');
});

test('an address where nothing listens is reported as that', async () => {
  assert.equal(await errorAt(`http://127.0.0.1:${await freePort()}/`), 'ECONNREFUSED');
});

test('a receiver that answers in time is heard', async (t) => {
  const url = await taking(t, (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n')),
  );
  const callback = { correlationId: 'one', url, headers: [], body: '{}' };
  const { answer, error } = await postCallback(callback, {
    signal: new AbortController().signal,
    trusted,
    deadlineMs: 5000,
  });
  assert.deepEqual([answer?.status, error], [202, undefined]);
});
