import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { defaultReadings } from '../contract/readings';
import { minTlsVersion } from '../contract/verified-tls';
import { stripPublicPath } from '../exchange/address';
import { ConnectionTracker } from './arriving-request';
import { ClientErrors } from './broken-requests';
import { newServer, trackSockets, type OpenSockets } from './connection';
import { dispatch, send, type RoutedRequest } from './dispatch';
import { watchLeftConnections } from './left-connections';
import type { ListenerOptions } from './listener-options';
import { errorReply } from './request-checks';
import { behindPrefix } from './routes';
import type { MockOperation } from './seams';
import { showInForce } from './shown-certificate';

export type { ListenerOptions } from './listener-options';

export interface Listener {
  readonly port: number;
  /** Returns the number of connections that {@link watchLeftConnections} has counted so far. */
  leftConnections(): number;
  /** Stops listening and ends all open connections. */
  close(): Promise<void>;
  /** Lets the process exit even though the listener and its connections are still open. */
  unref(): void;
}

/** Serves the routes of one service. Rejects with Node's own error if the port is in use. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const sockets = trackSockets();
  const app = newApp(options, sockets);
  let left = 0;
  let isOpen = true;
  watchLeftConnections(app.server, {
    // If an injected fault presents a foreign certificate, such a connection is recorded instead.
    presentsOwn: () => options.stimuli.current?.tls === undefined,
    onLeft: () => {
      if (isOpen) left += 1;
    },
  });
  const close = async () => {
    isOpen = false;
    sockets.end();
    await app.close();
  };
  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await close();
    throw error;
  }
  const unref = () => {
    app.server.unref();
    sockets.unref();
  };
  return { port: (app.server.address() as AddressInfo).port, leftConnections: () => left, close, unref };
}

/**
 * Maximum length of a path parameter. Fastify itself rejects longer ones before they are recorded, so this
 * equals Node's limit on the entire request head.
 */
const longestSegment = 16_384;

function newApp(options: ListenerOptions, sockets: OpenSockets): FastifyInstance {
  const { service, limits, tls, routes, state, tolerance } = options;
  const inClear = tolerance !== undefined;
  // A tolerant mock also accepts TLS versions that the target's readings rule out, so that a client with an
  // old version can be recorded and judged.
  const minVersion = minTlsVersion(inClear ? defaultReadings : state.readings);
  const conversations = new ConnectionTracker();
  const errors = new ClientErrors(options, conversations);
  const pass = (routed: RoutedRequest) => dispatch(routed, options, conversations);
  const handler = (operation: MockOperation) => (request: FastifyRequest, reply: FastifyReply) =>
    pass({ operation, request, reply });
  const onConnect = errors.onConnect.bind(errors);
  const onSecure = errors.onSecure.bind(errors);
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: longestSegment },
    rewriteUrl: ({ url = '/' }) => withoutPrefixes(url, options),
    serverFactory: (serve) =>
      sockets.watch(
        newServer(serve, { limits, onConnect, onSecure, inClear, minVersion, ...(tls && { tls }) }),
      ),
    clientErrorHandler: (error, socket) => {
      errors.onError(error, socket);
    },
    // A path that cannot be decoded does not belong to any route. Answer 400, and record the request like any
    // other.
    frameworkErrors: (_error, request, reply) =>
      void pass({ operation: 'fallback', request, reply, given: errorReply('badRequest') }),
  });
  if (tls !== undefined) showInForce({ stimuli: options.stimuli, own: tls, server: app.server, minVersion });
  readNoBodies(app);
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedAt = state.seams.clock();
    done();
  });
  app.setErrorHandler((_error, _request, reply) => send(reply, errorReply('internal')));
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const operation = behindPrefix(service, request.method, path, routes) ?? 'fallback';
    return pass({ operation, request, reply });
  });
  for (const { method, pattern: url, operation } of routes)
    app.route({ method, url, handler: handler(operation) });
  return app;
}

/** Removes the prefixes that a request has from its target. */
function withoutPrefixes(url: string, { prefixes, routes }: ListenerOptions): string {
  const isKnown = (path: string): boolean => routes.some((route) => route.path === path);
  return prefixes.reduce((target, prefix) => stripPublicPath(target, prefix, isKnown), url);
}

/**
 * Keeps fastify from reading bodies. It would reject some bodies because of their Content-Type and ignore the
 * bodies of GET requests. Neither handlers nor the recorder would then receive them.
 */
function readNoBodies(app: FastifyInstance): void {
  for (const method of app.supportedMethods) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
}
