import type { KeyObject } from 'node:crypto';
import type { MethodParams, MethodResult } from '../../../adapter/protocol';
import { demandedHeaders } from '../../../contract/demanded-headers';
import { operationPath } from '../../../contract/operations';
import { correlationIdIn } from '../../../contract/payer-content';
import type { CallbackAnswer } from '../../../exchange/callback-listener';
import type { AuthorisedCaller } from '../http-caller';
import { expectSuccess } from '../own-answers';
import type { RequestContext } from '../requests';
import type { IntegratorSeams } from '../seams';
import type { CallbackMeaning, TrustedCallback } from './callbacks';
import { meaningOfCallback } from './callbacks';
import { composeMessage } from './compose';
import type { CycleKind } from '../../../contract/payer-facts';
import type { CycleStore } from './cycle-store';
import type { MessageAddress, PayerMessageKind } from './seams';

interface ProviderParts {
  readonly seams: IntegratorSeams;
  readonly composing: RequestContext;
  readonly caller: AuthorisedCaller;
  /** Private key that decrypts messages from the payer. */
  readonly key: KeyObject;
}

/**
 * The part of the suite's integrator that exchanges messages with the payer as a provider (clauses 4.4 to
 * 4.7).
 */
export class ProviderClient {
  readonly cycles: CycleStore;
  readonly #parts: ProviderParts;
  readonly #workflows = new Map<string, string>();

  constructor(parts: ProviderParts) {
    this.#parts = parts;
    this.cycles = parts.seams.payer.cycles();
  }

  /** Opens a cycle by sending a request of the given kind. Returns the new cycle's correlation id. */
  async begin(kind: Exclude<CycleKind, 'payment'>): Promise<{ readonly correlationId: string }> {
    const { ids } = this.#parts.seams;
    const correlationId = ids.correlationId();
    this.#workflows.set(correlationId, ids.payerId());
    // Open the cycle before sending: the callback may arrive before the response.
    this.cycles.open(correlationId, kind);
    try {
      await this.#send(kind, correlationId);
    } catch (error) {
      this.cycles.drop(correlationId);
      throw error;
    }
    return { correlationId };
  }

  /**
   * Sends the documents that the payer asked for in a cycle. Does nothing if they have already been sent.
   * Throws an Error if the cycle is not in the state `queried`.
   */
  async reply(correlationId: string): Promise<void> {
    const cycle = this.cycles.get(correlationId);
    if (cycle?.replied === true) return;
    if (cycle?.state !== 'queried') throw new Error('the payer has not asked anything in that cycle');
    this.cycles.replied(correlationId);
    await this.#send('reply', this.#parts.seams.payer.within(correlationId));
  }

  async trigger(given: MethodParams<'dummyPayer.trigger'>): Promise<void> {
    await this.#ask('dummyPayer.trigger', this.#parts.seams.payer.trigger(given));
  }

  async startNotice(given: MethodParams<'paymentNotice.init'>): Promise<void> {
    await this.#ask('paymentNotice.init', this.#parts.seams.payer.notice(given));
  }

  stateOf(correlationId: string): MethodResult<'cycle.get'> {
    const cycle = this.cycles.get(correlationId);
    if (cycle === undefined) throw new Error('no cycle has that correlation id');
    return { state: cycle.state, callbacks: cycle.callbacks };
  }

  /**
   * Handles a callback whose JWT has been verified. Duplicate and late callbacks are counted, but never
   * change a decision. A payment prompt for an unknown cycle opens that cycle. Any other callback for an
   * unknown cycle is answered with 404, so that the payer notices.
   */
  async receive({ path, headers, body }: TrustedCallback): Promise<CallbackAnswer> {
    const { seams, composing, key } = this.#parts;
    const { readings, envelope } = composing.connection;
    const meaning = meaningOfCallback(path, readings);
    if (meaning === undefined) return { status: 404 };
    // A refused cycle gets no answer, so its state does not change.
    const refused = seams.payer.envelope.refusedCycle(body);
    if (refused !== undefined) return this.#receipt(refused);
    const opened = seams.payer.envelope.unwrap({ headers, body }, envelope, key);
    const message = await opened.catch(() => undefined);
    const id = message && correlationIdIn({ http: message.headers, ...message }, readings);
    if (message === undefined || id === undefined) return { status: 400 };
    if (!this.#take(meaning, id, message.bundle)) return { status: 404 };
    return this.#receipt(id);
  }

  #receipt(correlationId: string): CallbackAnswer {
    const { ids, timestamps, clock } = this.#parts.seams;
    const body = {
      timestamp: timestamps(clock.now()),
      api_call_id: ids.payerId(),
      correlation_id: correlationId,
    };
    return { status: 202, body };
  }

  #take(meaning: CallbackMeaning, id: string, bundle: object): boolean {
    const { payer, log } = this.#parts.seams;
    if (this.cycles.get(id) === undefined) {
      if (meaning !== 'prompt') return false;
      this.cycles.open(id, 'payment');
      if (payer.acknowledges)
        this.#send('acknowledgment', payer.within(id)).catch(() => {
          log('acknowledgment', 'failed');
        });
    }
    const { readings } = this.#parts.composing.connection;
    const state =
      meaning === 'decision' ? payer.decide(bundle, readings) : meaning === 'prompt' ? 'answered' : meaning;
    if (state !== undefined) this.cycles.take(id, state);
    return true;
  }

  async #send(step: PayerMessageKind, correlationId: string): Promise<void> {
    const { seams, composing, caller } = this.#parts;
    const { connection } = composing;
    const key = connection.payerEncryptionKey;
    const answer = await caller.send(step, async (token) => {
      const accessToken = await token();
      const address = this.#address(correlationId);
      const composed = await composeMessage(seams.payer, step, address, { ...connection, key });
      return seams.requests.payer(composing, accessToken, composed);
    });
    expectSuccess(step, answer);
  }

  #address(correlationId: string): MessageAddress {
    const { ids, timestamps, clock } = this.#parts.seams;
    const { provider, payer } = this.#parts.composing.connection.participants;
    const workflowId = this.#workflows.get(correlationId) ?? ids.payerId();
    return {
      sender: provider,
      recipient: payer,
      correlationId,
      workflowId,
      apiCallId: ids.payerId(),
      requestId: ids.payerId(),
      timestamp: timestamps(clock.now()),
    };
  }

  /**
   * Asks the dummy payer to act on a cycle or to start a payment notice (clauses 4.4, 4.5). Clause 5.1.8
   * leaves the value of the `bearer_auth` header open: it is the target's `dummyPayerToken` or, by default,
   * `Bearer` with the session's token.
   */
  async #ask(operation: 'dummyPayer.trigger' | 'paymentNotice.init', body: object): Promise<void> {
    const { seams, composing, caller } = this.#parts;
    const { dummyPayerToken, readings } = composing.connection;
    const path = operationPath(operation, {}, readings['payer-segment']);
    const traits = { service: 'dummyPayer', operation, path, hasBody: true } as const;
    const isAuthorized = demandedHeaders(traits, readings).has('Authorization');
    const answer = await caller.send(operation, async (token) => {
      const bearer = dummyPayerToken ?? `Bearer ${await token()}`;
      const headers = {
        ...(isAuthorized && composing.headers.authorization(await token())),
        ...seams.payer.triggerHeaders(bearer),
      };
      return seams.requests.dummyPayer(composing, operation, headers, body);
    });
    expectSuccess(operation, answer);
  }
}
