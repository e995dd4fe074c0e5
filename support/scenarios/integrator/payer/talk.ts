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
import type { Run } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import type { Patience } from './patience';
import { AtWork, isCallbackAccepted, waitedFor } from './patience';
import type { PlayedServices } from '../played-services';
import { scenarioAndProcess } from '../active-process';
import { keptBody, shortenedAnswer } from '../record-call';
import type { FlowParty, FlowRequest, TriggerParams } from '../../payer/flows';
import { requests, waitFor } from '../../payer/flows';

/** What the suite does to its own dummy payer crosses no wire; it stands in the recording for the order of things. */
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
    ...scenarioAndProcess(run.evidence, played),
    request: { method, url, headers: [], body: Buffer.from(JSON.stringify(body)) },
  });
}

/** What a client says of a cycle. */
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
    ...scenarioAndProcess(run.evidence, played),
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

/** A callback of the suite's own is waited for so long at most. */
const longestWaitMs = 5000;

/** One process of a provider, with the suite as its payer; a cycle is known by its correlation id. */
export class PayerTalk implements FlowParty<string> {
  readonly #run: Run;
  readonly #adapter: AdapterSession;
  readonly #work: AtWork;

  constructor(run: Run, adapter: AdapterSession, patience: Patience) {
    this.#run = run;
    this.#adapter = adapter;
    this.#work = new AtWork(run, adapter, patience);
  }

  get cycles(): PayerCycles {
    return this.#adapter.played.mock.cycles;
  }

  get played(): AdapterSession['played'] {
    return this.#adapter.played;
  }

  async submit(request: FlowRequest): Promise<string | undefined> {
    const since = this.#work.now;
    const outcome = await this.#act(requests[request], {});
    if (outcome !== undefined) await this.#work.sent(requests[request], since);
    return outcome?.correlationId;
  }

  /** Has the suite itself submit a request to its own payer, in the provider's place. */
  submitItself(method: TriggerParams['method']): string {
    const { participants, readings } = this.#run.target;
    const [correlationId, workflowId] = [randomUUID(), randomUUID()];
    const kind = kindOf(method);
    this.cycles.open({ correlationId, kind, ...participants, workflowId });
    const fact = { envelope: readings.envelope, correlationId, ...factsOfUnreadMessage };
    recordOwn(this.#run, this.played, requests[kind], {}, { payer: fact });
    return correlationId;
  }

  /** By the client where it plays that role, else the suite does it itself. */
  async trigger(correlationId: string, { action, method }: TriggerParams): Promise<boolean> {
    if (this.#isTrigger('dummyPayer.trigger')) {
      const since = this.#work.now;
      const outcome = await this.#adapter.act('dummyPayer.trigger', { action, method, correlationId });
      if (outcome.kind === 'result') await this.#work.sent('dummyPayer.trigger', since);
      return outcome.kind === 'result';
    }
    return this.#triggerItself(correlationId, { action, method });
  }

  /** In the place of a client whose trigger has not reached its cycle. Tells whether it was done. */
  triggerInstead(correlationId: string, { action, method }: TriggerParams): boolean {
    const cycle = this.cycles.cycle(correlationId);
    const isWaiting = cycle?.state === 'requested' && cycle.kind === kindOf(method);
    // A person may be about to do it.
    if (!isWaiting || this.#adapter.byHand !== undefined) return false;
    return this.#triggerItself(correlationId, { action, method });
  }

  #triggerItself(correlationId: string, { action, method }: TriggerParams): boolean {
    recordOwn(this.#run, this.played, 'dummyPayer.trigger', { action, method, correlationId });
    return this.cycles.advance(correlationId, action, kindOf(method)) === undefined;
  }

  /** Has the payer prompt the provider for a payment notice. Tells whether it may come. */
  async startNotice(): Promise<boolean> {
    const { provider, payer } = this.#run.target.participants;
    const body = { providerId: provider, claimNumber: '' };
    if (this.#isTrigger('paymentNotice.init')) {
      const since = this.#work.now;
      const outcome = await this.#act('paymentNotice.init', body);
      if (outcome !== undefined) await this.#work.sent('paymentNotice.init', since);
      // An adapter may say that a call failed, and have made it; of what is done by hand the wire has told.
      return this.#adapter.byHand === undefined || outcome !== undefined;
    }
    recordOwn(this.#run, this.played, 'paymentNotice.init', body);
    this.cycles.prompt(provider, payer);
    return true;
  }

  /** Asks for the reply once the client has taken the query in, and again as long as it says that it is not ready. */
  async reply(correlationId: string): Promise<boolean> {
    const ask = () => this.#act('communication.reply', { correlationId });
    if (this.#adapter.byHand !== undefined) return (await ask()) !== undefined;
    const kind = this.#kindOf(correlationId);
    // A client may reply by itself.
    const isReplied = () => this.cycles.cycle(correlationId)?.state !== 'queried';
    await this.#work.until({
      matter: `${kind}: the query`,
      shown: isReplied,
      ask: async () => (await this.#stateOf(correlationId)) !== 'pending',
      mayCome: () => this.#work.isTaken(correlationId),
    });
    const since = this.#work.now;
    const isDone = await this.#work.until({
      matter: `${kind}: readiness to reply`,
      // What was sent, and not taken, is a reply that went wrong: it would go wrong again.
      shown: () => this.#work.hasSent(since),
      ask: async () => (await ask()) !== undefined,
      // A query that was refused will not be replied to later.
      mayCome: () => this.#adapter.offers('communication.reply') && this.#work.isTaken(correlationId),
    });
    if (isDone) await this.#work.sent(`${kind}: the reply`, since, isReplied);
    // A call may fail, and have sent it all the same.
    return isReplied() || this.#work.hasSent(since);
  }

  /** Waits until the client has acknowledged a payment notice: by itself, or as a person has it done. */
  async acknowledged(correlationId: string): Promise<void> {
    const isOver = () => this.#isOver(correlationId);
    await (this.#adapter.byHand?.acknowledged(correlationId) ??
      this.#work.until({ matter: 'the acknowledgment', shown: isOver }));
  }

  /** Waits until so many callbacks have been sent, and nothing of the cycle is under way any more. */
  async hear(correlationId: string, _awaited: string, callbacks: number): Promise<boolean> {
    const sent = () => this.cycles.attempts.filter((each) => each.correlationId === correlationId).length;
    const arrived = await this.until(() => sent() >= callbacks);
    if (arrived) await this.until(() => false, this.cycles.settled(correlationId));
    return true;
  }

  /** Waits until it has happened, and not after `over`; tells whether it has. */
  until(happened: () => boolean, over?: Promise<void>): Promise<boolean> {
    const { callbackMs } = this.#run.target.limits;
    // What a person looks after may take as long as the target allows.
    const limitMs = this.#adapter.byHand === undefined ? Math.min(longestWaitMs, callbackMs) : callbackMs;
    return this.#run.waits.during({ what: waitedFor }, () =>
      waitFor(this.cycles.changes, happened, limitMs, over),
    );
  }

  /** Asks the client how a cycle stands; again, as long as what it has answered may still be worked on. A person once. */
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
        // What was not taken will not be worked on later; but it may have been taken while the client was asked.
        mayCome: () =>
          this.#isOver(correlationId) && this.#work.isTaken(correlationId) && !this.#refuses('cycle.get'),
      });
    if (seen !== undefined) recordState(this.#run, this.played, correlationId, seen, askedAt);
    return seen?.state;
  }

  /** Whether the client took the last callback of a cycle. */
  isTaken(correlationId: string): boolean {
    return this.#work.isTaken(correlationId);
  }

  /** Gives a client with a queue the time to work on all that it has taken in a cycle. */
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
    const {
      evidence: { missedCalls },
    } = this.#run;
    const text = `${method} (not offered by the adapter)`;
    if (outcome.kind === 'refused' && outcome.code === rpcErrorCodes.refused)
      this.#run.evidence.refusals.set(method, shortenedAnswer(outcome.message, this.#run.evidence.secrets));
    if (outcome.kind === 'not-offered' && missedCalls.every((each) => each.text !== text))
      missedCalls.push({ methods: [method], text });
    return undefined;
  }
}

const kindOf = (method: TriggerParams['method']): 'preauth' | 'claim' =>
  method === 'Claim' ? 'claim' : 'preauth';
