import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { tlsContextFor, verifiedTlsOptions } from '../contract/verified-tls';
import type { RpcResponse } from './call-results';
import { FaultError, parseRpcResponse, requestText } from './call-results';
import type { PendingCall, RpcTransport } from './json-rpc-caller';
import { JsonRpcCaller } from './json-rpc-caller';
import type { AdapterChannel, ChannelOptions } from './channel';
import type { LogText } from './kept-log';
import { noLog } from './kept-log';
import { quoteStart } from './fault';
import { maxMessageBytes } from './protocol';

export interface HttpChannelOptions extends ChannelOptions {
  /** The address to which the suite sends messages, by POST. */
  readonly url: string;
  /** Maximum size of an answer in bytes; 32 MiB by default. */
  readonly maxBody?: number;
  /** CA certificate for an https address, in PEM; `undefined` for a public CA. */
  readonly ca?: string;
}

/**
 * Opens a channel to an adapter that is already running. Each call is a POST with the message as its body,
 * and the answer is the body of a response with status 200. Redirects are not followed. Each call uses a new
 * connection, because the adapter may close an idle one. Throws a `TypeError` if `url` is not an http or
 * https address.
 */
export function openHttpChannel({ url, maxBody, ca, ...options }: HttpChannelOptions): AdapterChannel {
  const address = new URL(url);
  if (!/^https?:$/.test(address.protocol)) throw new TypeError(`${url} is no http or https address`);
  return new JsonRpcCaller(
    new HttpTransport(address, maxBody ?? maxMessageBytes, tlsContextFor(ca, true)),
    options,
  );
}

const betweenConnectionsMs = 200;

/** Returns whether nothing listens at an address. */
function isRefused({ hostname, port, protocol }: URL): Promise<boolean> {
  const usualPort = protocol === 'https:' ? 443 : 80;
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: port === '' ? usualPort : Number(port), timeout: longestConnectMs });
  return new Promise((resolve) => {
    const end = (refused: boolean) => () => {
      socket.destroy();
      resolve(refused);
    };
    socket.once('connect', end(false)).once('timeout', end(false));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      end(code === 'ECONNREFUSED')();
    });
  });
}

const longestConnectMs = 500;

class HttpTransport implements RpcTransport {
  readonly #url: URL;
  readonly #maxBody: number;
  readonly #trusted: SecureContext;
  readonly #closing = new AbortController();

  constructor(url: URL, maxBody: number, trusted: SecureContext) {
    this.#url = url;
    this.#trusted = trusted;
    this.#maxBody = maxBody;
  }

  get ended(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Returns an empty log: the suite did not start the adapter and cannot read its stderr. */
  log(): LogText {
    return noLog;
  }

  async ask({ signal, ...asked }: PendingCall): Promise<RpcResponse> {
    const { id } = asked;
    const body = await this.#post(requestText(asked), AbortSignal.any([signal, this.#closing.signal]));
    if (body.length === 0)
      throw new FaultError({
        what: 'answered with an empty body',
        likely: 'each call has one JSON-RPC message as its answer',
      });
    const answer = parseRpcResponse(body);
    if (answer === 'unsolicited' || answer.id !== id)
      throw new FaultError({
        what:
          answer === 'unsolicited'
            ? 'answered with a notification'
            : `answered ${JSON.stringify(answer.id)} to call ${id}`,
        likely: 'an answer repeats the id of its call, as the same number; a text "1" is another id than 1',
      });
    return answer;
  }

  /** Connects twice, because a program that is ending may still accept the first connection. */
  async isGone(): Promise<boolean> {
    if (await isRefused(this.#url)) return true;
    await delay(betweenConnectionsMs);
    return isRefused(this.#url);
  }

  abandon(): void {
    this.#closing.abort();
  }

  close(): Promise<undefined> {
    this.#closing.abort();
    return Promise.resolve(undefined);
  }

  async #post(text: string, signal: AbortSignal): Promise<Buffer> {
    try {
      const answer = await this.#send(text, signal);
      if (answer.statusCode !== 200) throw new FaultError(statusFault(answer));
      return await this.#read(answer);
    } catch (cause) {
      if (cause instanceof FaultError) throw cause;
      throw new FaultError(this.#connectionFault(cause));
    }
  }

  #send(text: string, signal: AbortSignal): Promise<IncomingMessage> {
    const request = this.#url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Content-Length': Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const connection = { agent: false, ...verifiedTlsOptions, secureContext: this.#trusted } as const;
      const sent = request(this.#url, { method: 'POST', headers, signal, ...connection }, resolve);
      // Keep this listener after the response has begun: an error without a listener would crash this
      // process. By then, `reject` does nothing, and reading the response's body fails instead.
      sent.on('error', reject);
      sent.end(text);
    });
  }

  async #read(answer: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > this.#maxBody)
        throw new FaultError({
          what: `answered with more than ${this.#maxBody} bytes`,
          likely: 'it puts more into the answer than its result',
        });
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  #connectionFault(cause: unknown): FaultError['fault'] {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (this.ended)
      return { what: 'was closed before it answered', likely: 'the run ended in the middle of a call' };
    if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code ?? ''))
      return {
        what: `has a certificate at ${this.#url.origin} that does not verify (${code ?? message})`,
        likely: 'its authority is a private one: give it in tls.ca; or the certificate is for another host',
      };
    return {
      what: `cannot be reached at ${this.#url.origin}, or broke off (${code ?? message})`,
      likely: 'it does not run, or listens at another address; integrator.url says where it is looked for',
    };
  }
}

function statusFault({ statusCode, headers }: IncomingMessage): FaultError['fault'] {
  const to = headers.location === undefined ? '' : `, to ${quoteStart(headers.location)}`;
  if (statusCode !== undefined && statusCode >= 300 && statusCode < 400)
    return {
      what: `redirects (status ${statusCode}${to})`,
      likely: 'redirects are not followed; integrator.url names the address itself',
    };
  return {
    what: `answered with status ${statusCode ?? 'unknown'}`,
    likely: 'every answer of the protocol has status 200, errors too; integrator.url may lack its path',
  };
}
