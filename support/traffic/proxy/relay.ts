import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:http';
import { Agent as TlsAgent, createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { verifiedTlsOptions } from '../../contract/verified-tls';
import type { WireRecord } from '../../exchange/raw-exchange';
import { tlsFactOf, tlsTrustFor } from '../../exchange/tls-fact';
import { trackSockets } from '../../mock/connection';
import { watchLeftConnections } from '../../mock/left-connections';
import type { TlsMaterial } from '../../mock/tls';
import type { ClientError } from './http-heads';
import { farSideOf, maxHeaderSize, refusalOf, unread, recordUnreadable } from './http-heads';
import { UpstreamCall } from './upstream-call';

interface RelayOptions {
  /** Scheme, host and port of the far side. */
  readonly upstream: URL;
  readonly listen: { readonly host: string; readonly port: number };
  /** Serves TLS with this; plain http where absent. */
  readonly tls?: TlsMaterial;
  /** PEM of the authority of the far side, where it is not a public one. */
  readonly ca?: string;
  /** So many connections clients may have open; without bounds where absent. */
  readonly maxConnections?: number;
  /** Milliseconds without a byte after which a connection is given up; five minutes by default. */
  readonly idleMs?: number;
  /** Told of what went through, once it is over. */
  readonly observe: (passed: WireRecord) => void;
}

export interface Relay {
  readonly port: number;
  /** How many connections it closed unheard, since too many were open. */
  readonly refused: number;
  /** Number of TLS connections that clients closed at once, without a request. */
  readonly left: number;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Listens, and passes everything on as it is, in both directions, while it arrives. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { listen, maxConnections = Infinity } = options;
  const sockets = trackSockets();
  const server = sockets.watch(serverFor(options));
  let refused = 0;
  let left = 0;
  watchLeftConnections(server, {
    presentsOwn: () => true,
    onLeft: () => {
      left += 1;
    },
  });
  server.maxConnections = maxConnections;
  server.on('drop', () => (refused += 1));
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get refused() {
      return refused;
    },
    get left() {
      return left;
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

function serverFor({ tls, upstream, ca, idleMs = defaultIdleMs, observe }: RelayOptions): Server {
  const server =
    tls === undefined
      ? createServer(limits)
      : createTlsServer({ ...limits, handshakeTimeout: handshakeMs, cert: tls.cert, key: tls.key });
  server.timeout = idleMs + spareMs;
  const agents = new Agents(upstream, ca, idleMs);
  const last = new WeakMap<Socket, UpstreamCall>();
  const tlsOf = (socket: Socket): WireRecord['tls'] => agents.tlsOf(socket);
  const common = { far: farSideOf(upstream), tlsOf, observe };
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const call = new UpstreamCall({ ...common, agent: agents.of(socket) }, request, response);
    last.set(socket, call);
    call.run();
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, pass);
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === inClear.code) observe(unread(inClear));
  });
  server.on('clientError', (error: Error, socket: Socket) => {
    const passed = refuse(error, socket, last.get(socket));
    if (passed !== undefined) observe(passed);
  });
  return server;
}

/** A request in clear where TLS is spoken: nothing more of it can be read. */
const inClear = {
  kind: 'tls',
  code: 'ERR_SSL_HTTP_REQUEST',
  message: 'a request in clear where TLS is spoken',
} as const;

/** The client's own doing, and no refusal. */
const hangsUp = 'HPE_INVALID_EOF_STATE';

/**
 * Answers what Node's parser refuses, and gives what is recorded of it; nothing where nothing was asked.
 * @param last the latest request on this connection: a body that breaks off belongs to that
 */
function refuse(error: ClientError, socket: Socket, last?: UpstreamCall): WireRecord | undefined {
  const { code = 'UNKNOWN' } = error;
  const message = `the proxy refused this request: ${error.message}`;
  if (!socket.writable || last?.isAnswering === true) socket.destroy();
  else socket.end(refusalOf(code, `${message} (${code})\n`), 'latin1');
  if (!code.startsWith('HPE_')) return undefined;
  const failure = { kind: 'unreachable', code, message } as const;
  if (last?.isAsked !== false) return recordUnreadable(error, failure);
  if (code !== hangsUp) last.breakOff(failure);
  return undefined;
}

/**
 * One connection to the far side for each connection of the client, as long as that lasts: a client that keeps its
 * connection meets what it would meet without a proxy.
 */
class Agents {
  readonly #agents = new WeakMap<Socket, Agent>();
  readonly #known = new WeakMap<Socket, NonNullable<WireRecord['tls']>>();
  readonly #trust;
  readonly #make: () => Agent;

  constructor({ protocol }: URL, ca: string | undefined, idleMs: number) {
    const isTls = protocol === 'https:';
    const options = { keepAlive: true, maxSockets: 1, timeout: idleMs };
    const trust = isTls ? tlsTrustFor(ca) : undefined;
    this.#trust = trust;
    this.#make = () =>
      trust === undefined
        ? new Agent(options)
        : new TlsAgent({ ...options, ...verifiedTlsOptions, secureContext: trust.context });
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

  /** What is known of a connection over TLS that has verified; it is looked at once. */
  tlsOf(socket: Socket): WireRecord['tls'] {
    if (this.#trust === undefined || !(socket instanceof TLSSocket)) return undefined;
    const fact = this.#known.get(socket) ?? (socket.authorized ? tlsFactOf(socket, this.#trust) : undefined);
    if (fact !== undefined) this.#known.set(socket, fact);
    return fact;
  }
}
