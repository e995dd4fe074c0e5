import type { CycleState, Params } from '../../../adapter/protocol';
import { skippedFor } from '../../../run/hand/person';
import type { HandOutcome } from '../../../run/manual-progress';
import type { ByHand } from './by-hand';
import { PersonTurn } from './turn';

type State = HandOutcome & { readonly value?: { readonly state: CycleState } };

const choices: readonly CycleState[] = ['pending', 'queried', 'approved', 'rejected', 'answered'];

/** Asks how their system shows a cycle. Without an answer in time the question is skipped. */
export async function askState(byHand: ByHand, { correlationId }: Params<'cycle.get'>): Promise<State> {
  const { person } = byHand.bounds;
  const id = byHand.next();
  const sentence =
    `How does your system show the cycle ${correlationId} now? ` +
    'pending: no answer yet; queried: the payer has asked for documents; answered: a plan or eligibility came.';
  const skip = (reason: string): State => ({ kind: 'refused', message: skippedFor(reason) });
  const turn: PersonTurn<State> = new PersonTurn<State>(
    byHand.bounds,
    (saying) => {
      if (saying.say === 'skip') turn.end(skip(saying.reason));
      if (saying.say === 'answer') turn.end({ kind: 'result', value: { state: saying.answer } });
    },
    () => skip('no answer in time'),
  );
  const deadline = turn.begin();
  if (!turn.isOver) person.tell({ what: 'questioned', question: { id, sentence, choices }, deadline });
  const state = await turn.ended.catch((error: unknown) => {
    person.tell({ what: 'done', id, how: 'stopped' });
    throw error;
  });
  const { kind, message } = state;
  const how = kind === 'result' ? 'accepted' : 'skipped';
  person.tell({ what: 'done', id, how, ...(message !== undefined && { message }) });
  return state;
}
