import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { randomUUID } from 'node:crypto';
import { defaultTls } from '../support/mock/tls';
import { registryPrefix } from '../support/contract/bases';
import { embeddedTarget } from '../support/run/targets';
import type { Target } from '../support/targets/target';
import type { Stage, StartStage } from './mutant';
import { hangingMs, stageLimits, stageMock } from './stage';

interface RawServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Listens on a free port; closing ends all connections. */
export async function listen(server: Server, scheme: 'http' | 'https' = 'http'): Promise<RawServer> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of open) socket.destroy();
      }),
  };
}

/** The services of a target, all at one address. */
function allAt(origin: string): Target['services'] {
  return {
    gateway: origin,
    identity: origin,
    registry: `${origin}${registryPrefix}`,
    dummyPayer: origin,
  };
}

/** A target whose services are all that server. */
function targetAt(origin: string): Target {
  return {
    ...embeddedTarget,
    name: 'null service',
    services: allAt(origin),
    credentials: { clientId: 'SBX_null', clientSecret: randomUUID() },
    otps: [{ value: '480159', txnId: randomUUID() }],
    limits: { ...stageLimits, timeoutMs: hangingMs },
  };
}

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** Has all services answer everything in the same way. */
export function answeringAll(answer: Answering): StartStage {
  return async () => {
    const server = await listen(createServer(answer));
    return { target: targetAt(server.origin), close: server.close };
  };
}

/** The same over TLS, with a certificate that verifies. */
export function answeringAllOverTls(answer: Answering): StartStage {
  return async () => {
    const { ca, cert, key } = await defaultTls([]);
    const server = await listen(createHttpsServer({ cert, key }, answer), 'https');
    return { target: { ...targetAt(server.origin), ca }, close: server.close };
  };
}

/** A gateway that works, and behind it services that all answer everything in the same way. */
export function answeringBehindGateway(answer: Answering): StartStage {
  return async () => {
    const gateway = await stageMock({});
    const server = await listen(createServer(answer));
    const services = { ...allAt(server.origin), gateway: gateway.target.services.gateway ?? '' };
    const limits = { ...stageLimits, timeoutMs: hangingMs };
    return {
      target: { ...gateway.target, services, limits },
      close: async () => {
        await Promise.all([gateway.close(), server.close()]);
      },
    };
  };
}

/** Something that takes connections and need not speak HTTP. */
export function takingConnections(take: (socket: Socket) => void): StartStage {
  return async () => {
    const server = await listen(createTcpServer(take));
    return { target: targetAt(server.origin), close: server.close };
  };
}

/** An address at which nothing listens any longer. */
export async function notStarted(): Promise<Stage> {
  const server = await listen(createTcpServer());
  await server.close();
  return { target: targetAt(server.origin), close: () => Promise.resolve() };
}
