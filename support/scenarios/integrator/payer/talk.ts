import type { BegunKind } from '../../../contract/cycle-beginnings';
import { beginningByKind, begunKinds } from '../../../contract/cycle-beginnings';
import { randomUUID } from 'node:crypto';
import type { AdapterMethod, MethodParams, MethodResult } from '../../../adapter/protocol';
import { rpcErrorCodes } from '../../../adapter/protocol';
import type { OperationId } from '../../../contract/operations';
import { operationById, operationPath } from '../../../contract/operations';
import type { CycleFact } from '../../../contract/payer-facts';
import { factsOfUnreadMessage } from '../../../contract/payer-facts';
import type { AdapterAnswer } from '../../../exchange/evidence';
import type { ExchangeFacts } from '../../../exchange/facts';
import type { PayerCycles } from '../../../mock/payer-cycles';
import type { PayerCycle } from '../../../mock/payer/cycle';
import type { Run } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import type { Patience } from './patience';
import { AtWork, isCallbackAccepted, waitedFor } from './patience';
import type { SelfTriggers } from './self-triggers';
import { isDecidedKind } from './self-triggers';
import type { PlayedServices } from '../played-services';
import { scenarioAndProcess } from '../active-process';
import { keptBody, shortenedAnswer } from '../record-call';
import type { Flow, FlowParty, TriggerParams } from '../../payer/flows';
import { methodsOfFlow, waitFor } from '../../payer/flows';

/** Records an act of the suite on its own dummy payer. No such request is sent; the entry shows the order of events. */
function recordOwn(
  run: Run,
  played: PlayedServices,
  id: OperationId,
  body: object,
  facts: Partial<ExchangeFacts> = {},
): void {
  const { method, service } = operationById(id);
  const url = played.mock.urls[service] + operationPath(id, {}, run.target.readings['payer-segment']);
  const now = Date.now();
  played.recorder.record({
    sender: 'suite',
    subject: 'integrator',
    arrivedAt: now,
    answeredAt: now,
    operation: id,
    service,
    facts,
    ...scenarioAndProcess(run.evidence, played.acting),
    request: { method, url, headers: [], body: Buffer.from(JSON.stringify(body)) },
  });
}

/** Records the state that a client reports for a cycle. */
function recordState(
  run: Run,
  played: PlayedServices,
  id: string,
  seen: Omit<CycleFact, 'correlationId'>,
  askedAt: number,
): void {
  const {
    evidence: { keeper, recording },
  } = run;
  const { state, callbacks } = seen;
  const leaks = played.leaks.find(JSON.stringify(seen), 'body');
  recording.append<AdapterAnswer>({
    kind: 'adapter answer',
    askedAt,
    arrivedAt: Date.now(),
    ...scenarioAndProcess(run.evidence, played.acting),
    method: 'cycle.get',
    body: keptBody(seen, keeper),
    facts: {
      cycle: {
        correlationId: keeper.value('correlationId', id),
        state: keeper.value('state', state),
        ...(callbacks !== undefined && { callbacks }),
      },
      ...(leaks.length > 0 && { leaks }),
    },
  });
}

/** The knowledge about the client that a run keeps from one journey to the next. */
export interface TalkMemory {
  readonly patience: Patience;
  readonly own: SelfTriggers;
}

/** Maximum time to wait for a callback of the suite's own payer, in milliseconds. Does not apply to a manual run. */
const longestWaitMs = 5000;

/** One process of a provider, with the suite as its payer. Correlation ids identify the cycles. */
export class PayerTalk implements FlowParty<string> {
  readonly #run: Run;
  readonly #adapter: AdapterSession;
  readonly #work: AtWork;
  readonly #own: SelfTriggers;

  constructor(run: Run, adapter: AdapterSession, { patience, own }: TalkMemory) {
    this.#run = run;
    this.#adapter = adapter;
    this.#work = new AtWork(run, adapter, patience);
    this.#own = own;
  }

  get cycles(): PayerCycles {
    return this.#adapter.played.mock.cycles;
  }

  get played(): AdapterSession['played'] {
    return this.#adapter.played;
  }

  async submit(request: BegunKind): Promise<string | undefined> {
    const since = this.#work.now;
    const outcome = await this.#act(beginningByKind[request], {});
    if (outcome === undefined) return undefined;
    await this.#work.sent(beginningByKind[request], since);
    const cycle = this.cycles.cycle(outcome.correlationId);
    if (cycle !== undefined) {
      await this.#own.watch(cycle, this.cycles, this.#work.queueMs);
      this.#own.hasDecided(cycle);
    }
    return outcome.correlationId;
  }

  /**
   * Makes only the suite decide a cycle: from now on the payer sends no callback because of a trigger. Returns whether
   * that was done; `false` if the client has decided the cycle by itself.
   */
  hold(cycle: PayerCycle): boolean {
    if (this.#own.hasDecided(cycle)) return false;
    cycle.held = true;
    return true;
  }

  /**
   * The requests that begin a cycle and that the client may send when asked: the adapter offers the method, and the client
   * has not refused it on purpose.
   */
  get requestsToMake(): readonly BegunKind[] {
    return begunKinds.filter((each) => !this.#refuses(beginningByKind[each]));
  }

  /** The requests of {@link requestsToMake} that begin cycles which the client itself decides, to judge by the run. */
  get selfTriggeredRequests(): readonly BegunKind[] {
    return this.requestsToMake.filter((each) => isDecidedKind(each) && this.#own.has(each));
  }

  /** The requests of {@link requestsToMake} that begin cycles which the client leaves to the suite. */
  get undecidedRequests(): readonly BegunKind[] {
    const decided = this.selfTriggeredRequests;
    return this.requestsToMake.filter((each) => !decided.includes(each));
  }

  /** Whether the adapter offers every method that a flow needs. Notes each method that it does not offer. */
  offersMethodsOf(flow: Flow): boolean {
    const missing = methodsOfFlow(flow).filter((each) => !this.#adapter.offers(each));
    for (const method of missing) this.#noteMissing(method);
    return missing.length === 0;
  }

  /** Opens a cycle at the suite's own payer, as if a provider had submitted the request. Returns the correlation id. */
  submitItself(method: TriggerParams['method']): string {
    const { participants, readings } = this.#run.target;
    const [correlationId, workflowId] = [randomUUID(), randomUUID()];
    const kind = kindOf(method);
    this.cycles.open({ correlationId, kind, ...participants, workflowId });
    const fact = { envelope: readings.envelope, correlationId, ...factsOfUnreadMessage };
    recordOwn(this.#run, this.played, beginningByKind[kind], {}, { payer: fact });
    return correlationId;
  }

  /**
   * Triggers the payer through the client if the client has that role, else directly. Does nothing if the client has
   * triggered the cycle by itself. Returns the action that decides the cycle; `undefined` if nothing does.
   */
  async trigger(
    correlationId: string,
    { action, method }: TriggerParams,
  ): Promise<TriggerParams['action'] | undefined> {
    const cycle = this.cycles.cycle(correlationId);
    if (cycle !== undefined && this.#own.hasDecided(cycle)) return cycle.triggered;
    this.#own.noteAsked();
    const isDone = await this.#askForTrigger(correlationId, { action, method });
    // The client's own trigger may have arrived first.
    return cycle?.triggered ?? (isDone ? action : undefined);
  }

  async #askForTrigger(correlationId: string, { action, method }: TriggerParams): Promise<boolean> {
    if (!this.#isTrigger('dummyPayer.trigger')) return this.#triggerItself(correlationId, { action, method });
    const since = this.#work.now;
    return this.cycles.whileAsked({ correlationId, action, kind: kindOf(method) }, async () => {
      const outcome = await this.#adapter.act('dummyPayer.trigger', { action, method, correlationId });
      if (outcome.kind === 'result') await this.#work.sent('dummyPayer.trigger', since);
      return outcome.kind === 'result';
    });
  }

  /**
   * Triggers the payer directly if the client's trigger has not reached its cycle. Returns whether the payer was
   * triggered. Never does so in a manual run.
   */
  triggerInstead(correlationId: string, { action, method }: TriggerParams): boolean {
    const cycle = this.cycles.cycle(correlationId);
    const isWaiting = cycle?.state === 'requested' && cycle.kind === kindOf(method);
    // The person who runs the client may still send the trigger.
    if (!isWaiting || this.#adapter.byHand !== undefined) return false;
    return this.#triggerItself(correlationId, { action, method });
  }

  #triggerItself(correlationId: string, { action, method }: TriggerParams): boolean {
    recordOwn(this.#run, this.played, 'dummyPayer.trigger', { action, method, correlationId });
    return this.cycles.advance(correlationId, action, kindOf(method)) === undefined;
  }

  /** Has the payer send the provider a payment notice. Returns whether the notice may arrive. */
  async startNotice(): Promise<boolean> {
    const { provider, payer } = this.#run.target.participants;
    const body = { providerId: provider, claimNumber: '' };
    if (this.#isTrigger('paymentNotice.init')) {
      const since = this.#work.now;
      const outcome = await this.#act('paymentNotice.init', body);
      if (outcome !== undefined) await this.#work.sent('paymentNotice.init', since);
      // An adapter may report that a call failed although the request was sent. In a manual run, the traffic has shown
      // whether the request was sent.
      return this.#adapter.byHand === undefined || outcome !== undefined;
    }
    recordOwn(this.#run, this.played, 'paymentNotice.init', body);
    this.cycles.prompt(provider, payer);
    return true;
  }

  /**
   * Asks the client to reply after it has processed the query. Asks again while the client reports that it is not
   * ready. In a manual run, asks once. Returns whether the client replied.
   */
  async reply(correlationId: string): Promise<boolean> {
    const ask = () => this.#act('communication.reply', { correlationId });
    if (this.#adapter.byHand !== undefined) return (await ask()) !== undefined;
    const kind = this.#kindOf(correlationId);
    // A client may reply without being asked.
    const isReplied = () => this.cycles.cycle(correlationId)?.state !== 'queried';
    await this.#work.until({
      matter: `${kind}: the query`,
      shown: isReplied,
      // If the client does not report states, ask for its reply at once.
      ask: async () => this.#refuses('cycle.get') || (await this.#stateOf(correlationId)) !== 'pending',
      mayCome: () => this.#work.isTaken(correlationId),
    });
    const since = this.#work.now;
    const isDone = await this.#work.until({
      matter: `${kind}: readiness to reply`,
      // If the client sent a reply that the payer rejected, stop asking: another reply would be rejected too.
      shown: () => this.#work.hasSent(since),
      ask: async () => (await ask()) !== undefined,
      // A client that rejected the query will not reply to it later.
      mayCome: () => this.#adapter.offers('communication.reply') && this.#work.isTaken(correlationId),
    });
    if (isDone) await this.#work.sent(`${kind}: the reply`, since, isReplied);
    // The call may fail although the client sent the reply.
    return isReplied() || this.#work.hasSent(since);
  }

  /**
   * Waits until the client has acknowledged a payment notice. In a manual run, asks the person to acknowledge the
   * notice.
   */
  async acknowledged(correlationId: string): Promise<void> {
    const isOver = () => this.#isOver(correlationId);
    await (this.#adapter.byHand?.acknowledged(correlationId) ??
      this.#work.until({ matter: 'the acknowledgment', shown: isOver }));
  }

  /**
   * Waits until this number of callbacks has been sent, and then until no callback of the cycle is pending. Always
   * returns true, even if the time limit ended a wait.
   */
  async hear(correlationId: string, _awaited: string, callbacks: number): Promise<boolean> {
    const sent = () => this.cycles.attempts.filter((each) => each.correlationId === correlationId).length;
    const arrived = await this.until(() => sent() >= callbacks);
    if (arrived) await this.until(() => false, this.cycles.settled(correlationId));
    return true;
  }

  /**
   * Waits until `happened` returns true. Gives up when `over` resolves or the time limit ends. Returns whether
   * `happened` returned true.
   */
  until(happened: () => boolean, over?: Promise<void>): Promise<boolean> {
    const { callbackMs } = this.#run.target.limits;
    // A person may need as long as the target allows.
    const limitMs = this.#adapter.byHand === undefined ? Math.min(longestWaitMs, callbackMs) : callbackMs;
    return this.#run.waits.during({ what: waitedFor }, () =>
      waitFor(this.cycles.changes, happened, limitMs, over),
    );
  }

  /**
   * Asks the client for the state of a cycle, and records the answer. Asks again while the client may still be
   * processing its last callback. Asks a person only once. Returns the reported state, or `undefined` if none was
   * reported.
   */
  async end(
    correlationId: string,
    settled: readonly string[] = ['approved', 'rejected', 'answered'],
  ): Promise<string | undefined> {
    let seen: MethodResult<'cycle.get'> | undefined;
    const askedAt = Date.now();
    const ask = async (): Promise<boolean> => {
      seen = (await this.#act('cycle.get', { correlationId })) ?? seen;
      return seen !== undefined && settled.includes(seen.state);
    };
    if (this.#adapter.byHand !== undefined) await ask();
    else
      await this.#work.until({
        matter: `${this.#kindOf(correlationId)}: ${settled.join(', ')}`,
        ask,
        // The client will not process a callback that it rejected. This check comes after each question, because the
        // client may have accepted a callback during the question.
        mayCome: () =>
          this.#isOver(correlationId) && this.#work.isTaken(correlationId) && !this.#refuses('cycle.get'),
      });
    if (seen !== undefined) recordState(this.#run, this.played, correlationId, seen, askedAt);
    return seen?.state;
  }

  /** Whether the client accepted the last callback of a cycle. */
  isTaken(correlationId: string): boolean {
    return this.#work.isTaken(correlationId);
  }

  /**
   * Waits until a client with a queue has processed all callbacks that it accepted in a cycle, up to the client's usual
   * queue time. Returns at once for a client without a queue and in a manual run.
   */
  async worked(correlationId: string): Promise<void> {
    const { queueMs } = this.#work;
    if (queueMs === 0 || this.#adapter.byHand !== undefined) return;
    const taken = this.cycles.attempts.filter(
      (each) => each.correlationId === correlationId && isCallbackAccepted(each),
    );
    const ask = async () =>
      ((await this.#act('cycle.get', { correlationId }))?.callbacks ?? 0) >= taken.length;
    await this.#work.until({ matter: 'the queue', ask }, queueMs);
  }

  async #stateOf(correlationId: string): Promise<string> {
    return (await this.#act('cycle.get', { correlationId }))?.state ?? 'pending';
  }

  #kindOf(correlationId: string): string {
    return this.cycles.cycle(correlationId)?.kind ?? 'unknown';
  }

  #isOver(correlationId: string): boolean {
    return this.cycles.cycle(correlationId)?.state === 'over';
  }

  #refuses(method: AdapterMethod): boolean {
    return this.#run.evidence.refusals.has(method) || !this.#adapter.offers(method);
  }

  #isTrigger(method: AdapterMethod): boolean {
    return this.#run.target.roles.includes('trigger') && this.#adapter.offers(method);
  }

  async #act<M extends AdapterMethod>(
    method: M,
    params: MethodParams<M>,
  ): Promise<MethodResult<M> | undefined> {
    const outcome = await this.#adapter.act(method, params);
    if (outcome.kind === 'result') return outcome.value;
    if (outcome.kind === 'refused' && outcome.code === rpcErrorCodes.refused)
      this.#run.evidence.refusals.set(method, shortenedAnswer(outcome.message, this.#run.evidence.secrets));
    if (outcome.kind === 'not-offered') this.#noteMissing(method);
    return undefined;
  }

  #noteMissing(method: AdapterMethod): void {
    const {
      evidence: { missedCalls },
    } = this.#run;
    const text = `${method} (not offered by the adapter)`;
    if (missedCalls.every((each) => each.text !== text)) missedCalls.push({ methods: [method], text });
  }
}

const kindOf = (method: TriggerParams['method']): 'preauth' | 'claim' =>
  method === 'Claim' ? 'claim' : 'preauth';
