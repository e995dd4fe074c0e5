import type { Evidence } from '../../../support/exchange/evidence';
import type { Subject } from '../../../support/contract/words';
import type { ExamplePair } from '../slip';
import { wrongToken } from './callback-tokens';
import { conversationOf } from './conversations';
import { payerMistakes } from './payer-mistakes';
import { providerMistakes } from './provider-mistakes';
import { recordTurns } from './record-turns';

/** Many rows change one conversation in turn: the right one is recorded once. */
const rights = new Map<string, readonly Evidence[]>();

/** A recording of a conversation of provider and payer, and the same with one mistake of the subject. */
export async function conversationWith(name: string, value: string, subject: Subject): Promise<ExamplePair> {
  const turns = conversationOf(name);
  const known = subject === 'service' ? payerMistakes : providerMistakes;
  const edit = known[value] ?? (await wrongToken(value));
  if (edit === undefined) throw new Error(`No example of ${name} with ${value} is at hand`);
  const key = `${subject} ${name}`;
  const right = rights.get(key) ?? recordTurns(turns, subject);
  rights.set(key, right);
  return { right, wrong: recordTurns(edit(turns), subject) };
}
