import type { IncomingMessage, RequestOptions, Server, ServerResponse } from 'node:http';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { Agent as TlsAgent, createServer as createTlsServer, request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Failure } from '../../exchange/exchange';
import { recordedBodyLimit } from '../../exchange/recorder';
import type { TlsMaterial } from '../../mock/tls';

type Pairs = readonly (readonly [name: string, value: string])[];

/** What went through, once it is over. */
export interface Passed {
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: Pairs;
  /** Up to the recorded limit. */
  readonly body: Buffer;
  readonly bytes: number;
  /** The client went away before its request was whole. */
  readonly broken: boolean;
  readonly answer?: {
    readonly status: number;
    readonly headers: Pairs;
    readonly body: Buffer;
    readonly bytes: number;
  };
  readonly failure?: Failure;
  /** Why nothing of the request could be read. */
  readonly unreadable?: string;
}

export interface PassOptions {
  /** Scheme, host and port of the far side. */
  readonly upstream: URL;
  readonly listen: { readonly host: string; readonly port: number };
  /** Serves TLS with this; plain http where absent. */
  readonly tls?: TlsMaterial;
  /** PEM of the authority of the far side, where it is not a public one. */
  readonly ca?: string;
  readonly observe: (passed: Passed) => void;
}

export interface PassThrough {
  readonly port: number;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** What a proxy answers for a far side that does not: it names itself, so that nobody takes it for the service's. */
const ownAnswer = { 'content-type': 'text/plain; charset=utf-8', via: '1.1 conform-proxy' };

/** Listens, and passes everything on as it is, in both directions, while it arrives. */
export async function passThrough(options: PassOptions): Promise<PassThrough> {
  const { tls, listen } = options;
  // Bodies of any size take the time that they take; headers do not.
  const limits = {
    requestTimeout: 0,
    headersTimeout: 60_000,
    keepAliveTimeout: 5000,
    maxHeaderSize: 64 * 1024,
  };
  const server: Server =
    tls === undefined ? createServer(limits) : createTlsServer({ ...limits, cert: tls.cert, key: tls.key });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const agents = new Agents(options);
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    new Passage({ ...options, agent: agents.of(request.socket) }, request, response).run();
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
  server.on('clientError', (_error, socket: Socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  server.listen(listen.port, listen.host);
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => Promise.reject(error as Error)),
  ]);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A request in clear where TLS is spoken: nothing more of it can be read. */
const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

function unreadable(code: string): Passed {
  const now = Date.now();
  const failure: Failure = { kind: 'tls', code, message: 'a request in clear where TLS is spoken' };
  const nothing = {
    method: 'UNKNOWN',
    target: '/',
    headers: [],
    body: Buffer.alloc(0),
    bytes: 0,
    broken: false,
  };
  return { ...nothing, arrivedAt: now, answeredAt: now, failure, unreadable: code };
}

/** Headers that belong to a connection, and are made anew for the next one. */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection'];

type Way = PassOptions & { readonly agent: Agent | false };

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

/** One request on its way there and back. */
class Passage {
  readonly #options: Way;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #arrivedAt = Date.now();
  readonly #sent = new Tee();
  readonly #got = new Tee();
  #answer: IncomingMessage | undefined;
  #over = false;

  constructor(options: Way, request: IncomingMessage, response: ServerResponse) {
    this.#options = options;
    this.#request = request;
    this.#response = response;
  }

  run(): void {
    const { upstream } = this.#options;
    const onward = open(this.#options, this.#request);
    onward.on('continue', () => {
      this.#response.writeContinue();
    });
    onward.on('response', (answer: IncomingMessage) => {
      this.#back(answer);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      this.#fail(error, upstream);
    });
    this.#request.on('data', (chunk: Buffer) => {
      this.#sent.add(chunk);
      if (!onward.write(chunk)) this.#request.pause();
    });
    onward.on('drain', () => this.#request.resume());
    this.#request.on('end', () => {
      const { rawTrailers } = this.#request;
      if (rawTrailers.length > 0) onward.addTrailers(pairs(rawTrailers));
      onward.end();
    });
    // Whoever hangs up, hangs up on both sides.
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) onward.destroy();
      this.#end(this.#response.writableFinished ? undefined : hungUp);
    });
    // The far side decides on its own whether a body is to come.
    if (this.#request.headers.expect !== undefined) onward.flushHeaders();
  }

  #back(answer: IncomingMessage): void {
    this.#answer = answer;
    const response = this.#response;
    response.sendDate = false;
    const headers = pairs(answer.rawHeaders).filter(([name]) => !ofConnection.includes(name.toLowerCase()));
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers.flat());
    answer.on('data', (chunk: Buffer) => {
      this.#got.add(chunk);
      if (!response.write(chunk)) answer.pause();
    });
    response.on('drain', () => answer.resume());
    answer.on('end', () => {
      if (answer.rawTrailers.length > 0) response.addTrailers(pairs(answer.rawTrailers));
      response.end();
    });
    answer.on('error', () => response.destroy());
  }

  #fail(error: NodeJS.ErrnoException, upstream: URL): void {
    if (this.#over) return;
    const failure = failureOf(error);
    this.#end(failure);
    if (this.#response.headersSent) this.#response.destroy();
    else
      this.#response
        .writeHead(502, ownAnswer)
        .end(`${upstream.origin} gave no answer to the proxy: ${failure.code}\n`);
  }

  #end(failure: Failure | undefined): void {
    if (this.#over) return;
    this.#over = true;
    const { method = '', url = '/', rawHeaders, complete } = this.#request;
    const answer = this.#answer;
    const whole = failure === undefined && answer !== undefined;
    this.#options.observe({
      arrivedAt: this.#arrivedAt,
      answeredAt: Date.now(),
      method,
      target: url,
      headers: pairs(rawHeaders),
      body: this.#sent.kept,
      bytes: this.#sent.bytes,
      broken: !complete,
      ...(whole
        ? {
            answer: {
              status: answer.statusCode ?? 0,
              headers: pairs(answer.rawHeaders),
              body: this.#got.kept,
              bytes: this.#got.bytes,
            },
          }
        : { failure: failure ?? hungUp }),
    });
  }
}

const hungUp: Failure = {
  kind: 'reset',
  code: 'ECONNRESET',
  message: 'one side hung up before the answer was whole',
};

/** The same request to the far side: every header as it came, but Host, which names the far side itself. */
function open({ upstream, ca, agent }: Way, request: IncomingMessage, ...more: readonly string[]) {
  const { method, url, rawHeaders } = request;
  const headers = pairs(rawHeaders)
    .filter(([name]) => !ofConnection.includes(name.toLowerCase()))
    .map(([name, value]) => [name, name.toLowerCase() === 'host' ? upstream.host : value] as const);
  const options: RequestOptions = {
    method,
    path: url,
    host: upstream.hostname.replace(/^\[|\]$/g, ''),
    port: upstream.port || (upstream.protocol === 'https:' ? 443 : 80),
    headers: [...headers.flat(), ...more],
    setHost: false,
    agent,
  };
  return upstream.protocol === 'https:'
    ? httpsRequest({ ...options, ...(ca !== undefined && { ca }) })
    : httpRequest(options);
}

/** What is no HTTP any more once it is agreed on is passed on unread. */
function tunnel(options: Way, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { rawHeaders, method = '', url = '/' } = request;
  const arrivedAt = Date.now();
  const onward = open(options, request, 'Connection', 'Upgrade');
  const told = (given: Pick<Passed, 'answer' | 'failure'>): void => {
    const nothing = { body: Buffer.alloc(0), bytes: 0, broken: false };
    options.observe({
      arrivedAt,
      answeredAt: Date.now(),
      method,
      target: url,
      headers: pairs(rawHeaders),
      ...nothing,
      ...given,
    });
  };
  const answerWith = (answer: IncomingMessage): void => {
    const lines = pairs(answer.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${answer.statusCode ?? 502} ${answer.statusMessage ?? ''}\r\n${lines.join('')}\r\n`,
    );
    told({
      answer: {
        status: answer.statusCode ?? 0,
        headers: pairs(answer.rawHeaders),
        body: Buffer.alloc(0),
        bytes: 0,
      },
    });
  };
  onward.on('upgrade', (answer: IncomingMessage, far: Duplex, first: Buffer) => {
    answerWith(answer);
    far.unshift(first);
    socket.unshift(head);
    far.on('error', () => socket.destroy());
    far.on('close', () => socket.destroy());
    socket.on('close', () => far.destroy());
    far.pipe(socket).pipe(far);
  });
  onward.on('response', (answer: IncomingMessage) => {
    answerWith(answer);
    answer.pipe(socket);
  });
  onward.on('error', (error: NodeJS.ErrnoException) => {
    told({ failure: failureOf(error) });
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
  });
  socket.on('error', () => onward.destroy());
  onward.end();
}

/** A body as it passes: its beginning is kept. */
class Tee {
  readonly #chunks: Buffer[] = [];
  bytes = 0;

  add(chunk: Buffer): void {
    const room = recordedBodyLimit - this.bytes;
    if (room > 0) this.#chunks.push(chunk.subarray(0, room));
    this.bytes += chunk.length;
  }

  get kept(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

function failureOf({ code = 'unknown', message }: NodeJS.ErrnoException): Failure {
  if (unreachable.includes(code)) return { kind: 'unreachable', code, message };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return { kind: 'tls', code, message };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', code, message };
  return code.startsWith('HPE_') ? { kind: 'malformed', code, message } : { kind: 'reset', code, message };
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_unused, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}
