import type { BegunKind } from '../../../contract/cycle-beginnings';
import { dataKinds, decidedKinds } from '../../../contract/cycle-beginnings';
import type { CallbackStep, PayerCycle } from '../../../mock/payer/cycle';
import type { PayerTalk } from './talk';

/** The callback that a cycle is begun for: the payer's final answer, one that is a decision, or the payer's query. */
export type StagedStep = 'final answer' | 'decision' | 'query';

/** The requests that begin a cycle with such a callback, the preferred first. */
const preferred: Readonly<Record<StagedStep, readonly BegunKind[]>> = {
  'final answer': [...decidedKinds, 'eligibility', 'plan'],
  decision: decidedKinds,
  query: decidedKinds,
};

/**
 * Returns the request with which to begin a cycle that the suite sends forged or odd callbacks into; `undefined` if none
 * of the requests begins such a cycle.
 *
 * @param requests the requests that the client can begin and does not decide by itself, in any order
 */
export function requestForForgeries(step: StagedStep, requests: readonly BegunKind[]): BegunKind | undefined {
  return preferred[step].find((each) => requests.includes(each));
}

/** A cycle with data as its final answer: the payer sends it at once, without a trigger. */
const isOfData = (request: BegunKind): request is (typeof dataKinds)[number] =>
  (dataKinds as readonly BegunKind[]).includes(request);

/** Returns the callback that ends a cycle. A preauthorization or a claim ends with an approval. */
export function finalStepOf({ kind }: PayerCycle): CallbackStep {
  if (kind === 'plan' || kind === 'eligibility') return kind;
  return kind === 'payment' ? 'prompt' : 'approved';
}

/** Returns the state in which the client reports a cycle after {@link finalStepOf}. */
export const finalStateOf = ({ kind }: PayerCycle): 'approved' | 'answered' =>
  kind === 'preauth' || kind === 'claim' ? 'approved' : 'answered';

/**
 * Maximum time to withhold an answer from a client before its call has ended, in milliseconds. Such a client may
 * itself wait for the answer.
 */
const longestHoldMs = 3000;

/**
 * Begins cycles that only the suite ends. A request that began no cycle is not tried again, and neither is one with
 * cycles that the client decides by itself.
 */
export class StagedCycles {
  readonly #talk: PayerTalk;
  readonly #failed = new Set<BegunKind>();

  constructor(talk: PayerTalk) {
    this.#talk = talk;
  }

  /**
   * Begins a cycle that the payer has accepted and not answered. If a request begins no cycle, tries the next kind.
   * Returns `undefined` if none begins one.
   */
  async begin(step: StagedStep): Promise<PayerCycle | undefined> {
    for (;;) {
      const requests = this.#talk.undecidedRequests.filter((each) => !this.#failed.has(each));
      const request = requestForForgeries(step, requests);
      if (request === undefined) return undefined;
      const cycle = isOfData(request)
        ? await this.#beginUnanswered(request)
        : await this.#beginUndecided(request);
      if (cycle !== undefined) return cycle;
      this.#failed.add(request);
    }
  }

  /**
   * Begins a cycle that the client decides by itself: with an approval, so that the cycle ends as those of the suite do.
   * Returns `undefined` if the client begins no such cycle.
   */
  async beginSelfTriggered(): Promise<PayerCycle | undefined> {
    for (const request of preferred.decision) {
      if (!this.#talk.selfTriggeredRequests.includes(request)) continue;
      const cycle = await this.#submit(request);
      if (cycle === undefined) continue;
      await this.#talk.hear(cycle.correlationId, 'decision', 1);
      if (cycle.triggered === 'Approve') return cycle;
    }
    return undefined;
  }

  /**
   * From here on only the suite decides the cycle: a trigger of the client brings no callback. Returns `undefined` if
   * the client has already decided it.
   */
  async #beginUndecided(request: BegunKind): Promise<PayerCycle | undefined> {
    const cycle = await this.#submit(request);
    if (cycle === undefined || this.#talk.hold(cycle)) return cycle;
    await this.#talk.hear(cycle.correlationId, 'decision', 1);
    return undefined;
  }

  async #submit(request: BegunKind): Promise<PayerCycle | undefined> {
    const correlationId = await this.#talk.submit(request);
    return correlationId === undefined ? undefined : this.#talk.cycles.cycle(correlationId);
  }

  /** Withholds the answer, which the payer would send at once. A client may send further requests: they are answered. */
  async #beginUnanswered(request: 'plan' | 'eligibility'): Promise<PayerCycle | undefined> {
    const { cycles } = this.#talk;
    cycles.withheld.add(request);
    const giveUp = setTimeout(() => {
      cycles.answerWithheld(request);
    }, longestHoldMs);
    const cycle = await this.#submit(request);
    clearTimeout(giveUp);
    const begun = cycle?.state === 'requested' ? cycle : undefined;
    cycles.answerWithheld(request, begun);
    return begun;
  }
}
