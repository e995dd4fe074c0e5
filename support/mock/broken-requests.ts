import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { RequestFlaw } from '../exchange/exchange';
import { blankedHeader, readRawHead } from '../exchange/raw-head';
import type { WireAnswer, WireRequest } from '../exchange/raw-exchange';
import { pairRawHeaders } from '../exchange/raw-exchange';
import { encodeBody } from './answer-bytes';
import { lostConnectionCodes as gone } from './left-connections';
import type { ListenerOptions } from './listener-options';
import type { ConnectionTracker, MockRecord } from './arriving-request';
import { recordOfRequest } from './arriving-request';
import { errorReply } from './request-checks';
import type { MockReply } from './seams';

/** An error that Node's `clientError` event reports: from the parser, a timeout, TLS or the socket. */
interface ClientError extends Error {
  readonly code?: string;
  /** A Buffer, if set. Typed as `unknown`, because fastify declares another type. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

/** The recovered part of a broken request, its flaw, and the mock's answer. */
interface Unreadable extends WireRequest {
  readonly flaw: RequestFlaw;
  readonly answer: MockReply | undefined;
}

const flawOf = (code: string, header?: string): RequestFlaw => ({
  kind: 'unreadable',
  code,
  ...(code === 'HPE_INVALID_HEADER_TOKEN' && header !== undefined && { header }),
});

/**
 * Our own error code for a client that disconnected during or right after the TLS handshake, without sending
 * an alert or a request.
 */
const leftAtOnce = 'ERR_TLS_LEFT';

/**
 * Answers and records requests that never reach a route: those that are not HTTP, too large, too slow, or cut
 * off.
 */
export class ClientErrors {
  readonly #options: ListenerOptions;
  readonly #conversations: ConnectionTracker;
  readonly #refused = new WeakSet<Duplex>();
  /** Connections that have completed their TLS handshake. */
  readonly #secure = new WeakSet<Duplex>();

  constructor(options: ListenerOptions, conversations: ConnectionTracker) {
    this.#options = options;
    this.#conversations = conversations;
  }

  /**
   * Handles the first `clientError` event of a connection. Ignores later ones, which Node emits for each
   * further packet.
   */
  onError(error: ClientError, socket: Duplex): void {
    if (this.#refused.has(socket)) return;
    if (this.#isIdle(error, socket)) {
      socket.destroy();
      return;
    }
    this.#refused.add(socket);
    const answer = answerTo(error, socket);
    this.#observe(error, socket, answer);
    this.#end(socket, answer);
  }

  /** Handles `connect`: rejects the request, because the mock is not a proxy (RFC 9110, section 9.3.6). */
  onConnect(request: IncomingMessage, socket: Duplex): void {
    this.#refused.add(socket);
    const { method = 'CONNECT', url = '/', rawHeaders } = request;
    const answer = errorReply('badRequest');
    this.#record({
      method,
      url,
      headers: pairRawHeaders(rawHeaders),
      bytes: 0,
      flaw: flawOf('CONNECT'),
      answer,
    });
    this.#end(socket, answer);
  }

  /**
   * Handles the `secureConnection` event. Some clients check the certificate only after the handshake. If
   * such a client disconnects without a request while an injected fault presents a foreign certificate,
   * records that the client rejected the certificate.
   */
  onSecure(socket: TLSSocket): void {
    this.#secure.add(socket);
    const stimulus = this.#options.stimuli.current;
    if (stimulus?.tls === undefined || socket.destroyed) return;
    socket.once('close', () => {
      if (this.#conversations.has(socket) || this.#refused.has(socket)) return;
      this.#record({ ...readRawHead(), bytes: 0, flaw: flawOf(leftAtOnce), answer: undefined }, stimulus);
    });
  }

  /**
   * Returns whether the connection is still in its TLS handshake while an injected fault presents a foreign
   * certificate. An error then means that the client rejects the certificate.
   */
  #refusesCertificate(socket: Duplex): boolean {
    const { current } = this.#options.stimuli;
    return current?.tls !== undefined && socket instanceof TLSSocket && !this.#secure.has(socket);
  }

  /**
   * Returns whether the connection failed harmlessly, while the client was not waiting for an answer. Some
   * clients open connections in advance, and many keep them open after their last answer.
   */
  #isIdle({ code = '' }: ClientError, socket: Duplex): boolean {
    if (this.#refusesCertificate(socket)) return false;
    if (this.#conversations.unfinished(socket) !== undefined) return false;
    const silent = gone.includes(code) || code === 'ERR_HTTP_REQUEST_TIMEOUT';
    return silent && this.#conversations.bytesSince(socket) <= 0;
  }

  #observe(error: ClientError, socket: Duplex, answer: MockReply | undefined): void {
    const { rawPacket, bytesParsed } = error;
    const leaves = gone.includes(error.code ?? '') && this.#refusesCertificate(socket);
    const code = leaves ? leftAtOnce : (error.code ?? 'UNKNOWN');
    const packet = Buffer.isBuffer(rawPacket) ? rawPacket : Buffer.alloc(0);
    const request = this.#conversations.unfinished(socket);
    if (request === undefined) {
      const bytes = Math.max(this.#conversations.bytesSince(socket), packet.length);
      const header = blankedHeader(packet, bytesParsed);
      this.#record({ ...readRawHead(packet, bytesParsed), bytes, flaw: flawOf(code, header), answer });
      return;
    }
    request.abandoned = true;
    this.#tell({
      ...recordOfRequest(request, this.#options.service, { kind: 'incomplete', code }),
      ...(answer && { response: asSent(answer) }),
    });
  }

  #record({ answer, ...request }: Unreadable, stimulus = this.#options.stimuli.current): void {
    const now = Date.now();
    this.#tell({
      service: this.#options.service,
      arrivedAt: now,
      answeredAt: now,
      request,
      ...(answer && { response: asSent(answer) }),
      ...(stimulus && { stimulus: stimulus.name }),
    });
  }

  /**
   * Passes a record to the observer. If the observer throws, only reports the error, so that the client still
   * gets its answer.
   */
  #tell(observation: MockRecord): void {
    try {
      this.#options.observe?.(observation);
    } catch (error) {
      this.#options.onError('fallback', error);
    }
  }

  /**
   * Sends the answer after earlier requests on this connection are answered, and then lets the client finish
   * sending. If the mock closed the connection at once, the client could not read the answer.
   */
  #end(socket: Duplex, answer: MockReply | undefined): void {
    if (answer === undefined) {
      socket.destroy();
      return;
    }
    void this.#conversations.answered(socket).then(() => {
      if (!socket.writable) socket.destroy();
      else socket.end(rawAnswer(answer));
      const cut = setTimeout(() => socket.destroy(), this.#options.limits.lingerMs).unref();
      socket.once('close', () => {
        clearTimeout(cut);
      });
      socket.once('end', () => socket.destroy());
      socket.resume();
    });
  }
}

/**
 * Returns the reply to a client error, or `undefined` if the client cannot receive one: it has disconnected,
 * or the TLS handshake is not complete.
 */
function answerTo({ code = '' }: ClientError, socket: Duplex): MockReply | undefined {
  const handshaking = socket instanceof TLSSocket && socket.getProtocol() === null;
  if (gone.includes(code) || !socket.writable || handshaking) return undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return errorReply('headersTooLarge');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return errorReply('tooLarge');
  return errorReply(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'tooSlow' : 'badRequest');
}

function headersOf(answer: MockReply): (readonly [string, string])[] {
  return [
    ['content-type', 'application/json'],
    ['content-length', String(encodeBody(answer.body).length)],
    ['connection', 'close'],
  ];
}

function asSent(answer: MockReply): WireAnswer {
  return { status: answer.status, headers: headersOf(answer), body: encodeBody(answer.body) };
}

function rawAnswer(answer: MockReply): Buffer {
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...headersOf(answer).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), encodeBody(answer.body)]);
}
