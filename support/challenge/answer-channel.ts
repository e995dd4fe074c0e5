import type { AdapterChannel, CallOutcome } from '../adapter/channel';
import type { LogText } from '../adapter/kept-log';
import { noLog } from '../adapter/kept-log';
import type { Method, Params } from '../adapter/protocol';
import type { ChallengeItem, ChallengeMethod } from './challenge';

/** How an item was answered. */
export type ItemOutcome<M extends ChallengeMethod = ChallengeMethod> = CallOutcome<M>;

/** The way to a client by file: each call is answered by what it wrote for the item with those params. */
export class AnswerChannel implements AdapterChannel {
  readonly ended = false;
  readonly #answers = new Map<string, ItemOutcome[]>();

  constructor(answered: readonly (ChallengeItem & { readonly outcome: ItemOutcome })[]) {
    for (const { method, params, outcome } of answered) {
      const question = JSON.stringify([method, params]);
      this.#answers.set(question, [...(this.#answers.get(question) ?? []), outcome]);
    }
  }

  /** A question that stands in the challenge twice has two answers, taken in their order. */
  call<M extends Method>(method: M, params: Params<M>): Promise<CallOutcome<M>> {
    const outcome = this.#answers.get(JSON.stringify([method, params]))?.shift();
    const unasked = { kind: 'not-offered', message: 'the file has no answer to that' } as const;
    return Promise.resolve((outcome as CallOutcome<M> | undefined) ?? unasked);
  }

  log(): LogText {
    return noLog;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
