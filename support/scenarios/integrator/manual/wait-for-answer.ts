import type { Answers, Question } from '../../../run/hand/questions';
import { skippedFor } from '../../../run/hand/skipped';
import type { ByHand } from './by-hand';
import { Turn } from './turn';

/** What a person answered, or why they did not. */
export type Answer = { readonly answers: Answers } | { readonly skipped: string };

/** An answer that cannot be taken. */
export interface Misunderstanding {
  /** Which of what was asked. */
  readonly name: string;
  readonly message: string;
}

/** Asks a question until it is answered by something that can be taken. Without an answer in time it is skipped. */
export async function waitForAnswer(
  byHand: ByHand,
  question: Question,
  check: (answers: Answers) => Misunderstanding | undefined,
): Promise<Answer> {
  const { person } = byHand.bounds;
  const { id } = question;
  const turn: Turn<Answer> = new Turn<Answer>(
    byHand.bounds,
    (saying) => {
      if (saying.say === 'skip') turn.end({ skipped: skippedFor(saying.reason) });
      if (saying.say !== 'answer') return;
      const problem = check(saying.answers);
      if (problem === undefined) turn.end({ answers: saying.answers });
      else person.tell({ what: 'misunderstood', id, ...problem });
    },
    () => ({ skipped: skippedFor('no answer in time') }),
  );
  const deadline = turn.begin();
  if (!turn.isOver) person.tell({ what: 'questioned', question, deadline });
  const answer = await turn.ended.catch((error: unknown) => {
    person.tell({ what: 'done', id, how: 'stopped' });
    throw error;
  });
  const message = 'skipped' in answer ? answer.skipped : undefined;
  person.tell({
    what: 'done',
    id,
    how: message === undefined ? 'accepted' : 'skipped',
    ...(message && { message }),
  });
  return answer;
}
