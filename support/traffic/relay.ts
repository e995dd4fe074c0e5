import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { trackSockets } from '../mock/open-sockets';
import { Agents } from './agents';
import type { PassOptions } from './forwarded';
import { farSideOf, maxHeaderSize } from './onward';
import { passedInClear, refuseUnreadable, spokenInClear } from './unreadable';
import { UpstreamCall } from './upstream-call';

export interface Relay {
  readonly port: number;
  /** How many connections it closed unheard, since too many were open. */
  readonly refused: number;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Listens, and passes everything on as it is, in both directions, while it arrives. */
export async function startRelay(options: PassOptions): Promise<Relay> {
  const { listen, maxConnections = Infinity } = options;
  const sockets = trackSockets();
  const server = sockets.watch(serverFor(options));
  let refused = 0;
  server.maxConnections = maxConnections;
  server.on('drop', () => (refused += 1));
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get refused() {
      return refused;
    },
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

/** The far side's time runs out first, so that what became of the request is known. */
const spareMs = 5000;

function serverFor(options: PassOptions): Server {
  const { tls, upstream, ca, idleMs = defaultIdleMs, observe } = options;
  const server =
    tls === undefined
      ? createServer(limits)
      : createTlsServer({ ...limits, handshakeTimeout: handshakeMs, cert: tls.cert, key: tls.key });
  const agents = new Agents(upstream, ca, idleMs);
  const last = new WeakMap<Socket, UpstreamCall>();
  const common = { ...options, far: farSideOf(upstream), tlsOf: (far: Socket) => agents.tlsOf(far) };
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const call = new UpstreamCall({ ...common, agent: agents.of(socket) }, request, response);
    last.set(socket, call);
    call.run();
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, pass);
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === spokenInClear) observe(passedInClear());
  });
  server.on('clientError', (error: Error, socket: Socket) => {
    const unread = refuseUnreadable(error, socket, last.get(socket));
    if (unread !== undefined) observe(unread);
  });
  server.timeout = idleMs + spareMs;
  return server;
}
