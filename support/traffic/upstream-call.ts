import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '../exchange/exchange';
import type { Way } from './onward';
import { ofConnection, open } from './onward';
import { pairs } from '../exchange/raw-headers';
import { PassingBody } from '../exchange/raw-exchange';
import { contentOf, failureOf } from './forwarded';

/** What a proxy answers if the far side does not: it names itself, so that the answer is not taken for the service's. */
const ownAnswer = { 'content-type': 'text/plain; charset=utf-8', via: '1.1 conform-proxy' };

/** One request on its way there and back. */
export class UpstreamCall {
  readonly #options: Way;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #arrivedAt = Date.now();
  readonly #sent = new PassingBody();
  readonly #got = new PassingBody();
  #answer: IncomingMessage | undefined;
  #over = false;

  constructor(options: Way, request: IncomingMessage, response: ServerResponse) {
    this.#options = options;
    this.#request = request;
    this.#response = response;
  }

  run(): void {
    const { upstream } = this.#options;
    const onward = open(this.#options, this.#request);
    onward.on('continue', () => {
      this.#response.writeContinue();
    });
    onward.on('response', (answer: IncomingMessage) => {
      this.#back(answer);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      this.#fail(error, upstream);
    });
    this.#request.on('data', (chunk: Buffer) => {
      this.#sent.add(chunk);
      if (!onward.write(chunk)) this.#request.pause();
    });
    onward.on('drain', () => this.#request.resume());
    this.#request.on('end', () => {
      const { rawTrailers } = this.#request;
      if (rawTrailers.length > 0) onward.addTrailers(pairs(rawTrailers));
      onward.end();
    });
    // When one side hangs up, both are closed.
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) onward.destroy();
      this.#end(this.#response.writableFinished ? undefined : hungUp);
    });
    // The far side decides on its own whether a body is to come.
    if (this.#request.headers.expect !== undefined) onward.flushHeaders();
  }

  #back(answer: IncomingMessage): void {
    this.#answer = answer;
    const response = this.#response;
    response.sendDate = false;
    const headers = pairs(answer.rawHeaders).filter(([name]) => !ofConnection.includes(name.toLowerCase()));
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers.flat());
    answer.on('data', (chunk: Buffer) => {
      this.#got.add(chunk);
      if (!response.write(chunk)) answer.pause();
    });
    response.on('drain', () => answer.resume());
    answer.on('end', () => {
      if (answer.rawTrailers.length > 0) response.addTrailers(pairs(answer.rawTrailers));
      response.end();
    });
    answer.on('error', () => response.destroy());
  }

  #fail(error: NodeJS.ErrnoException, upstream: URL): void {
    if (this.#over) return;
    const failure = failureOf(error);
    this.#end(failure);
    if (this.#response.headersSent) this.#response.destroy();
    else
      this.#response
        .writeHead(502, ownAnswer)
        .end(`${upstream.origin} gave no answer to the proxy: ${failure.code}\n`);
  }

  #end(failure: Failure | undefined): void {
    if (this.#over) return;
    this.#over = true;
    const { method = '', url = '/', rawHeaders, complete } = this.#request;
    const answer = this.#answer;
    const whole = failure === undefined && answer !== undefined;
    this.#options.observe({
      arrivedAt: this.#arrivedAt,
      answeredAt: Date.now(),
      request: {
        method,
        url,
        ...contentOf(pairs(rawHeaders), this.#sent),
        ...(!complete && { flaw: { kind: 'incomplete', code: 'ECONNRESET' } }),
      },
      ...(whole
        ? { response: { status: answer.statusCode ?? 0, ...contentOf(pairs(answer.rawHeaders), this.#got) } }
        : { failure: failure ?? hungUp }),
    });
  }
}

const hungUp: Failure = {
  kind: 'reset',
  code: 'ECONNRESET',
  message: 'one side hung up before the answer was whole',
};
