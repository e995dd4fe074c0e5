import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTcp } from 'node:net';
import type { TestContext } from 'node:test';
import type { TlsMaterial } from '../../support/mock/tls';
import { freePort } from '../ports';

/** Listens on a free port of the loopback until the test ends; gives `host:port`. */
async function serve(t: TestContext, server: Server, host: string): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `${host}:${(server.address() as AddressInfo).port}`;
}

/** A server that does as it likes with a connection, once the request has begun to arrive. */
export function tcpServer(t: TestContext, answer: (socket: Socket) => void): Promise<string> {
  const server = createTcp((socket) => {
    socket.once('data', () => {
      answer(socket);
    });
  });
  return serve(t, server, '127.0.0.1');
}

export function httpServer(t: TestContext, listener: RequestListener): Promise<string> {
  return serve(t, createHttp(listener), '127.0.0.1');
}

export function tlsServer(t: TestContext, tls: TlsMaterial, host = '127.0.0.1'): Promise<string> {
  const server = createHttps({ key: tls.key, cert: tls.cert }, (_request, response) => response.end('ok'));
  server.on('tlsClientError', () => undefined);
  return serve(t, server, host);
}

/** An address at which nothing listens. */
export async function deadAddress(): Promise<string> {
  return `127.0.0.1:${await freePort()}`;
}

/** Writes again and again until the other side has had enough. */
export function keepWriting(socket: Socket, chunk: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(chunk), everyMs);
  socket.once('close', () => {
    clearInterval(timer);
  });
}
