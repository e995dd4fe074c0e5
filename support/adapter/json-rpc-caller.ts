import type { RpcResponse, MadeCall } from './call-results';
import { checkParams, FaultError, toCallOutcome } from './call-results';
import type { AdapterChannel, CallOutcome, ChannelOptions } from './channel';
import type { AdapterFault } from './fault';
import { faultError } from './fault';
import type { LogText } from './kept-log';
import type { AdapterMethod, MethodParams } from './protocol';

/** A call that waits for its answer. */
export interface PendingCall extends MadeCall {
  /** Aborted if the call times out. */
  readonly signal: AbortSignal;
}

/** Sends messages to an adapter and returns its answers, over stdio, over HTTP or within this process. */
export interface RpcTransport {
  /** Sends a message and resolves with its answer. Rejects with a `FaultError` if the adapter fails. */
  ask(asking: PendingCall): Promise<RpcResponse>;
  readonly ended: boolean;
  log(): LogText;
  unfinished?(): number;
  /** As in {@link AdapterChannel.isGone}. */
  isGone?(): Promise<boolean>;
  /** Ends the adapter immediately. */
  abandon(): void;
  /** Ends the adapter. Resolves with a fault that no call has reported yet, or with `undefined`. */
  close(): Promise<AdapterFault | undefined>;
}

const timeoutsBeforeDown = 2;

/**
 * Implements a channel on top of any transport. Checks params and results, and limits the duration of calls.
 */
export class JsonRpcCaller implements AdapterChannel {
  readonly #transport: RpcTransport;
  readonly #options: ChannelOptions;
  #lastId = 0;
  #timeouts = 0;
  #down: AdapterFault | undefined;
  #closing: Promise<void> | undefined;

  constructor(transport: RpcTransport, options: ChannelOptions) {
    this.#transport = transport;
    this.#options = options;
  }

  get ended(): boolean {
    return this.#down !== undefined || this.#closing !== undefined || this.#transport.ended;
  }

  log(): LogText {
    return this.#transport.log();
  }

  unfinished(): number {
    return this.#transport.unfinished?.() ?? 0;
  }

  async isGone(): Promise<boolean> {
    return this.ended || ((await this.#transport.isGone?.()) ?? false);
  }

  async call<M extends AdapterMethod>(method: M, params: MethodParams<M>): Promise<CallOutcome<M>> {
    if (this.#closing !== undefined) throw new Error(`The channel was closed before the call of ${method}`);
    const id = ++this.#lastId;
    checkParams(method, params);
    try {
      if (this.#down !== undefined) throw new FaultError(this.#down);
      return toCallOutcome(method, await this.#ask({ id, method, params }));
    } catch (cause) {
      throw cause instanceof FaultError ? this.#error(cause.fault, method) : cause;
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const fault = await this.#transport.close();
    if (fault !== undefined) throw this.#error(fault, 'the time after the last call');
  }

  async #ask(asked: MadeCall): Promise<RpcResponse> {
    const given = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new FaultError(this.#countTimeout()));
        given.abort();
      }, this.#options.timeoutMs);
    });
    try {
      return await Promise.race([this.#transport.ask({ ...asked, signal: given.signal }), timedOut]);
    } finally {
      clearTimeout(timer);
    }
  }

  #countTimeout(): AdapterFault {
    this.#timeouts += 1;
    const begun = this.unfinished();
    const fault = {
      what: `gave no answer within ${this.#options.timeoutMs} ms`,
      likely:
        begun > 0
          ? `it wrote ${begun} bytes without a line end: each answer is one line, flushed`
          : 'it waits for something, or does not flush stdout after each line; limits.callMs allows it more time',
    };
    if (this.#timeouts < timeoutsBeforeDown) return fault;
    this.#down = { ...fault, what: `${fault.what}, ${this.#timeouts} times, and is not asked any more` };
    this.#transport.abandon();
    return this.#down;
  }

  #error(fault: AdapterFault, during: string): Error {
    return faultError(fault, during, this.log(), this.#options.redact);
  }
}
