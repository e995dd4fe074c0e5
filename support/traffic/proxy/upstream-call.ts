import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TransportFailure } from '../../exchange/exchange';
import type { WireRecord } from '../../exchange/raw-exchange';
import { PassingBody, pairRawHeaders } from '../../exchange/raw-exchange';
import type { FarSide } from './http-heads';
import {
  decodeMessageContent,
  leavesRest,
  openUpstream,
  ownAnswer,
  passHead,
  passInterim,
} from './http-heads';

/** Where a request goes on to, over which connection, and who is told of it. */
interface Way {
  readonly far: FarSide;
  readonly agent: Agent;
  /** What is known of a connection to the far side, where it is one over TLS. */
  readonly tlsOf: (socket: Socket) => WireRecord['tls'];
  readonly observe: (passed: WireRecord) => void;
}

/** One request on its way there and back. Whatever arrives, it ends, is recorded, and harms no other. */
export class UpstreamCall {
  readonly #way: Way;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #arrivedAt = Date.now();
  readonly #source: string | undefined;
  readonly #sent = new PassingBody();
  readonly #got = new PassingBody();
  #onward: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  #over = false;

  constructor(way: Way, request: IncomingMessage, response: ServerResponse) {
    this.#way = way;
    this.#request = request;
    this.#response = response;
    // A connection that is closed has no address any more.
    this.#source = request.socket.remoteAddress;
  }

  run(): void {
    // When one side hangs up, both are closed.
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) this.#onward?.destroy();
      this.#end(this.#response.writableFinished ? undefined : hungUp);
    });
    this.#guarded(() => {
      const { far, agent } = this.#way;
      const onward = openUpstream(far, agent, this.#request);
      this.#onward = onward;
      this.#hear(onward);
      this.#sendOn(onward);
    });
  }

  /** Whether its request is there whole. */
  get isAsked(): boolean {
    return this.#request.complete;
  }

  /** Whether its answer has begun and is not over. */
  get isAnswering(): boolean {
    return this.#response.headersSent && !this.#response.writableFinished;
  }

  /** Ends it where the rest of its body cannot be read; its client is answered elsewhere. */
  breakOff(failure: TransportFailure): void {
    this.#end(failure, failure.code);
    this.#onward?.destroy();
  }

  /** What arrives may be what no HTTP can say, and Node then throws. */
  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#refuse(failureOf(error as NodeJS.ErrnoException));
      this.#onward?.destroy();
    }
  }

  #hear(onward: ClientRequest): void {
    onward.on('information', (interim) => {
      this.#guarded(() => {
        passInterim(interim, this.#request, this.#response);
      });
    });
    onward.on('response', (answer: IncomingMessage) => {
      this.#guarded(() => {
        if (leavesRest(answer)) onward.shouldKeepAlive = false;
        this.#back(answer);
      });
    });
    onward.on('upgrade', (answer: IncomingMessage, far: Socket) => {
      this.#answer = answer;
      far.destroy();
      this.#refuse(failureOf(unasked));
    });
    onward.on('timeout', () => onward.destroy(tooLong));
    onward.on('error', (error: NodeJS.ErrnoException) => {
      // What follows a whole answer does not belong to it.
      if (this.#answer?.complete !== true) this.#refuse(failureOf(error));
    });
  }

  #sendOn(onward: ClientRequest): void {
    const request = this.#request;
    request.on('data', (chunk: Buffer) => {
      this.#sent.add(chunk);
      if (!onward.destroyed && !onward.write(chunk)) request.pause();
    });
    onward.on('drain', () => request.resume());
    // The rest is read and dropped.
    onward.on('close', () => {
      if (!request.readableEnded) request.resume();
    });
    request.on('end', () => {
      this.#guarded(() => {
        if (request.rawTrailers.length > 0) onward.addTrailers(pairRawHeaders(request.rawTrailers));
        onward.end();
      });
    });
    // The far side decides on its own whether a body is to come.
    if (request.headers.expect !== undefined) onward.flushHeaders();
  }

  #back(answer: IncomingMessage): void {
    const response = this.#response;
    this.#answer = answer;
    answer.on('data', (chunk: Buffer) => {
      this.#got.add(chunk);
      this.#passOn(answer, () => {
        if (!response.write(chunk)) answer.pause();
      });
    });
    response.on('drain', () => answer.resume());
    answer.on('end', () => {
      this.#passOn(answer, () => {
        if (answer.rawTrailers.length > 0) response.addTrailers(pairRawHeaders(answer.rawTrailers));
        response.end();
      });
    });
    answer.on('error', () => {
      // A 502 may be on its way.
      if (!this.#over) response.destroy();
    });
  }

  /** Behind the head, with the first of what follows it: what cannot be read there is answered 502 still. */
  #passOn(answer: IncomingMessage, act: () => void): void {
    this.#guarded(() => {
      if (this.#over) return;
      if (!this.#response.headersSent) passHead(answer, this.#request, this.#response);
      act();
    });
  }

  /** Answers in the proxy's own name, or breaks off what has begun. */
  #refuse(failure: TransportFailure): void {
    if (this.#over) return;
    this.#end(failure);
    if (this.#response.headersSent) {
      this.#response.destroy();
      return;
    }
    // The rest of the request would be taken for the next one.
    if (!this.#request.complete) this.#response.shouldKeepAlive = false;
    const what = failure.kind === 'malformed' ? 'no answer that can be passed on' : 'no answer to the proxy';
    this.#response
      .writeHead(failure.kind === 'timeout' ? 504 : 502, ownAnswer)
      .end(`${this.#way.far.origin} gave ${what}: ${failure.code}\n`);
  }

  #end(failure: TransportFailure | undefined, flaw = 'ECONNRESET'): void {
    if (this.#over) return;
    this.#over = true;
    const { method = '', url = '/', rawHeaders, complete } = this.#request;
    const answer = this.#answer;
    const whole = failure === undefined && answer !== undefined;
    const socket = answer?.socket ?? this.#onward?.socket;
    const tls = socket ? this.#way.tlsOf(socket) : undefined;
    this.#way.observe({
      arrivedAt: this.#arrivedAt,
      answeredAt: Date.now(),
      request: {
        ...{ method, url, ...decodeMessageContent(rawHeaders, this.#sent) },
        ...(!complete && { flaw: { kind: 'incomplete', code: flaw } }),
      },
      ...(whole
        ? {
            response: {
              status: answer.statusCode ?? 0,
              ...decodeMessageContent(answer.rawHeaders, this.#got),
            },
          }
        : { failure: failure ?? hungUp }),
      ...(tls && { tls }),
      ...(this.#source !== undefined && { source: this.#source }),
    });
  }
}

const unasked = Object.assign(new Error('another protocol, which was not offered'), {
  code: 'ERR_HTTP_UNASKED_UPGRADE',
});

const tooLong = Object.assign(new Error('nothing came for too long'), { code: 'ETIMEDOUT' });

const hungUp: TransportFailure = {
  kind: 'reset',
  code: 'ECONNRESET',
  message: 'one side hung up before the answer was whole',
};

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

/** Why the far side gave no answer that could be passed on. */
function failureOf({ code = 'unknown', message }: NodeJS.ErrnoException): TransportFailure {
  if (unreachable.includes(code)) return { kind: 'unreachable', code, message };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', code, message };
  if (/^(HPE_|ERR_HTTP_|ERR_INVALID_|ERR_UNESCAPED_)/.test(code)) return { kind: 'malformed', code, message };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return { kind: 'tls', code, message };
  return { kind: 'reset', code, message };
}
