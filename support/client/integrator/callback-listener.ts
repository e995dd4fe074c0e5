import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A callback as it arrived. */
export interface CallbackRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface CallbackReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
}

export interface CallbackListener {
  /** Base of the operations, without a trailing slash. */
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

const bodyLimit = 1024 * 1024;
const limits = { requestTimeout: 30_000, headersTimeout: 10_000 };

/** Listens for callbacks on a free port of the loopback. */
export async function listenForCallbacks(
  receive: (request: CallbackRequest) => Promise<CallbackReply>,
): Promise<CallbackListener> {
  const server = createServer(limits, (request, response) => {
    answer(request, response, receive).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Whoever forgets to shut down can end all the same.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  receive: (request: CallbackRequest) => Promise<CallbackReply>,
): Promise<void> {
  const body = await readBody(request);
  const [path = ''] = request.url?.split('?') ?? [];
  const { method = '', headers } = request;
  const reply: CallbackReply = body ? await receive({ method, path, headers, body }) : { status: 413 };
  const type = reply.body && { 'content-type': 'application/json' };
  response.writeHead(reply.status, { ...type, ...reply.headers });
  response.end(reply.body && JSON.stringify(reply.body));
}

/** The whole body; `undefined` where it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks) : undefined;
}
