import { randomUUID } from 'node:crypto';
import type { RpcResponse } from './call-results';
import { FaultError, answerIn } from './call-results';
import type { AdapterChannel, ChannelOptions } from './channel';
import type { AdapterHandlers } from './handlers';
import { answerRead } from './handlers';
import type { PendingCall, RpcTransport } from './json-rpc-caller';
import { JsonRpcCaller } from './json-rpc-caller';
import type { LogText } from './kept-log';
import { noLog } from './kept-log';
import { parseJson } from '../contract/json';

/**
 * Maximum length of a string that is written to JSON. Longer strings are passed by reference, because JSON
 * would copy a bundle of 10 MiB eight times per call.
 */
const longest = 16 * 1024;

/**
 * Writes JSON with a short token instead of each long string, and restores the strings when reading. The
 * values are identical to those of plain JSON, but long strings are not copied.
 */
class LongTexts {
  readonly #secret = randomUUID();
  readonly #aside: string[] = [];

  write(value: unknown): string {
    return JSON.stringify(value, (_name, each: unknown) =>
      typeof each === 'string' && each.length > longest ? this.#tokenOf(each) : each,
    );
  }

  read(text: string): unknown {
    const value = parseJson(text);
    return this.#aside.length === 0 ? value : this.#restored(value);
  }

  #tokenOf(text: string): string {
    return `${this.#secret}/${this.#aside.push(text) - 1}`;
  }

  #restored(value: unknown): unknown {
    if (typeof value === 'string') return this.#textOf(value);
    if (typeof value !== 'object' || value === null) return value;
    const members = value as Record<string, unknown>;
    for (const [name, member] of Object.entries(members)) members[name] = this.#restored(member);
    return value;
  }

  #textOf(token: string): string {
    const [secret, index] = token.split('/');
    return secret === this.#secret ? (this.#aside[Number(index)] ?? token) : token;
  }
}

/** Equal to the default of `limits.callMs` in a target file. */
const defaultTimeoutMs = 60_000;

/**
 * Opens a channel to handlers in this process. Messages are still converted to JSON and checked, so that the
 * suite's own client gets no special treatment. Only long strings are passed without conversion.
 */
export function openLocalChannel(
  handlers: AdapterHandlers,
  options: Partial<ChannelOptions> = {},
): AdapterChannel {
  return new JsonRpcCaller(new LocalTransport(handlers), { timeoutMs: defaultTimeoutMs, ...options });
}

class LocalTransport implements RpcTransport {
  readonly #handlers: AdapterHandlers;
  #ended = false;

  constructor(handlers: AdapterHandlers) {
    this.#handlers = handlers;
  }

  get ended(): boolean {
    return this.#ended;
  }

  log(): LogText {
    return noLog;
  }

  async ask({ id, method, params }: PendingCall): Promise<RpcResponse> {
    const texts = new LongTexts();
    const asked = texts.read(texts.write({ jsonrpc: '2.0', id, method, params }));
    const answered = await answerRead(this.#handlers, asked, (value) => texts.write(value));
    const answer = answered === undefined ? undefined : answerIn(texts.read(answered));
    // Only a bug in the suite can cause this: its handlers answer every request with the request's id.
    if (typeof answer !== 'object' || answer.id !== id)
      throw new FaultError({ what: 'gave no answer', likely: 'a defect of the suite' });
    return answer;
  }

  abandon(): void {
    this.#ended = true;
  }

  close(): Promise<undefined> {
    this.#ended = true;
    return Promise.resolve(undefined);
  }
}
