import type { CycleKind } from '../../contract/payer-facts';

export type { CallbackStep } from '../../contract/payer-content';

/** A request cycle as the dummy payer keeps it (clauses 4.6, 4.7, 6.1). */
export interface PayerCycle {
  readonly correlationId: string;
  readonly kind: CycleKind;
  /** Participant ids. */
  readonly provider: string;
  readonly payer: string;
  readonly workflowId: string;
  /** SHA-256 of the request that began it: the same bytes once more are that request, sent again. */
  readonly imprint?: string;
  /** `requested`: waits for a trigger. `queried`: waits for documents. `over`: nothing follows any more. */
  state: 'requested' | 'queried' | 'over';
  /** The action of the trigger that it took. */
  triggered?: TriggerAction;
}

/** Clause 4.4. */
export type TriggerAction = 'Approve' | 'Reject' | 'Query';

/** What happens in a cycle that makes the payer act. */
export type CycleEvent = 'request' | TriggerAction | 'reply' | 'notice';
