import { randomUUID } from 'node:crypto';
import { inspectPayerMessage } from '../../../crypto/node/payer-message';
import { readAddress } from '../../../exchange/address';
import type { PayerFact } from '../../../contract/payer-facts';
import { operations } from '../../../contract/operations';
import type { Exchange } from '../../../exchange/exchange';
import type { Recorder } from '../../../exchange/recorder';
import { callbackOperation, tokenVerdict } from '../../integrator/payer/callback-exchange';
import type { OpenCallbacks } from '../../payer-link';
import type { Run } from '../../run';
import { recorderFor } from '../../run';
import type { ArrivedCallback, CallbackAnswer } from './listener';
import { CallbackVerifier } from './published-keys';

/** The suite in the part of a provider: knows its cycles, takes callbacks, and records those that are its own. */
export class ProviderSide {
  readonly #run: Run;
  readonly #callbacks: OpenCallbacks;
  readonly #recorder: Recorder;
  readonly #verifier: CallbackVerifier;
  /** By correlation id, the workflow id of each cycle that the suite has begun. */
  readonly #begun = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  readonly taken: Exchange[] = [];
  #foreign = 0;

  constructor(run: Run, callbacks: OpenCallbacks) {
    this.#run = run;
    this.#callbacks = callbacks;
    this.#recorder = recorderFor(run);
    this.#verifier = new CallbackVerifier(run);
    callbacks.listener.receive = (callback) => this.#receive(callback);
  }

  /** Calls back for every callback that was taken, until what it gives is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  begin(): { readonly correlationId: string; readonly workflowId: string } {
    const ids = { correlationId: randomUUID(), workflowId: randomUUID() };
    this.#begun.set(ids.correlationId, ids.workflowId);
    return ids;
  }

  async #receive(callback: ArrivedCallback): Promise<CallbackAnswer> {
    const { readings } = this.#run.target;
    const fact = this.#inspect(callback);
    if (!this.#isOurs(callback, fact)) {
      this.#countForeign();
      return { status: 202 };
    }
    const answer = this.#answerTo(callback, fact);
    const callbackToken = readings['callback-jwt'].carried
      ? await this.#verifier.verdict((keys) => tokenVerdict(callback.headers, readings, keys))
      : undefined;
    const { arrivedAt, headers, body, path } = callback;
    const operation = callbackOperation(this.#callbacks.url + path);
    this.taken.push(
      this.#recorder.record({
        sender: 'service',
        arrivedAt,
        answeredAt: Date.now(),
        service: 'provider',
        ...(this.#run.scenario !== undefined && { scenario: this.#run.scenario }),
        ...(operation !== undefined && { operation }),
        request: {
          method: 'POST',
          url: this.#callbacks.url + path,
          headers: [...headers],
          ...(body && { body }),
        },
        response: {
          status: answer.status,
          headers: [],
          body: Buffer.from(JSON.stringify(answer.body ?? {})),
        },
        facts: { payer: fact, ...(callbackToken && { callbackToken }) },
      }),
    );
    for (const listener of this.#listeners) listener();
    return answer;
  }

  /** Callbacks of somebody else's cycles are nobody's business; that they came is said, for sandboxes are shared. */
  #countForeign(): void {
    this.#foreign += 1;
    const name = 'foreign callbacks';
    const detail = `${this.#foreign} for cycles that are not of this run: ignored, and not recorded`;
    const others = this.#run.diagnosis.filter((check) => check.name !== name);
    this.#run.diagnosis = [...others, { name, state: 'unknown', detail }];
  }

  #inspect({ headers, body }: ArrivedCallback): PayerFact {
    const { readings } = this.#run.target;
    if (body !== undefined)
      return inspectPayerMessage({ headers, body }, readings, [this.#callbacks.key.privateKey]);
    const nothing = { resources: [], providerId: false, policyNumber: false, documents: 0 };
    return { envelope: 'unreadable', flaw: 'larger than 1 MiB', ...nothing };
  }

  /** Nobody but our own payer knows a listener that it alone was told of. What cannot be read may be anybody's. */
  #isOurs({ path }: ArrivedCallback, { correlationId, workflowId, recipient, envelope }: PayerFact): boolean {
    if (this.#run.payer?.tell !== undefined || this.#run.payer?.callbacks !== undefined) return true;
    if (envelope === 'unreadable') return true;
    if (correlationId !== undefined && this.#begun.has(correlationId)) return true;
    if (workflowId !== undefined && [...this.#begun.values()].includes(workflowId)) return true;
    // A prompt opens a cycle of its own: only whom it is for tells whose it is.
    const isPrompt = readAddress(path).pathname.endsWith(this.#run.target.readings['payment-prompt']);
    return isPrompt && (recipient === undefined || recipient === this.#run.target.participants.provider);
  }

  #answerTo({ path, body }: ArrivedCallback, { correlationId, envelope }: PayerFact): CallbackAnswer {
    if (body === undefined) return { status: 413 };
    if (!this.#isKnown(path)) return { status: 404 };
    if (envelope === 'unreadable' || correlationId === undefined) return { status: 400 };
    const timestamp = new Date().toISOString();
    return { status: 202, body: { timestamp, api_call_id: randomUUID(), correlation_id: correlationId } };
  }

  #isKnown(path: string): boolean {
    const { readings } = this.#run.target;
    const [pathname = ''] = path.split('?');
    const named = [readings['plan-answer'], readings['eligibility-answer'], readings['payment-prompt']];
    const documented = operations.filter(({ receiver }) => receiver === 'provider').map((each) => each.path);
    return [...named, ...documented].includes(pathname);
  }
}
