import type { Callbacks } from '../../../run/manual-progress';
import type { ByHand } from './by-hand';
import type { JourneyPlan } from './journey-plan';
import { callbacksIn, callbacksQuestion, checkCallbacks } from './questions';
import { waitForAnswer } from './wait-for-answer';

/**
 * Where callbacks go: asked once, before the first journey that brings some. `undefined` as long as no one was asked, and
 * where no one answered: then the person's provider is reached by nothing.
 */
export async function askForCallbacks(
  byHand: ByHand,
  { name, takesCallbacks }: Pick<JourneyPlan, 'name' | 'takesCallbacks'>,
  begin: () => void,
): Promise<Callbacks | undefined> {
  const { progress, run, person } = byHand;
  if (takesCallbacks !== true || !person.answers || progress.hasEnded(name)) return progress.callbacks;
  return run.once('manual-callbacks', async () => {
    begin();
    const { envelope } = run.target.readings;
    const question = { id: byHand.next(), ...callbacksQuestion(envelope, progress.callbacks) };
    const answer = await waitForAnswer(byHand, question, (answers) => checkCallbacks(envelope, answers));
    byHand.reached = 'answers' in answer;
    progress.callbacks = 'answers' in answer ? callbacksIn(answer.answers) : undefined;
    return progress.callbacks;
  });
}
