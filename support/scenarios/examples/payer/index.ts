import type { Subject } from '../../../contract/words';
import type { Slip } from '../slip';
import { forgedToken } from './callback-tokens';
import { conversationOf } from './conversations';
import { payerMistakes } from './payer-mistakes';
import { providerMistakes } from './provider-mistakes';
import { recordTurns } from './record-turns';

/** A recording of a conversation of provider and payer, and the same with one mistake of the subject. */
export async function conversationWith(name: string, value: string, subject: Subject): Promise<Slip> {
  const turns = conversationOf(name);
  const known = subject === 'service' ? payerMistakes : providerMistakes;
  const edit = known[value] ?? (await forgedToken(value));
  if (edit === undefined) throw new Error(`No example of ${name} with ${value} is at hand`);
  return { value, right: recordTurns(turns, subject), wrong: recordTurns(edit(turns), subject) };
}
