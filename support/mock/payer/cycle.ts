import type { CycleKind } from '../../contract/payer-facts';

export type { CallbackStep } from '../../contract/payer-content';

/** A request cycle as the dummy payer tracks it (clauses 4.6, 4.7, 6.1). */
export interface PayerCycle {
  readonly correlationId: string;
  readonly kind: CycleKind;
  /** `provider` and `payer` are participant ids. */
  readonly provider: string;
  readonly payer: string;
  readonly workflowId: string;
  /**
   * SHA-256 of the body of the request that opened the cycle. A later request with an identical body is a
   * repetition and does not open a new cycle.
   */
  readonly imprint?: string;
  /**
   * `requested`: waits for a trigger or, in a payment cycle, for the acknowledgment. `queried`: waits for
   * documents. `over`: finished.
   */
  state: 'requested' | 'queried' | 'over';
  /** The action of the trigger that the payer accepted. The client or the suite may have sent it. */
  triggered?: TriggerAction;
  /**
   * Set if the suite decides the cycle itself. The payer then accepts a trigger, but sends no callback because of it.
   */
  held?: true;
}

/** Actions of the trigger operation (clause 4.4). */
export type TriggerAction = 'Approve' | 'Reject' | 'Query';

export type CycleEvent = 'request' | TriggerAction | 'reply' | 'notice';
