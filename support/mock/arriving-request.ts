import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { RequestFlaw } from '../exchange/exchange';
import type { WireRecord } from '../exchange/raw-exchange';
import { PassingBody, pairs } from '../exchange/raw-exchange';
import type { MockOperation, MockService } from './seams';

/** One request that reached the mock, whatever became of it. No response: the connection was gone. */
export interface MockRecord extends Omit<WireRecord, 'failure'> {
  readonly service: MockService;
  /** Absent where no documented operation was addressed, or the bytes were no request at all. */
  readonly operation?: MockOperation;
  /** The operation that a tolerant service took it for, where none was addressed. */
  readonly meant?: MockOperation;
  /** Whether it came over TLS. */
  readonly secure?: boolean;
  /** The version of TLS over which it came, as Node names it. */
  readonly tlsVersion?: string;
  /** The stimulus in force. */
  readonly stimulus?: string;
}

export type Observer = (record: MockRecord) => void;

/** A request whose head has arrived. */
export interface ArrivingRequest {
  readonly raw: IncomingMessage;
  readonly operation: MockOperation;
  readonly arrivedAt: number;
  readonly stimulus?: string;
  readonly body: PassingBody;
  /** The operation that a request to no documented path was taken for. */
  meant?: MockOperation | undefined;
  /** Its connection was refused before it was whole: it is recorded already, and gets no other answer. */
  abandoned?: true;
}

/** What can be told of a request, before it is known how it ended. */
export function toldOf(
  { raw, operation, meant, arrivedAt, stimulus, body }: ArrivingRequest,
  service: MockService,
  flaw?: RequestFlaw,
): MockRecord {
  return {
    service,
    ...(operation !== 'fallback' && { operation }),
    ...(meant !== undefined && { meant }),
    arrivedAt,
    answeredAt: Date.now(),
    ...securityOf(raw.socket),
    request: {
      method: raw.method ?? 'UNKNOWN',
      url: raw.url ?? '/',
      headers: pairs(raw.rawHeaders),
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
  /** Answers that were not yet given. */
  readonly answers: Map<ArrivingRequest, ServerResponse>;
  /** Bytes that the connection had brought when its last request was whole. */
  wholeAt: number;
}

/** What each connection is about, so that what breaks it off is put down to the right request. */
export class Conversations {
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

  /** To be told when all of a request has arrived. */
  isWhole({ raw }: ArrivingRequest): void {
    this.#of(raw.socket).wholeAt = raw.socket.bytesRead;
  }

  /** The request whose body is still on its way. */
  unfinished(socket: Duplex): ArrivingRequest | undefined {
    const latest = this.#bySocket.get(socket)?.latest;
    return latest === undefined || latest.raw.complete || latest.abandoned ? undefined : latest;
  }

  /** Bytes that belong to no request that was seen so far. */
  bytesSince(socket: Duplex & { readonly bytesRead?: number }): number {
    return (socket.bytesRead ?? 0) - (this.#bySocket.get(socket)?.wholeAt ?? 0);
  }

  /** Resolves once the requests that came whole were answered, or cannot be. */
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
