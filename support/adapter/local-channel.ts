import type { RpcResponse } from './call-results';
import { answerIn, FaultError } from './call-results';
import type { Asking, RpcTransport } from './json-rpc-caller';
import { JsonRpcCaller } from './json-rpc-caller';
import type { AdapterChannel, ChannelOptions } from './channel';
import type { LogText } from './kept-log';
import { noLog } from './kept-log';
import type { AdapterHandlers } from './handlers';
import { answerRead } from './handlers';
import { LongTexts } from './long-texts';

/** As the target's default: handlers in this process are the suite's own, and hang as rarely. */
const defaultTimeoutMs = 60_000;

/**
 * A channel to handlers in this process. Messages are written and read as if they travelled, and are checked
 * alike, so that the suite's own client enjoys nothing that another one would not. Long texts alone are handed over.
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

  async ask({ id, method, params }: Asking): Promise<RpcResponse> {
    const texts = new LongTexts();
    const asked = texts.read(texts.write({ jsonrpc: '2.0', id, method, params }));
    const answered = await answerRead(this.#handlers, asked, (value) => texts.write(value));
    const answer = answered === undefined ? undefined : answerIn(texts.read(answered));
    // Nothing but a defect of this module could lead here.
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
