import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { trackSockets } from '../mock/open-sockets';
import { Agents } from './agents';
import type { PassOptions } from './forwarded';
import type { Way } from './onward';
import { farSideOf, maxHeaderSize } from './onward';
import { isTunnelled, tunnel } from './tunnel';
import type { Latest } from './unreadable';
import { passedInClear, refuseUnreadable, spokenInClear } from './unreadable';
import { UpstreamCall } from './upstream-call';

export interface Relay {
  readonly port: number;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Listens, and passes everything on as it is, in both directions, while it arrives. */
export async function startRelay(options: PassOptions): Promise<Relay> {
  const { listen } = options;
  const sockets = trackSockets();
  const server = sockets.watch(serverFor(options));
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      sockets.end();
      await closed;
    },
  };
}

// Bodies of any size take the time that they take; headers do not. What the far side is to judge is passed on to it.
const limits = {
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 5000,
  maxHeaderSize,
  requireHostHeader: false,
};
const handshakeMs = 30_000;
const defaultIdleMs = 300_000;

/** Node before 24.9 cannot leave one offer of an upgrade alone and take another: there all are left alone. */
const choosesUpgrades = ((): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 9);
})();

function serverFor(options: PassOptions): Server {
  const { tls, upstream, ca, connections, idleMs = defaultIdleMs, observe } = options;
  const settings = { ...limits, ...(choosesUpgrades && { shouldUpgradeCallback: isTunnelled }) };
  const server =
    tls === undefined
      ? createServer(settings)
      : createTlsServer({ ...settings, handshakeTimeout: handshakeMs, cert: tls.cert, key: tls.key });
  const agents = new Agents(upstream, ca, idleMs);
  const last = new WeakMap<Socket, Latest>();
  const common = { ...options, far: farSideOf(upstream), tlsOf: (far: Socket) => agents.tlsOf(far) };
  const wayOf = (socket: Socket): Way => ({ ...common, agent: agents.of(socket) });
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    last.set(request.socket, { response });
    if (connections?.refuse(request, response) === true) return;
    const call = new UpstreamCall(wayOf(request.socket), request, response);
    last.set(request.socket, { response, call });
    call.run();
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, pass);
  if (choosesUpgrades)
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      tunnel(wayOf(socket), request, socket, head);
    });
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === spokenInClear) observe(passedInClear());
  });
  server.on('clientError', (error: Error, socket: Socket) => {
    const unread = refuseUnreadable(error, socket, last.get(socket));
    if (unread !== undefined) observe(unread);
  });
  bound(server, options, idleMs);
  return server;
}

/** The far side's time runs out first, so that what became of the request is known. */
const spareMs = 5000;

function bound(server: Server, { tls, connections }: PassOptions, idleMs: number): void {
  server.timeout = idleMs + spareMs;
  if (connections === undefined) return;
  server.maxConnections = connections.acceptedAtMost;
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections.take(socket);
  });
}
