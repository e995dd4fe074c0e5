import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pairRawHeaders } from './raw-exchange';

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

/** Longer than a payer or a tunnel keeps a connection: a callback that meets a closing one is lost. */
const keepAliveTimeout = 72_000;
/** A path by which the suite finds out whether an address leads to its own listener; a tunnel may leave more before it. */
export const echoPath = (nonce: string): string => `/conformance-echo/${nonce}`;
const echoed = /\/conformance-echo\/([\w-]{1,200})$/;

/** Listens for callbacks; rejects with node's own error where the address cannot be had. */
export async function listenForCallbacks(
  host: string,
  port: number,
  receive?: CallbackListener['receive'],
): Promise<CallbackListener> {
  const server = createServer({ requestTimeout: 30_000, keepAliveTimeout }, (request, response) => {
    take(request, listener)
      .then((answer) => {
        send(response, answer);
      })
      .catch(() => response.destroy());
  });
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
  };
  const listener: CallbackListener = { port: 0, receive, close };
  server.listen({ host, port });
  await once(server, 'listening');
  // A process that forgets to close it can still end.
  server.unref();
  return Object.assign(listener, { port: (server.address() as AddressInfo).port });
}

async function take(request: IncomingMessage, listener: CallbackListener): Promise<CallbackAnswer> {
  const { method = '', url: path = '/', headers: named, rawHeaders } = request;
  const nonce = method === 'GET' ? echoed.exec(path)?.[1] : undefined;
  if (nonce !== undefined) return { status: 200, body: { echo: nonce } };
  if (!isReadable(path)) return { status: 400, body: notUnderstood };
  try {
    const body = await bodyOf(request);
    const headers = pairRawHeaders(rawHeaders);
    const callback = { method, path, headers, named, ...(body && { body }), arrivedAt: Date.now() };
    const answer = (await listener.receive?.(callback)) ?? { status: 503 };
    return body === undefined ? tooLarge : answer;
  } catch {
    return { status: 500, body: notUnderstood };
  }
}

const notUnderstood = { message: 'not understood' };

/** Whether a path can be read from what stands there, whatever its query. */
function isReadable(target: string): boolean {
  try {
    decodeURI(target.split(/[?#]/, 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** What is not read any more leaves the connection of no use. */
const tooLarge: CallbackAnswer = {
  status: 413,
  headers: { connection: 'close' },
  body: { message: 'the callback is too large' },
};

/** `undefined` where it is larger than the listener reads. Rejects where the sender breaks off. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyLimit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, headers, body }: CallbackAnswer): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  const length = { 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { ...type, ...length, ...headers }).end(text);
}
