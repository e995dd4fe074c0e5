import type { PayerFact } from '../../contract/payer-facts';
import type { Trigger } from '../cycles/messages';

/** The causes of a wrong correlation id in a trigger. */
export const cycleCauses = {
  leftOut: 'correlationId is left out, or the member goes by another name',
  noUuid:
    'correlationId is no UUID as it was submitted: an id of the own system is taken, or the UUID is written in another form',
  letters: 'correlationId is that of the cycle in other letters: it is to be sent as it was submitted',
  workflow: 'the workflow id is sent in place of the correlation id',
  unknown:
    'nothing was submitted under that correlationId: the id of another message is taken, or a new one is made',
  another: 'the id of one cycle is kept, and sent with the triggers of others',
} as const;

/** The mistake in the correlation id of a trigger. */
export type CycleMistake = keyof typeof cycleCauses;

/** The ids of all submitted requests. */
export interface Submitted {
  readonly ids: Set<string>;
  /**
   * The `ids` in lower case, because a trigger may write an id in another case. This is a set, because each trigger is
   * compared with many ids.
   */
  readonly letters: Set<string>;
  readonly workflows: Set<string>;
}

export function noteSubmit(
  { ids, letters, workflows }: Submitted,
  { correlationId, workflowId }: PayerFact,
): void {
  if (correlationId !== undefined) {
    ids.add(correlationId);
    letters.add(correlationId.toLowerCase());
  }
  if (workflowId !== undefined) workflows.add(workflowId.toLowerCase());
}

/** Returns the mistake in the correlation id of a trigger; `undefined` if the id is that of a submission. */
export function mistakeInId(
  { correlationId, words }: Trigger,
  { ids, letters, workflows }: Submitted,
): CycleMistake | undefined {
  if (correlationId === undefined || correlationId === null) return 'leftOut';
  if (typeof correlationId !== 'string' || !words.namesUuid) return 'noUuid';
  if (ids.has(correlationId)) return undefined;
  const named = correlationId.toLowerCase();
  if (letters.has(named)) return 'letters';
  return workflows.has(named) ? 'workflow' : 'unknown';
}
