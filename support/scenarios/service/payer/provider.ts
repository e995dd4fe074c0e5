import type { BegunKind } from '../../../contract/cycle-beginnings';
import { rounds } from '../../../exchange/rounds';
import { randomUUID } from 'node:crypto';
import type { PayerMessageKind } from '../../../client/integrator/payer/seams';
import type { OutgoingRequest } from '../../../client/sender';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import { isSameCycleId } from '../../../contract/payer-facts';
import type { PayerSegment } from '../../../contract/readings';
import type { Exchange } from '../../../exchange/exchange';
import { isAccepted } from '../../../exchange/exchange';
import { isRefusal, readPayerStep } from '../../../obligations/cycles/messages';
import { isNotFound } from '../../../obligations/judge/answers';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import type { FlowParty, TriggerParams } from '../../payer/flows';
import { documentedFlows, runFlow, waitFor } from '../../payer/flows';
import { sendForRound } from '../act';
import { checkTokenReuse } from '../certificates';
import type { CycleIds, TriggerId } from './messages';
import { messageToPayer, requirePayerKey, triggerRequest } from './messages';
import { openCallbacks, ProviderSide } from './provider-callbacks';

/** Milliseconds to wait for a decision that should not arrive, because it is too early or a repetition. */
const unaskedMs = 150;

/** Milliseconds to wait for an answer in a cycle that the payer has refused in the clear. It may still send one. */
const afterRefusalMs = 2000;

/** Returns the suite's provider, with its callback listener and its cycles. A run has only one. */
export function suiteProviderOf(run: Run): Promise<SuiteProvider> {
  requireSandbox(run, 'a cycle with the dummy payer');
  return run.once('provider', async () => {
    // Fail before anything is sent if the payer's key is missing: every message to the payer requires the key.
    const key = requirePayerKey(run);
    const side = new ProviderSide(run, await openCallbacks(run));
    await checkTokenReuse(run);
    return new SuiteProvider(run, key, side);
  });
}

/** The suite as a provider that goes through the flows of clause 4.7. */
class SuiteProvider implements FlowParty<CycleIds> {
  readonly #run: Run;
  /** The payer's public key (PEM), which encrypts the messages to the payer. */
  readonly #key: string;
  readonly side: ProviderSide;
  /** The exchanges of all requests that this provider sent, in order. */
  readonly sent: Exchange[] = [];
  /** Whether the dummy payer's paths begin with `v1`; `free` (either is correct) until one path proves missing. */
  segment: PayerSegment;

  constructor(run: Run, key: string, side: ProviderSide) {
    this.#run = run;
    this.#key = key;
    this.side = side;
    this.segment = run.target.readings['payer-segment'];
  }

  async submit(request: BegunKind): Promise<CycleIds | undefined> {
    const ids = this.side.begin();
    return (await this.#tell(request, ids)) ? ids : undefined;
  }

  async trigger(
    { correlationId }: CycleIds,
    { action, method }: TriggerParams,
  ): Promise<TriggerParams['action'] | undefined> {
    const body = { action, method, correlationId };
    const isTaken = await this.#trigger('dummyPayer.trigger', body, `trigger/${method}`, action);
    return isTaken ? action : undefined;
  }

  async hear(ids: CycleIds, awaited: 'answer' | 'query' | 'decision'): Promise<boolean> {
    // Any callback except an interim answer may be the query.
    if (awaited === 'query')
      return (
        (await this.#arrival(ids, (each) => this.#isQuery(each) || isFinal(each))) &&
        // A payer that does not wait for the documents sends its decision now.
        !(await this.#arrival(ids, (each) => this.#isDecision(each), unaskedMs))
      );
    return this.#arrival(ids, (each) => awaited === 'answer' || this.#isDecision(each));
  }

  reply(ids: CycleIds): Promise<boolean> {
    return this.#tell('reply', ids);
  }

  /**
   * Waits briefly for a second decision that contradicts the first one: a payer that changes its decision does so soon.
   * Returns nothing, because the recorded callbacks show the end of the cycle.
   */
  async end(ids: CycleIds): Promise<void> {
    const isTold = (word: string): boolean =>
      this.side.taken.some(
        ({ facts: { payer } }) =>
          isSameCycleId(ids.correlationId, payer?.correlationId) && payer?.decision === word,
      );
    await waitFor(this.side.changes, () => isTold('approved') && isTold('rejected'), unaskedMs);
  }

  /** Triggers a payment notice, and acknowledges the prompt that the payer then sends in a new cycle (clause 4.7.5). */
  async takeNotice(): Promise<void> {
    const { participants, readings, limits } = this.#run.target;
    const body = { providerId: participants.provider, claimNumber: '' };
    if (!(await this.#trigger('paymentNotice.init', body, 'trigger/notice', 'init'))) return;
    const path = readings['payment-prompt'];
    const prompt = () => this.side.taken.find((each) => new URL(each.request.url).pathname.endsWith(path));
    await this.#callback(() => prompt() !== undefined, limits.callbackMs);
    const taken = prompt();
    const { correlationId, workflowId } = taken === undefined ? {} : this.side.idsOf(taken);
    if (correlationId !== undefined)
      await this.#tell('acknowledgment', { correlationId, workflowId: workflowId ?? correlationId });
  }

  /** Sends a message to the payer. Returns whether the payer accepted the message. */
  async #tell(step: PayerMessageKind, ids: CycleIds): Promise<boolean> {
    const message = await messageToPayer(this.#run, this.#key, step, ids);
    return isAccepted(await this.#send(message, `flow/${step}`, step));
  }

  /**
   * Sends a trigger to the dummy payer. Returns whether the payer accepted the trigger. If either path is correct and
   * the path without `v1` does not exist, repeats the trigger on the path with `v1`.
   */
  async #trigger(id: TriggerId, body: object, round: string, variant: string): Promise<boolean> {
    const send = async (segment: PayerSegment) =>
      this.#send(await triggerRequest(this.#run, id, body, { segment }), round, variant);
    const { segment } = this;
    const exchange = await send(segment);
    // A concurrent flow may already have found the path that exists.
    if (segment !== 'free' || this.segment === 'none' || !isNotFound(exchange)) return isAccepted(exchange);
    const again = await send('v1');
    this.segment = isNotFound(again) ? 'none' : 'v1';
    return isAccepted(again);
  }

  async #send(request: OutgoingRequest, round: string, variant: string): Promise<Exchange> {
    const { exchange } = await sendForRound(this.#run, request, { part: 'valid', round, variant });
    this.sent.push(exchange);
    return exchange;
  }

  async #arrival(
    { correlationId }: CycleIds,
    isIt: (exchange: Exchange) => boolean,
    limitMs = this.#run.target.limits.callbackMs,
  ): Promise<boolean> {
    const isOfCycle = ({ facts }: Exchange) => isSameCycleId(correlationId, facts.payer?.correlationId);
    const isTaken = (isWanted: typeof isIt) =>
      this.side.taken.some((each) => isOfCycle(each) && isWanted(each));
    const arrived = () => isTaken((each) => !isRefusal(each) && isIt(each));
    await this.#callback(() => arrived() || isTaken(isRefusal), limitMs);
    if (arrived() || !isTaken(isRefusal)) return arrived();
    return this.#callback(arrived, Math.min(limitMs, afterRefusalMs));
  }

  #callback(arrived: () => boolean, limitMs: number): Promise<boolean> {
    const what = 'a callback of the payer';
    return this.#run.waits.during({ what }, () => waitFor(this.side.changes, arrived, limitMs));
  }

  #isQuery(exchange: Exchange): boolean {
    return readPayerStep(exchange, this.#run.target.readings)?.step === 'query';
  }

  #isDecision(exchange: Exchange): boolean {
    return !this.#isQuery(exchange) && isFinal(exchange);
  }
}

/** Returns whether a callback may be a final answer, not an interim one. An unreadable callback may be either. */
function isFinal({ facts }: Exchange): boolean {
  return facts.payer?.final === true || facts.payer?.envelope === 'unreadable';
}

/** The exchanges of all flows, and the first obstacle that stopped one of them. */
interface ProviderFlows {
  readonly exchanges: readonly Exchange[];
  readonly obstacle?: Error;
}

/**
 * Runs the flows of all rows of the table in clause 4.7 at the same time, so that a silent payer causes only one wait.
 * An obstacle to one flow does not stop the others. Throws an obstacle only if obstacles stopped all flows.
 */
export function runProviderFlows(run: Run): Promise<ProviderFlows> {
  return run.once('provider-flows', async () => {
    const provider = await suiteProviderOf(run);
    const all = [...documentedFlows.map((flow) => runFlow(provider, flow)), provider.takeNotice()];
    const ended = await Promise.allSettled(all);
    const reasons = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
    const fault = reasons.find((each) => !isObstacle(each));
    const [obstacle] = reasons;
    if (fault !== undefined) throw fault;
    if (obstacle !== undefined && reasons.length === all.length) throw obstacle;
    return {
      exchanges: [...provider.sent, ...provider.side.taken],
      ...(obstacle !== undefined && { obstacle }),
    };
  });
}

function isObstacle(error: Error): boolean {
  return error instanceof EnvironmentError || error instanceof NotTestedError;
}

/** Sends triggers with one mistake each. The document (clause 4.4) does not define the answers to them. */
export function oddTriggers(run: Run): Promise<readonly Exchange[]> {
  return run.once(rounds.oddTriggers, async () => {
    const provider = await suiteProviderOf(run);
    const { segment } = provider;
    const ids = await provider.submit('preauth');
    const right = { action: 'Approve', method: 'Preauth', correlationId: ids?.correlationId ?? randomUUID() };
    const variants: Readonly<Record<string, readonly [body: object, withBearer: boolean]>> = {
      'unknown action': [{ ...right, action: 'Postpone' }, true],
      'unknown method': [{ ...right, method: 'Dental' }, true],
      'unknown correlationId': [{ ...right, correlationId: randomUUID() }, true],
      'missing bearer_auth': [right, false],
    };
    const exchanges: Exchange[] = [];
    for (const [variant, [body, withBearer]] of Object.entries(variants)) {
      const request = await triggerRequest(run, 'dummyPayer.trigger', body, { withBearer, segment });
      const { exchange } = await sendForRound(run, request, {
        part: 'open',
        round: rounds.oddTriggers,
        variant,
      });
      exchanges.push(exchange);
    }
    return exchanges;
  });
}
