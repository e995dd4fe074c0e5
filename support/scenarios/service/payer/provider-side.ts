import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { inspectPayerMessage } from '../../../crypto/node/payer-message';
import type { ArrivedCallback, CallbackAnswer } from '../../../exchange/callback-listener';
import { behindPublicPath, readAddress } from '../../../exchange/address';
import type { PayerFact } from '../../../contract/payer-facts';
import { nothingRead } from '../../../contract/payer-facts';
import { operations } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';
import type { Exchange } from '../../../exchange/exchange';
import { callbackOperation } from '../../../exchange/operation-map';
import type { Recorder } from '../../../exchange/recorder';
import type { OpenCallbacks } from '../../../mock/payer-link';
import type { Run } from '../../../run/run';
import { recorderFor } from '../../../run/evidence';
import { tellOf } from '../../../run/strangers';
import { callbackTokenJudge } from './published-keys';

/** The suite in the part of a provider: knows its cycles, takes callbacks, and records those that are its own. */
export class ProviderSide {
  readonly #run: Run;
  readonly #callbacks: OpenCallbacks;
  readonly #recorder: Recorder;
  readonly #judgeToken: ReturnType<typeof callbackTokenJudge>;
  /** By correlation id, the workflow id of each cycle that the suite has begun. */
  readonly #begun = new Map<string, string>();
  /** By the numbers of callbacks, the ids of their cycles as they arrived: a recording need not keep them so. */
  readonly #idsTaken = new Map<number, Pick<PayerFact, 'correlationId' | 'workflowId'>>();
  readonly taken: Exchange[] = [];
  /** Emits `change` for every callback that was taken. */
  readonly changes = new EventEmitter();
  /** How many requests were left aside, by the reason. */
  readonly #left = new Map<string, number>();

  constructor(run: Run, callbacks: OpenCallbacks) {
    this.#run = run;
    this.#callbacks = callbacks;
    this.#recorder = recorderFor(run.target, run.evidence);
    this.#judgeToken = callbackTokenJudge(run);
    // Many wait at once.
    this.changes.setMaxListeners(0);
    callbacks.listener.receive = (callback) => this.#receive(callback);
  }

  begin(): { readonly correlationId: string; readonly workflowId: string } {
    const ids = { correlationId: randomUUID(), workflowId: randomUUID() };
    this.#begun.set(ids.correlationId, ids.workflowId);
    return ids;
  }

  /** The ids of the cycle that a callback was about. */
  idsOf({ seq }: Exchange): Pick<PayerFact, 'correlationId' | 'workflowId'> {
    return this.#idsTaken.get(seq) ?? {};
  }

  async #receive(arrived: ArrivedCallback): Promise<CallbackAnswer> {
    if (arrived.method !== 'POST') return { status: 404 };
    const callback = { ...arrived, path: this.#behindBase(arrived.path) };
    const fact = this.#inspect(callback);
    if (!this.#isKnown(callback.path) && isStranger(callback, fact, this.#run.target.readings))
      return this.#leave('strangers', 'requests that are no callback: answered 404', 404);
    // Sandboxes are shared.
    return this.#isOurs(callback, fact)
      ? this.#take(callback, fact)
      : this.#leave('foreign callbacks', 'for cycles that are not of this run: ignored', 202);
  }

  #leave(name: string, why: string, status: number): CallbackAnswer {
    const count = (this.#left.get(name) ?? 0) + 1;
    this.#left.set(name, count);
    tellOf(this.#run, name, `${count} ${why}, and not recorded`);
    return { status };
  }

  async #take(callback: ArrivedCallback, fact: PayerFact): Promise<CallbackAnswer> {
    const { readings } = this.#run.target;
    const answer = this.#answerTo(callback, fact);
    const { arrivedAt, headers, body, path } = callback;
    const callbackToken = readings['callback-jwt'].carried ? await this.#judgeToken(headers) : undefined;
    const url = this.#callbacks.url.replace(/\/$/, '') + path;
    const operation = callbackOperation(url);
    const exchange = this.#recorder.record({
      sender: 'service',
      arrivedAt,
      answeredAt: Date.now(),
      service: 'provider',
      ...(this.#run.evidence.scenario !== undefined && { scenario: this.#run.evidence.scenario }),
      ...(operation !== undefined && { operation }),
      request: { method: 'POST', url, headers: [...headers], ...(body && { body }) },
      response: { ...answer, headers: [], body: Buffer.from(JSON.stringify(answer.body ?? {})) },
      facts: { payer: fact, ...(callbackToken && { callbackToken }) },
    });
    const { correlationId, workflowId } = fact;
    this.#idsTaken.set(exchange.seq, {
      ...(correlationId !== undefined && { correlationId }),
      ...(workflowId !== undefined && { workflowId }),
    });
    this.taken.push(exchange);
    this.changes.emit('change');
    return answer;
  }

  /** Where the address of the callbacks has a path, the tunnel may have left it, or not. */
  #behindBase(target: string): string {
    return behindPublicPath(target, new URL(this.#callbacks.url).pathname, (path) => this.#isKnown(path));
  }

  #inspect({ headers, body }: ArrivedCallback): PayerFact {
    const { readings } = this.#run.target;
    if (body !== undefined)
      return inspectPayerMessage({ headers, body }, readings, [this.#callbacks.key.privateKey]);
    return { envelope: 'unreadable', flaw: 'larger than 1 MiB', ...nothingRead };
  }

  /** Only our own payer knows a listener that was named to it alone. A callback whose id cannot be read may be ours. */
  #isOurs({ path }: ArrivedCallback, { correlationId, workflowId, recipient, envelope }: PayerFact): boolean {
    if (this.#run.services.payer?.tell !== undefined || this.#run.services.payer?.callbacks !== undefined)
      return true;
    if (envelope === 'unreadable' && correlationId === undefined && workflowId === undefined) return true;
    if (correlationId !== undefined && this.#begun.has(correlationId)) return true;
    if (workflowId !== undefined && [...this.#begun.values()].includes(workflowId)) return true;
    // A prompt opens a cycle of its own: only whom it is for tells whose it is.
    const isPrompt = readAddress(path).pathname.endsWith(this.#run.target.readings['payment-prompt']);
    return isPrompt && (recipient === undefined || recipient === this.#run.target.participants.provider);
  }

  #answerTo({ path, body }: ArrivedCallback, { correlationId, envelope }: PayerFact): CallbackAnswer {
    if (body === undefined) return { status: 413 };
    if (!this.#isKnown(path)) return { status: 404 };
    const isPlain = envelope === 'json' && this.#run.target.readings.envelope === 'jwe';
    if (envelope === 'unreadable' || isPlain || correlationId === undefined) return { status: 400 };
    const timestamp = new Date().toISOString();
    return { status: 202, body: { timestamp, api_call_id: randomUUID(), correlation_id: correlationId } };
  }

  #isKnown(path: string): boolean {
    const { readings } = this.#run.target;
    const { pathname } = readAddress(`http://callbacks.invalid${path}`);
    const named = [readings['plan-answer'], readings['eligibility-answer'], readings['payment-prompt']];
    const documented = operations.filter(({ receiver }) => receiver === 'provider').map((each) => each.path);
    return [...named, ...documented].includes(pathname);
  }
}

/** Whether a request carries nothing that any cycle has: no id, no participant, no envelope, no bundle, no JWT. */
function isStranger(
  { headers, body }: ArrivedCallback,
  { correlationId, workflowId, sender, recipient, resources }: PayerFact,
  readings: ReadingValues,
): boolean {
  const marks = [correlationId, workflowId, sender, recipient, resources[0]];
  if (marks.some((each) => each !== undefined)) return false;
  if (/"payload"\s*:/.test(body?.toString('utf8') ?? '')) return false;
  const { header } = readings['callback-jwt'];
  return !headers.some(
    ([name, value]) => name.toLowerCase() === header.toLowerCase() && /eyJ[\w-]+\.[\w-]+\./.test(value),
  );
}
