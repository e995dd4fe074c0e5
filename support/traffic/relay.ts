import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:http';
import { Agent as TlsAgent, createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Failure } from '../exchange/exchange';
import { trackSockets } from '../mock/open-sockets';
import { UpstreamCall } from './upstream-call';
import type { WireRecord } from '../exchange/raw-exchange';
import type { PassOptions } from './forwarded';
import { tunnel } from './tunnel';

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

// Bodies of any size take the time that they take; headers do not.
const limits = {
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 64 * 1024,
};

function serverFor(options: PassOptions): Server {
  const { tls } = options;
  const server =
    tls === undefined ? createServer(limits) : createTlsServer({ ...limits, cert: tls.cert, key: tls.key });
  const agents = new Agents(options);
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    new UpstreamCall({ ...options, agent: agents.of(request.socket) }, request, response).run();
  };
  server.on('request', pass);
  server.on('checkContinue', pass);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnel({ ...options, agent: false }, request, socket, head);
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException) => {
    const { code = 'ERR_SSL' } = error;
    if (code === spokenInClear) options.observe(unreadable(code));
  });
  server.on('clientError', (_error: Error, socket: Socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  return server;
}

/** A request in clear where TLS is spoken: nothing more of it can be read. */
const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

function unreadable(code: string): WireRecord {
  const now = Date.now();
  const failure: Failure = { kind: 'tls', code, message: 'a request in clear where TLS is spoken' };
  const flaw = { kind: 'unreadable', code } as const;
  return {
    arrivedAt: now,
    answeredAt: now,
    request: { method: 'UNKNOWN', url: '/', headers: [], flaw },
    failure,
  };
}

/**
 * One connection to the far side for each connection of the client, as long as that lasts: a client that keeps its
 * connection meets what it would meet without a proxy.
 */
class Agents {
  readonly #agents = new WeakMap<Socket, Agent>();
  readonly #make: () => Agent;

  constructor({ upstream, ca }: PassOptions) {
    const options = { keepAlive: true, maxSockets: 1, ...(ca !== undefined && { ca }) };
    this.#make = () => (upstream.protocol === 'https:' ? new TlsAgent(options) : new Agent(options));
  }

  of(socket: Socket): Agent {
    const known = this.#agents.get(socket);
    if (known !== undefined) return known;
    const agent = this.#make();
    this.#agents.set(socket, agent);
    socket.on('close', () => {
      agent.destroy();
    });
    return agent;
  }
}
