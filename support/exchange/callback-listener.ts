import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { FastifyRequest } from 'fastify';
import { pairs } from './raw-exchange';

/** A callback as it arrived. */
export interface ArrivedCallback {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The same by name, as node reads them. */
  readonly named: IncomingHttpHeaders;
  /** Absent where it was larger than the listener reads. */
  readonly body?: Buffer;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}

export interface CallbackAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
}

/** Where payers call back. */
export interface CallbackListener {
  readonly port: number;
  /** Who takes what arrives; until a taker is named it is answered 503. */
  receive: ((callback: ArrivedCallback) => Promise<CallbackAnswer>) | undefined;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Bytes of a callback that are read; no documented message comes near it. */
const bodyLimit = 1024 * 1024;
const limits = { bodyLimit, forceCloseConnections: true, requestTimeout: 30_000 };

/** A path by which the suite finds out whether an address leads to its own listener; a tunnel may leave more before it. */
export const echoPath = (nonce: string): string => `/conformance-echo/${nonce}`;
const echoed = /\/conformance-echo\/([\w-]{1,200})$/;

/** Listens for callbacks; rejects with node's own error where the address cannot be had. */
export async function listenForCallbacks(
  host: string,
  port: number,
  receive?: CallbackListener['receive'],
): Promise<CallbackListener> {
  const app = fastify(limits);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  app.all('/*', async (request, reply) => {
    const nonce = request.method === 'GET' ? echoed.exec(request.url)?.[1] : undefined;
    if (nonce !== undefined) return { echo: nonce };
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const answer = await answerTo(request, { body });
    return reply
      .code(answer.status)
      .headers({ ...answer.headers })
      .send(answer.body);
  });
  app.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) await answerTo(request, {});
    const message = status === 413 ? 'the callback is too large' : 'not understood';
    return reply.code(status).send({ message });
  });

  const listener: CallbackListener = { port: 0, receive, close: () => app.close() };
  async function answerTo(
    request: FastifyRequest,
    read: { readonly body?: Buffer },
  ): Promise<CallbackAnswer> {
    const { method, url: path, headers: named, raw } = request;
    const callback = { method, path, headers: pairs(raw.rawHeaders), named, ...read, arrivedAt: Date.now() };
    return (await listener.receive?.(callback)) ?? { status: 503 };
  }
  await app.listen({ host, port });
  // A process that forgets to close it can still end.
  app.server.unref();
  return Object.assign(listener, { port: (app.server.address() as AddressInfo).port });
}
