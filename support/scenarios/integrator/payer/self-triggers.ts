import type { PayerCycles } from '../../../mock/payer-cycles';
import type { PayerCycle } from '../../../mock/payer/cycle';
import type { DecidedKind } from '../../../obligations/judge/self-triggered';
import type { Run } from '../../../run/run';
import { waitFor } from '../../payer/flows';

/** Time in milliseconds to watch whether a client triggers the payer after the first submission of a kind. */
const firstWatchMs = 200;
/** Time in milliseconds to wait for the trigger of a client that has triggered such a cycle by itself before. */
const ownTriggerMs = 2000;

/**
 * Finds the kinds of cycles for which the client triggers the payer by itself. Clause 4.7 gives the trigger to the
 * provider, so a client may trigger the payer right after its own submission. The suite then asks for no other trigger.
 */
export class SelfTriggers {
  readonly #run: Run;
  readonly #watched = new Set<DecidedKind>();
  /** The kinds with a cycle that the client left open after it had decided an earlier one by itself. */
  readonly #mixed = new Set<DecidedKind>();
  /** The correlation ids of the cycles that the client has decided by itself. */
  readonly #decided = new Set<string>();
  /** The number of times that the suite has triggered the payer, or asked the client for a trigger. */
  #asked = 0;
  /** Maps the correlation id of each cycle to the value of `#asked` when the cycle began. */
  readonly #askedBefore = new Map<string, number>();

  private constructor(run: Run) {
    this.#run = run;
  }

  /** Returns the run's only instance, so that the findings of one journey apply to the next one. */
  static of(run: Run): Promise<SelfTriggers> {
    return run.once('payer/self-triggers', () => Promise.resolve(new SelfTriggers(run)));
  }

  /**
   * Whether the client triggers the payer by itself for cycles of this kind: it has done so, and has not left a later
   * cycle open.
   */
  has(kind: DecidedKind): boolean {
    return this.#run.evidence.selfTriggered.has(kind);
  }

  /** Notes that the suite is about to trigger the payer, or to ask the client for a trigger. */
  noteAsked(): void {
    this.#asked += 1;
  }

  /**
   * Waits for the trigger that the client may send by itself after a submission. The wait is short, and comes only after
   * the first submission of a kind, unless the client has triggered such a cycle by itself before. If no trigger comes
   * in the longer time, the suite decides this kind from then on.
   *
   * @param queueMs how long the client may need until it sends a request, in milliseconds
   */
  async watch(cycle: PayerCycle, { changes }: PayerCycles, queueMs: number): Promise<void> {
    const { kind, correlationId } = cycle;
    if (!isDecidedKind(kind)) return;
    this.#askedBefore.set(correlationId, this.#asked);
    const isFirst = !this.#watched.has(kind);
    this.#watched.add(kind);
    const isExpected = this.has(kind);
    const isShort = isFirst || this.#mixed.has(kind);
    const limitMs = isExpected ? ownTriggerMs : isShort ? firstWatchMs : 0;
    if (limitMs === 0) return;
    const isDecided = () => cycle.triggered !== undefined;
    if ((await waitFor(changes, isDecided, Math.max(limitMs, queueMs))) || !isExpected) return;
    this.#mixed.add(kind);
    this.#run.evidence.selfTriggered.delete(kind);
  }

  /**
   * Returns whether the client has triggered the payer for a cycle by itself, and notes the kind of the cycle if so. Once
   * the suite has asked for a trigger, that is unknown: the client may have put a wrong correlation id into the trigger.
   */
  hasDecided({ correlationId, kind, triggered }: PayerCycle): boolean {
    const isUnasked = this.#askedBefore.get(correlationId) === this.#asked;
    if (triggered !== undefined && isDecidedKind(kind) && isUnasked && !this.#decided.has(correlationId)) {
      const { selfTriggered } = this.#run.evidence;
      const known = selfTriggered.get(kind) ?? [];
      if (!this.#mixed.has(kind)) selfTriggered.set(kind, [...new Set([...known, triggered])]);
      this.#decided.add(correlationId);
    }
    return this.#decided.has(correlationId);
  }
}

/** Whether a trigger of the dummy payer decides cycles of this kind (clause 4.7). */
export const isDecidedKind = (kind: PayerCycle['kind']): kind is DecidedKind =>
  kind === 'preauth' || kind === 'claim';
