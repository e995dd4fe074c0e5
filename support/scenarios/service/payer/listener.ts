import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { FastifyRequest } from 'fastify';

/** A callback as it arrived. */
export interface ArrivedCallback {
  /** Path and query as they were sent. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent where it was larger than the listener reads. */
  readonly body?: Buffer;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}

export interface CallbackAnswer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: object;
}

/** Where payers call the suite back. */
export interface CallbackListener {
  readonly port: number;
  /** Who takes what arrives; until somebody is named it is answered 503. */
  receive: ((callback: ArrivedCallback) => Promise<CallbackAnswer>) | undefined;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Bytes of a callback that are read; no documented message comes near it. */
const bodyLimit = 1024 * 1024;

/** A path by which the suite finds out whether an address leads to its own listener; a tunnel may leave more before it. */
export const echoPath = (nonce: string): string => `/conformance-echo/${nonce}`;
const echoed = /\/conformance-echo\/([\w-]{1,200})$/;

/** Listens for callbacks; rejects with node's own error where the address cannot be had. */
export async function listenForCallbacks(host: string, port: number): Promise<CallbackListener> {
  const app = fastify({
    bodyLimit,
    forceCloseConnections: true,
    requestTimeout: 30_000,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  app.get('/*', async (request, reply) => {
    const nonce = echoed.exec(request.url)?.[1];
    return nonce === undefined ? reply.code(404).send({ message: 'nothing is here' }) : { echo: nonce };
  });
  app.post('/*', async (request, reply) => {
    const { status, body } = await answerTo(request, bodyOf(request));
    return reply.code(status).send(body);
  });
  app.setErrorHandler<Error & { statusCode?: number }>(async (error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) await answerTo(request, undefined);
    return reply
      .code(status)
      .send({ message: status === 413 ? 'the callback is too large' : 'not understood' });
  });

  const listener: CallbackListener = { port: 0, receive: undefined, close: () => app.close() };
  async function answerTo(request: FastifyRequest, body: Buffer | undefined): Promise<CallbackAnswer> {
    const { receive } = listener;
    if (receive === undefined) return { status: 503 };
    return receive({
      path: request.url,
      headers: paired(request.raw.rawHeaders),
      ...(body !== undefined && { body }),
      arrivedAt: Date.now(),
    });
  }
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  return Object.assign(listener, { port: address.port });
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function paired(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_unused, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}
