import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Method, Params, Result } from '../../../adapter/protocol';
import { errorCodes } from '../../../adapter/protocol';
import { operation, operationPath } from '../../../contract/operations';
import type { OperationId } from '../../../contract/operations';
import { nothingRead } from '../../../contract/payer-facts';
import type { AdapterAnswer } from '../../../exchange/evidence';
import type { Facts } from '../../../exchange/facts';
import type { PayerCycles } from '../../../mock/payer-cycles';
import type { Run } from '../../../run/run';
import type { FlowParty, FlowRequest, Trigger } from '../../payer/flows';
import { requests } from '../../payer/flows';
import { waitFor } from '../../payer/waiting';
import type { AdapterSession } from '../adapter-session';
import { doneBy } from '../done-by';
import { shownBody } from '../record-call';

/** A callback, and whatever the client does after it, is waited for so long at most. */
const longestWaitMs = 5000;
/** How often, and after how many milliseconds again, a client is asked whether it has taken a callback in; a person once. */
const looks = 10;
const betweenLooksMs = 100;

/** One process of a provider, with the suite as its payer; a cycle is known by its correlation id. */
export class PayerTalk implements FlowParty<string> {
  readonly #run: Run;
  readonly #adapter: AdapterSession;

  constructor(run: Run, adapter: AdapterSession) {
    this.#run = run;
    this.#adapter = adapter;
  }

  get cycles(): PayerCycles {
    return this.#adapter.played.mock.cycles;
  }

  get played(): AdapterSession['played'] {
    return this.#adapter.played;
  }

  async submit(request: FlowRequest): Promise<string | undefined> {
    const outcome = await this.#act(requests[request], {});
    return outcome?.correlationId;
  }

  /** Has the suite itself submit a request to its own payer, in the provider's place. */
  submitItself(method: Trigger['method']): string {
    const { participants, readings } = this.#run.target;
    const [correlationId, workflowId] = [randomUUID(), randomUUID()];
    const kind = kindOf(method);
    this.cycles.open({ correlationId, kind, ...participants, workflowId });
    const fact = { envelope: readings.envelope, correlationId, ...nothingRead };
    this.#recordOwn(requests[kind], {}, { payer: fact });
    return correlationId;
  }

  /** By the client where it plays that role, else the suite does it itself. */
  async trigger(correlationId: string, { action, method }: Trigger): Promise<boolean> {
    if (this.#isTrigger('dummyPayer.trigger')) {
      const outcome = await this.#adapter.act('dummyPayer.trigger', { action, method, correlationId });
      return outcome.kind === 'result';
    }
    return this.#triggerItself(correlationId, { action, method });
  }

  /** In the place of a client whose trigger has not reached its cycle. Tells whether it was done. */
  triggerInstead(correlationId: string, { action, method }: Trigger): boolean {
    const cycle = this.cycles.cycle(correlationId);
    const isWaiting = cycle?.state === 'requested' && cycle.kind === kindOf(method);
    // A person may be about to do it.
    if (!isWaiting || this.#adapter.byHand !== undefined) return false;
    return this.#triggerItself(correlationId, { action, method });
  }

  #triggerItself(correlationId: string, { action, method }: Trigger): boolean {
    this.#recordOwn('dummyPayer.trigger', { action, method, correlationId });
    return this.cycles.advance(correlationId, action, kindOf(method)) === undefined;
  }

  /** Has the payer prompt the provider for a payment notice. Tells whether it may come. */
  async startNotice(): Promise<boolean> {
    const { provider, payer } = this.#run.target.participants;
    const body = { providerId: provider, claimNumber: '' };
    if (this.#isTrigger('paymentNotice.init')) {
      const outcome = await this.#act('paymentNotice.init', body);
      return this.#mayFollow(outcome);
    }
    this.#recordOwn('paymentNotice.init', body);
    this.cycles.prompt(provider, payer);
    return true;
  }

  async reply(correlationId: string): Promise<boolean> {
    const outcome = await this.#act('communication.reply', { correlationId });
    return this.#mayFollow(outcome);
  }

  /** An adapter may say that a call failed, and have made it; of what is done by hand the wire has told. */
  #mayFollow(outcome: unknown): boolean {
    return this.#adapter.byHand === undefined || outcome !== undefined;
  }

  /** Waits until the client has acknowledged a payment notice: by itself, or as a person has it done. */
  async acknowledged(correlationId: string): Promise<void> {
    const isOver = () => this.cycles.cycle(correlationId)?.state === 'over';
    await (this.#adapter.byHand?.acknowledged(correlationId) ?? this.until(isOver));
  }

  /** Waits until so many callbacks have been sent, and nothing of the cycle is under way any more. */
  async hear(correlationId: string, _awaited: string, callbacks: number): Promise<boolean> {
    const sent = () => this.cycles.attempts.filter((each) => each.correlationId === correlationId).length;
    const arrived = await this.until(() => sent() >= callbacks);
    if (arrived) await Promise.race([this.cycles.settled(correlationId), this.until(() => false)]);
    return true;
  }

  until(happened: () => boolean): Promise<boolean> {
    const { callbackMs } = this.#run.target.limits;
    // What a person looks after may take as long as the target allows.
    const limitMs = this.#adapter.byHand === undefined ? Math.min(longestWaitMs, callbackMs) : callbackMs;
    const what = 'what the client does next in its cycle';
    return this.#run.waits.during({ what }, () => waitFor(this.cycles.changes, happened, limitMs));
  }

  /** Asks the client how a cycle stands; again for a while, as long as it has only begun. */
  async end(
    correlationId: string,
    settled: readonly string[] = ['approved', 'rejected', 'answered'],
  ): Promise<string | undefined> {
    let seen: Result<'cycle.get'> | undefined;
    const askedAt = Date.now();
    const isTaken = (): boolean =>
      this.cycles.attempts.some(
        (each) => each.correlationId === correlationId && (each.answer?.status ?? 400) < 300,
      );
    for (let look = 1; look <= (this.#adapter.byHand === undefined ? looks : 1); look += 1) {
      seen = (await this.#act('cycle.get', { correlationId })) ?? seen;
      // What was not taken in will not be taken in later; but it may have been while the client was asked.
      if (seen === undefined || settled.includes(seen.state) || !isTaken()) break;
      await delay(betweenLooksMs);
    }
    if (seen !== undefined) this.#recordState(correlationId, seen, askedAt);
    return seen?.state;
  }

  #isTrigger(method: Method): boolean {
    return this.#run.target.roles.includes('trigger') && this.#adapter.offers(method);
  }

  async #act<M extends Method>(method: M, params: Params<M>): Promise<Result<M> | undefined> {
    const outcome = await this.#adapter.act(method, params);
    if (outcome.kind === 'result') return outcome.value;
    const { leftOut } = this.#run;
    const note = `${method} (not offered by the adapter)`;
    if (outcome.kind === 'refused' && outcome.code === errorCodes.refused)
      this.#run.refusals.set(method, outcome.message);
    if (outcome.kind === 'not-offered' && !leftOut.includes(note)) leftOut.push(note);
    return undefined;
  }

  /** What the suite does to its own dummy payer crosses no wire; it stands in the recording for the order of things. */
  #recordOwn(id: OperationId, body: object, facts: Partial<Facts> = {}): void {
    const { method, service } = operation(id);
    const url = this.played.mock.urls[service] + operationPath(id);
    const now = Date.now();
    this.played.recorder.record({
      sender: 'suite',
      subject: 'integrator',
      arrivedAt: now,
      answeredAt: now,
      operation: id,
      service,
      facts,
      ...doneBy(this.#run, this.played),
      request: { method, url, headers: [], body: Buffer.from(JSON.stringify(body)) },
    });
  }

  #recordState(id: string, seen: Result<'cycle.get'>, askedAt: number): void {
    const { redactor, recording } = this.#run;
    const { state, callbacks } = seen;
    const leaks = this.played.leaks.find(JSON.stringify(seen), 'body');
    recording.append<AdapterAnswer>({
      kind: 'adapter answer',
      askedAt,
      arrivedAt: Date.now(),
      ...doneBy(this.#run, this.played),
      method: 'cycle.get',
      body: shownBody(seen, redactor),
      facts: {
        cycle: { correlationId: redactor.text(id), state, callbacks },
        ...(leaks.length > 0 && { leaks }),
      },
    });
  }
}

const kindOf = (method: Trigger['method']): 'preauth' | 'claim' => (method === 'Claim' ? 'claim' : 'preauth');
