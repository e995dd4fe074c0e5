import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { readBody, rawHeaders, type Observer, type ReadBody } from './observation';
import { trackSockets } from './open-sockets';
import { refuse } from './refusals';
import type { Call, MockService, MockState, OperationName, Reply, Route } from './seams';
import type { Stage } from './stimuli';
import type { TlsMaterial } from './tls';

export interface ListenerOptions {
  readonly service: MockService;
  /** Faults to play. */
  readonly stage: Stage;
  /** Told of every request that arrived, whatever became of it. */
  readonly observe?: Observer;
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
  const arrivedAt = Date.now();
  const stimulus = options.stage.current?.name;
  const body = await readBody(request.raw);
  const answer =
    body.bytes > body.kept.length || body.broken
      ? refuse('tooLarge')
      : await answerOf(operation, toCall(request, body.kept), options);
  send(reply, answer);
  observe(
    request,
    reply,
    { operation, arrivedAt, body, answer, ...(stimulus !== undefined && { stimulus }) },
    options,
  );
  return reply;
}

interface Seen {
  readonly operation: OperationName;
  readonly arrivedAt: number;
  readonly body: ReadBody;
  readonly answer: Reply;
  readonly stimulus?: string;
}

function observe(request: FastifyRequest, reply: FastifyReply, seen: Seen, options: ListenerOptions): void {
  const { operation, arrivedAt, body, answer, stimulus } = seen;
  options.observe?.({
    service: options.service,
    ...(operation !== 'fallback' && { operation }),
    arrivedAt,
    answeredAt: Date.now(),
    method: request.method,
    target: request.raw.url ?? '/',
    headers: rawHeaders(request.raw),
    body: body.kept,
    bodyBytes: body.bytes,
    ...(body.broken
      ? { broken: true }
      : {
          answer: {
            status: answer.status,
            headers: Object.entries(reply.getHeaders()).map(
              ([name, value]) => [name, String(value)] as const,
            ),
            body: bytesOf(answer.body),
          },
        }),
    ...(stimulus !== undefined && { stimulus }),
  });
}

function bytesOf(body: Reply['body']): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function answerOf(
  operation: OperationName,
  call: Call,
  { state, stage, onError }: ListenerOptions,
): Promise<Reply> {
  try {
    return await stage.handlerOf(operation, state.seams.handlers[operation])(call, state);
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

function newServer(handler: Parameters<typeof createHttpServer>[1], tls?: TlsMaterial): Server {
  const server = tls
    ? createHttpsServer({ ...limits, key: tls.key, cert: tls.cert }, handler)
    : createHttpServer(limits, handler);
  server.maxConnections = maxConnections;
  return server;
}
