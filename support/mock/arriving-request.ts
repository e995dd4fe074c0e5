import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { RequestFlaw } from '../exchange/exchange';
import type { WireRecord } from '../exchange/raw-exchange';
import { PassingBody, pairRawHeaders } from '../exchange/raw-exchange';
import type { AnsweredBy } from './outside/place';
import type { MockOperation, MockService } from './seams';

/**
 * The record of a request that reached the mock, complete or not. `response` is `undefined` if the connection
 * closed before the mock replied.
 */
export interface MockRecord extends Omit<WireRecord, 'failure'> {
  readonly service: MockService;
  /** `undefined` if no route matched the request, or if its bytes were not valid HTTP. */
  readonly operation?: MockOperation;
  /** The operation that a tolerant mock guessed for a request that matched no route. */
  readonly meant?: MockOperation;
  /** The source of the answer to a request outside the contract; `undefined` for all others. */
  readonly answeredBy?: AnsweredBy;
  /** Whether the request arrived over TLS; `undefined` if the request could not be parsed. */
  readonly secure?: boolean;
  /** TLS version of the connection, in Node's notation (`TLSv1.3`). */
  readonly tlsVersion?: string;
  /** Name of the injected fault that was in force, if any. */
  readonly stimulus?: string;
}

export type RecordObserver = (record: MockRecord) => void;

/** A request with complete headers; its body may still be arriving. */
export interface ArrivingRequest {
  readonly raw: IncomingMessage;
  readonly operation: MockOperation;
  readonly arrivedAt: number;
  readonly stimulus?: string;
  readonly body: PassingBody;
  /** The operation that a tolerant mock guessed for a request that matched no route. */
  meant?: MockOperation | undefined;
  answeredBy?: AnsweredBy | undefined;
  /**
   * Set when an error ended the request before its body was complete. The error handler then answers and
   * records the request, so `dispatch` must do neither.
   */
  abandoned?: true;
}

/** Builds the record of a request, without its response. */
export function recordOfRequest(
  { raw, operation, meant, answeredBy, arrivedAt, stimulus, body }: ArrivingRequest,
  service: MockService,
  flaw?: RequestFlaw,
): MockRecord {
  return {
    service,
    ...(operation !== 'fallback' && { operation }),
    ...(meant !== undefined && { meant }),
    ...(answeredBy !== undefined && { answeredBy }),
    arrivedAt,
    answeredAt: Date.now(),
    ...securityOf(raw.socket),
    request: {
      method: raw.method ?? 'UNKNOWN',
      url: raw.url ?? '/',
      headers: pairRawHeaders(raw.rawHeaders),
      body: body.kept,
      bytes: body.bytes,
      ...(flaw && { flaw }),
    },
    ...(stimulus !== undefined && { stimulus }),
  };
}

function securityOf(socket: Duplex): Pick<MockRecord, 'secure' | 'tlsVersion'> {
  if (!(socket instanceof TLSSocket)) return { secure: false };
  const tlsVersion = socket.getProtocol();
  return { secure: true, ...(tlsVersion !== null && { tlsVersion }) };
}

interface Conversation {
  latest?: ArrivingRequest;
  readonly answers: Map<ArrivingRequest, ServerResponse>;
  /** Number of bytes read from the connection up to the end of its latest complete request. */
  wholeAt: number;
}

/** Tracks the requests of each connection, so that a connection error is attributed to the right request. */
export class ConnectionTracker {
  readonly #bySocket = new WeakMap<Duplex, Conversation>();

  begin(about: Omit<ArrivingRequest, 'body'>, answer: ServerResponse): ArrivingRequest {
    const request = { ...about, body: new PassingBody() };
    const conversation = this.#of(about.raw.socket);
    conversation.latest = request;
    conversation.answers.set(request, answer);
    const forget = (): void => {
      conversation.answers.delete(request);
    };
    answer.once('finish', forget).once('close', forget);
    return request;
  }

  has(socket: Duplex): boolean {
    return this.#bySocket.has(socket);
  }

  /**
   * Must be called when a request's body has arrived completely. From then on, {@link bytesSince} counts only
   * later bytes.
   */
  isWhole({ raw }: ArrivingRequest): void {
    this.#of(raw.socket).wholeAt = raw.socket.bytesRead;
  }

  /** Returns the connection's latest request if its body is still arriving, otherwise `undefined`. */
  unfinished(socket: Duplex): ArrivingRequest | undefined {
    const latest = this.#bySocket.get(socket)?.latest;
    return latest === undefined || latest.raw.complete || latest.abandoned ? undefined : latest;
  }

  /** Returns the number of bytes received after the connection's latest complete request. */
  bytesSince(socket: Duplex & { readonly bytesRead?: number }): number {
    return (socket.bytesRead ?? 0) - (this.#bySocket.get(socket)?.wholeAt ?? 0);
  }

  /** Resolves when the responses to all complete requests of this connection have been sent or cut off. */
  async answered(socket: Duplex): Promise<void> {
    const conversation = this.#bySocket.get(socket);
    if (conversation === undefined) return;
    const waiting = [...conversation.answers].filter(([{ raw }]) => raw.complete);
    await Promise.all(
      waiting.map(
        ([, answer]) =>
          new Promise<void>((resolve) => {
            answer.once('finish', resolve).once('close', resolve);
          }),
      ),
    );
  }

  #of(socket: Duplex): Conversation {
    const known = this.#bySocket.get(socket) ?? { answers: new Map(), wholeAt: 0 };
    this.#bySocket.set(socket, known);
    return known;
  }
}
