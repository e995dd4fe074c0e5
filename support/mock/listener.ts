import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { trackSockets } from './open-sockets';
import { refuse } from './refusals';
import type { Call, MockState, OperationName, Reply, Route } from './seams';
import type { TlsMaterial } from './tls';

export interface ListenerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly tls?: TlsMaterial;
  readonly routes: readonly Route[];
  readonly state: MockState;
  /** Told of what a handler threw, which the caller sees as 500 only. */
  readonly onError: (operation: OperationName, error: unknown) => void;
}

export interface Listener {
  readonly port: number;
  /** Ends open connections too. */
  close(): Promise<void>;
}

const bodyLimit = 1024 * 1024;
const limits = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 72_000 };
const maxConnections = 1024;

/** Serves the routes of one service; rejects with node's own error where the port is taken. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const sockets = trackSockets();
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    serverFactory: (handler) => sockets.watch(newServer(handler, options.tls)),
    frameworkErrors: (_error, _request, reply) => void send(reply, refuse('badRequest')),
  });
  readNoBodies(app);
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedAt = options.state.seams.clock();
    done();
  });
  app.setErrorHandler((_error, _request, reply) => send(reply, refuse('internal')));
  app.setNotFoundHandler((request, reply) => dispatch('fallback', request, reply, options));
  for (const { method, path: url, operation } of options.routes) {
    app.route({ method, url, handler: (request, reply) => dispatch(operation, request, reply, options) });
  }

  const close = async () => {
    sockets.end();
    await app.close();
  };
  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await close();
    throw error;
  }
  return { port: (app.server.address() as AddressInfo).port, close };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds since the epoch. */
    receivedAt: number;
  }
}

async function dispatch(
  operation: OperationName,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ListenerOptions,
): Promise<FastifyReply> {
  const rawBody = await readBody(request.raw);
  const answer = rawBody ? await answerOf(operation, toCall(request, rawBody), options) : refuse('tooLarge');
  return send(reply, answer);
}

async function answerOf(
  operation: OperationName,
  call: Call,
  { state, onError }: ListenerOptions,
): Promise<Reply> {
  try {
    return await state.seams.handlers[operation](call, state);
  } catch (error) {
    onError(operation, error);
    return refuse('internal');
  }
}

function toCall(request: FastifyRequest, rawBody: Buffer): Call {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const [path = ''] = request.raw.url?.split('?') ?? [];
  return {
    method: request.method,
    path,
    headers: Object.fromEntries(headers),
    rawBody,
    receivedAt: request.receivedAt,
  };
}

function send(reply: FastifyReply, { status, headers = {}, body }: Reply): FastifyReply {
  const json = typeof body === 'object' && !Buffer.isBuffer(body);
  const type = body === undefined ? {} : { 'content-type': contentType(body) };
  return reply
    .code(status)
    .headers({ ...type, ...headers })
    .send(json ? JSON.stringify(body) : body);
}

function contentType(body: string | Buffer | object): string {
  if (typeof body === 'string') return 'text/plain; charset=utf-8';
  return Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
}

/**
 * Keeps fastify from reading bodies: it would refuse some for their Content-Type and pass over those of a GET,
 * before a handler (or whoever records) has seen them.
 */
function readNoBodies(app: FastifyInstance): void {
  for (const method of app.supportedMethods) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
}

/** The body, or nothing where it is larger than the limit; such a one is read to its end, then dropped. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks) : undefined;
}

function newServer(handler: Parameters<typeof createHttpServer>[1], tls?: TlsMaterial): Server {
  const server = tls
    ? createHttpsServer({ ...limits, key: tls.key, cert: tls.cert }, handler)
    : createHttpServer(limits, handler);
  server.maxConnections = maxConnections;
  return server;
}
