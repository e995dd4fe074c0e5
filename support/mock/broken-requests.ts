import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { HeaderList, RequestFlaw } from '../exchange/exchange';
import type { WireAnswer, WireRequest } from '../exchange/raw-exchange';
import { pairs } from '../exchange/raw-exchange';
import { bytesOf } from './answer-bytes';
import type { ListenerOptions } from './listener-options';
import type { Conversations, MockRecord } from './arriving-request';
import { toldOf } from './arriving-request';
import { refuse } from './request-checks';
import type { Reply } from './seams';

const requestLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,32}) (?:(\S{1,16384}) HTTP\/\d\.\d|(\/\S{0,16384}))$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}):[ \t]*(.*?)[ \t]*$/;

/** Its value is left out: where a parser sees no header, nothing is known to be secret. */
const blankBehindName = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}[ \t]{1,8}):/;

/** More than this is neither shown nor kept: a secret that the end cuts in two could not be recognised. */
const junkLimit = 4096;

/**
 * Reads what a parser refused: the request line and the header lines that are whole, so far as there are any.
 * The body are the bytes as they are, where no request line was found among them and they are few.
 * @param parsed how many bytes of the packet the parser had taken: requests before this one may be among them
 */
export function readRawHead(packet: Buffer = Buffer.alloc(0), parsed = 0): WireRequest {
  const before = packet.lastIndexOf('\r\n\r\n', Math.max(0, parsed - 4));
  const bytes = before < 0 || before + 4 > parsed ? packet : packet.subarray(before + 4);
  // Behind the last line end there may be half a value.
  const [first = '', ...lines] = bytes.toString('latin1').split(/\r?\n/).slice(0, -1);
  const [, method, target, bareTarget] = requestLine.exec(first) ?? [];
  if (method === undefined)
    return {
      method: 'UNKNOWN',
      url: '/',
      headers: [],
      body: bytes.length > junkLimit ? Buffer.alloc(0) : bytes,
    };
  return { method, url: target ?? bareTarget ?? '/', headers: headersIn(lines), body: Buffer.alloc(0) };
}

/** The name of the first header with a blank before its colon. */
export function blankedHeader(packet: Buffer, parsed = 0): string | undefined {
  const lines = packet.subarray(Math.max(0, packet.lastIndexOf('\r\n\r\n', parsed))).toString('latin1');
  const found = lines.split(/\r?\n/).map((line) => blankBehindName.exec(line)?.[1]);
  return found.find((name) => name !== undefined);
}

function headersIn(lines: readonly string[]): HeaderList {
  const end = lines.indexOf('');
  return lines.slice(0, end < 0 ? undefined : end).flatMap((line) => {
    const [, name, value] = headerLine.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}

/** What node tells of bytes that its parser refused, or that never came. */
interface ClientError extends Error {
  readonly code?: string;
  /** A Buffer; fastify types it otherwise. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

/** As much of a request as could be made out, and why it was no more. */
interface Unreadable extends WireRequest {
  readonly flaw: RequestFlaw;
  readonly answer: Reply | undefined;
}

const flawOf = (code: string, header?: string): RequestFlaw => ({
  kind: 'unreadable',
  code,
  ...(code === 'HPE_INVALID_HEADER_TOKEN' && header !== undefined && { header }),
});

/** Of a client that left at the sight of a certificate, in its handshake or behind it, without a word. */
const leftAtOnce = 'ERR_TLS_LEFT';

/** Codes of a connection whose other end is gone. */
const gone = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'];

/** Answers and records what no route ever sees: requests that are no HTTP, too large, too slow, or broken off. */
export class ClientErrors {
  readonly #options: ListenerOptions;
  readonly #conversations: Conversations;
  readonly #refused = new WeakSet<Duplex>();
  /** Those whose TLS handshake came to its end. */
  readonly #secure = new WeakSet<Duplex>();

  constructor(options: ListenerOptions, conversations: Conversations) {
    this.#options = options;
    this.#conversations = conversations;
  }

  /** For `clientError`: node tells it again for every packet that comes later. */
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

  /** For `connect`: the mock is no proxy (RFC 9110, section 9.3.6). */
  onConnect(request: IncomingMessage, socket: Duplex): void {
    this.#refused.add(socket);
    const { method = 'CONNECT', url = '/', rawHeaders } = request;
    const answer = refuse('badRequest');
    this.#record({ method, url, headers: pairs(rawHeaders), bytes: 0, flaw: flawOf('CONNECT'), answer });
    this.#end(socket, answer);
  }

  /** For `secureConnection`: some clients look at a certificate only then. What they leave unasked tells that they did. */
  onSecure(socket: TLSSocket): void {
    this.#secure.add(socket);
    const stimulus = this.#options.stimuli.current;
    if (stimulus?.tls === undefined || socket.destroyed) return;
    socket.once('close', () => {
      if (this.#conversations.has(socket) || this.#refused.has(socket)) return;
      this.#record({ ...readRawHead(), bytes: 0, flaw: flawOf(leftAtOnce), answer: undefined }, stimulus);
    });
  }

  /** Breaks off a handshake in which another certificate than the service's own was shown. */
  #refusesCertificate(socket: Duplex): boolean {
    const { current } = this.#options.stimuli;
    return current?.tls !== undefined && socket instanceof TLSSocket && !this.#secure.has(socket);
  }

  /** A connection that is opened ahead, or closed after its answer, has asked for nothing. */
  #isIdle({ code = '' }: ClientError, socket: Duplex): boolean {
    if (this.#refusesCertificate(socket)) return false;
    if (this.#conversations.unfinished(socket) !== undefined) return false;
    const silent = gone.includes(code) || code === 'ERR_HTTP_REQUEST_TIMEOUT';
    return silent && this.#conversations.bytesSince(socket) <= 0;
  }

  #observe(error: ClientError, socket: Duplex, answer: Reply | undefined): void {
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
      ...toldOf(request, this.#options.service, { kind: 'incomplete', code }),
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

  /** The recorder must not keep the client from its answer. */
  #tell(observation: MockRecord): void {
    try {
      this.#options.observe?.(observation);
    } catch (error) {
      this.#options.onError('fallback', error);
    }
  }

  /** Answers after the requests that came before, and lets the client finish: else it never reads the answer. */
  #end(socket: Duplex, answer: Reply | undefined): void {
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

/** What a server answers to it; nothing where it would not be read, or could not be without TLS. */
function answerTo({ code = '' }: ClientError, socket: Duplex): Reply | undefined {
  const handshaking = socket instanceof TLSSocket && socket.getProtocol() === null;
  if (gone.includes(code) || !socket.writable || handshaking) return undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('headersTooLarge');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return refuse('tooLarge');
  return refuse(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'tooSlow' : 'badRequest');
}

function headersOf(answer: Reply): (readonly [string, string])[] {
  return [
    ['content-type', 'application/json'],
    ['content-length', String(bytesOf(answer.body).length)],
    ['connection', 'close'],
  ];
}

function asSent(answer: Reply): WireAnswer {
  return { status: answer.status, headers: headersOf(answer), body: bytesOf(answer.body) };
}

function rawAnswer(answer: Reply): Buffer {
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...headersOf(answer).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytesOf(answer.body)]);
}
