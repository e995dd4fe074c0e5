import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WireRequest } from './raw-exchange';
import { PassingBody, pairRawHeaders } from './raw-exchange';
import { blankedHeader, readRawHead } from './raw-head';

/** A callback as it arrived. */
export interface ArrivedCallback {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The headers by their lowercase names, as Node combines them. */
  readonly named: IncomingHttpHeaders;
  /** `undefined` if the body was longer than `recordedBodyLimit`. No documented message is nearly that long. */
  readonly body?: Buffer;
  /** The beginning of a body that was too long, and the known part of its length in bytes. */
  readonly cut?: { readonly beginning: Buffer; readonly bytes: number };
  /** The time of arrival, in epoch milliseconds. */
  readonly arrivedAt: number;
}

/** A request that did not arrive whole, or that is not HTTP. `flaw` of the request names the reason. */
export interface BrokenCallback {
  readonly request: WireRequest;
  /** The time of the error, in epoch milliseconds. */
  readonly arrivedAt: number;
  /** The status of the answer; `undefined` if the sender could not receive one. */
  readonly status?: number;
}

export interface CallbackAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON. */
  readonly body?: object;
}

/** An HTTP server that receives the callbacks of payers. */
export interface CallbackListener {
  readonly port: number;
  /** Handles each callback. While this is `undefined`, the listener answers every callback with 503. */
  receive: ((callback: ArrivedCallback) => Promise<CallbackAnswer>) | undefined;
  /** Handles each request that is too broken for `receive`, so that a report can show the request. */
  receiveBroken?: ((callback: BrokenCallback) => void) | undefined;
  /** Stops listening, and ends open connections. */
  close(): Promise<void>;
}

/**
 * Milliseconds for which an idle connection stays open: longer than a payer or a tunnel keeps one, because a callback
 * on a closing connection would be lost.
 */
const keepAliveTimeout = 72_000;
/** Returns the path with which the suite checks that an address leads to its own listener. Tunnels may add a prefix. */
export const echoPath = (nonce: string): string => `/conformance-echo/${nonce}`;
const echoed = /\/conformance-echo\/([\w-]{1,200})$/;

/** Listens for callbacks. Rejects with Node's own error if the address is not available. */
export async function listenForCallbacks(
  host: string,
  port: number,
  receive?: CallbackListener['receive'],
): Promise<CallbackListener> {
  /** Connections on which the body of a request is arriving. */
  const arriving = new WeakSet<Duplex>();
  const server = createServer({ requestTimeout: 30_000, keepAliveTimeout }, (request, response) => {
    take(request, listener, arriving)
      .then((answer) => {
        send(response, answer);
      })
      .catch(() => response.destroy());
  });
  server.on('clientError', (error: UnreadableError, socket) => {
    // If the body of a request is still arriving, `readBody` rejects, and that request is reported as incomplete.
    if (arriving.has(socket)) socket.destroy();
    else refuse(error, socket, listener);
  });
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
  };
  const listener: CallbackListener = { port: 0, receive, close };
  server.listen({ host, port });
  await once(server, 'listening');
  // A process can end even if it has not closed the listener.
  server.unref();
  return Object.assign(listener, { port: (server.address() as AddressInfo).port });
}

async function take(
  request: IncomingMessage,
  listener: CallbackListener,
  arriving: WeakSet<Duplex>,
): Promise<CallbackAnswer> {
  const { method = '', url: path = '/', headers: named, rawHeaders, socket } = request;
  const nonce = method === 'GET' ? echoed.exec(path)?.[1] : undefined;
  if (nonce !== undefined) return { status: 200, body: { echo: nonce } };
  const headers = pairRawHeaders(rawHeaders);
  const passing = new PassingBody();
  arriving.add(socket);
  let isWhole: boolean;
  try {
    isWhole = await readBody(request, passing);
  } catch (error) {
    const { kept: body, bytes } = passing;
    const flaw = { kind: 'incomplete', code: codeOf(error) } as const;
    listener.receiveBroken?.({
      request: { method, url: path, headers, body, bytes, flaw },
      arrivedAt: Date.now(),
    });
    throw error;
  } finally {
    arriving.delete(socket);
  }
  const bytes = Math.max(passing.bytes, Number(named['content-length'] ?? 0));
  const body = isWhole ? { body: passing.kept } : { cut: { beginning: passing.kept, bytes } };
  const callback = { method, path, headers, named, ...body, arrivedAt: Date.now() };
  try {
    const answer = (await listener.receive?.(callback)) ?? { status: 503 };
    return isWhole ? answer : tooLarge;
  } catch {
    return { status: 500, body: notUnderstood };
  }
}

const notUnderstood = { message: 'not understood' };

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'ECONNRESET';

/** An error of the HTTP parser or of a connection, as Node's `clientError` event reports it. */
interface UnreadableError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/**
 * Answers bytes that are not HTTP, and reports them. A connection that ends without such bytes carried no callback:
 * payers close idle connections.
 */
function refuse(
  { code = 'UNKNOWN', rawPacket, bytesParsed }: UnreadableError,
  socket: Duplex,
  listener: CallbackListener,
): void {
  if (rawPacket === undefined || rawPacket.length === 0 || !socket.writable) {
    socket.destroy();
    return;
  }
  const header = blankedHeader(rawPacket, bytesParsed);
  const isBlanked = code === 'HPE_INVALID_HEADER_TOKEN' && header !== undefined;
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const flaw = { kind: 'unreadable', code, ...(isBlanked && { header }) } as const;
  const request = { ...readRawHead(rawPacket, bytesParsed), bytes: rawPacket.length, flaw };
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
  listener.receiveBroken?.({ request, arrivedAt: Date.now(), status });
}

/** Closes the connection, because the rest of the body was not read. */
const tooLarge: CallbackAnswer = {
  status: 413,
  headers: { connection: 'close' },
  body: { message: 'the callback is too large' },
};

/**
 * Reads the body of a request into `passing`. Returns whether the body was read whole: the listener stops at its limit.
 * Rejects if the sender breaks off.
 */
async function readBody(request: IncomingMessage, passing: PassingBody): Promise<boolean> {
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    passing.add(chunk);
    if (passing.isCut) return false;
  }
  return true;
}

function send(response: ServerResponse, { status, headers, body }: CallbackAnswer): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  const length = { 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { ...type, ...length, ...headers }).end(text);
}
