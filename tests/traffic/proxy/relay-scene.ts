import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer as createTcp, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import { startRelay } from '../../../support/traffic/proxy/relay';

interface Scene {
  readonly port: number;
  /** How many connections it refused so far. */
  readonly refused: () => number;
  readonly left: () => number;
  /** What went through; waits for the next where there is none yet. */
  readonly next: () => Promise<WireRecord>;
}

export async function startRelayFor(
  t: TestContext,
  upstream: string,
  more: Partial<Parameters<typeof startRelay>[0]> = {},
): Promise<Scene> {
  const passed: WireRecord[] = [];
  let tell: () => void = () => undefined;
  const pass = await startRelay({
    upstream: new URL(upstream),
    listen: { host: '127.0.0.1', port: 0 },
    observe(each) {
      passed.push(each);
      tell();
    },
    ...more,
  });
  t.after(() => pass.close());
  return {
    port: pass.port,
    refused: () => pass.refused,
    left: () => pass.left,
    async next() {
      if (passed.length === 0)
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      const [first] = passed.splice(0, 1);
      assert.ok(first);
      return first;
    },
  };
}

/** A server that is told what to do with each connection, byte by byte. */
export async function rawServer(t: TestContext, act: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    act(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function webServer(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends bytes and gives all that comes back until the other side ends. */
export async function sendBytes(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}
