import type { Evidence } from '../../../exchange/evidence';
import type { Subject } from '../../../contract/words';
import type { Phrases } from '../phrases';
import { readPhrase } from '../phrases';
import type { ExamplePair } from '../slip';
import { tokenMistakes } from './callback-tokens';
import { conversationOf } from './conversations';
import type { TurnsEdit } from './edits';
import type { MixUp } from './mix-ups';
import { correlationIdOf, mixUps } from './mix-ups';
import { payerMistakes } from './payer-mistakes';
import { providerMistakes } from './provider-mistakes';
import { recordTurns } from './record-turns';
import type { Turn } from './turns';

/** A change of a conversation: the number of recorded cycles, and the change of one of them. */
interface ConversationChange {
  readonly cycles: 1 | 2 | 3;
  /** Changes the second cycle, or the only one. `before` is the cycle before it. */
  readonly change: (turns: readonly Turn[], before: readonly Turn[]) => readonly Turn[];
}

type Changes = Phrases<Promise<ConversationChange>>;

const inOneCycle = async (edit: TurnsEdit | Promise<TurnsEdit>): Promise<ConversationChange> => {
  const change = await edit;
  return { cycles: 1, change: (turns) => change(turns) };
};

const withOtherId = (mixUp: MixUp): Promise<ConversationChange> =>
  Promise.resolve({ cycles: 2, change: (turns, before) => mixUp(correlationIdOf(before))(turns) });

/** Returns a table of the same phrases with mapped values. */
const mapped = <T, U>(table: Phrases<T>, map: (value: T) => U): Phrases<U> =>
  Object.fromEntries(
    Object.entries(table).map(([phrase, read]) => [phrase, (...parts: string[]) => map(read(...parts))]),
  );

const changesWith = (...tables: readonly Phrases<TurnsEdit | Promise<TurnsEdit>>[]): Changes => {
  const changes: Changes = {
    '<change> in one of three cycles': async (words) => ({ ...(await readIn(changes, words)), cycles: 3 }),
    ...Object.fromEntries(tables.flatMap((table) => Object.entries(mapped(table, inOneCycle)))),
    ...mapped(mixUps, withOtherId),
  };
  return changes;
};

const readIn = (changes: Changes, words: string): Promise<ConversationChange> =>
  readPhrase(changes, words, 'change of a conversation');

/** All changes of a conversation, by the subject that makes the mistake. */
const changesOf: Readonly<Record<Subject, Changes>> = {
  service: changesWith(payerMistakes, tokenMistakes),
  integrator: changesWith(providerMistakes),
};

/** Many rows change one conversation in turn: the right one is recorded once. */
const rights = new Map<string, readonly Evidence[]>();

/** A recording of a conversation of provider and payer, and the same with one mistake of the subject. */
export async function conversationWith(name: string, words: string, subject: Subject): Promise<ExamplePair> {
  const { cycles, change } = await readIn(changesOf[subject], words);
  const [first = [], ...others] = Array.from({ length: cycles }, () => conversationOf(name));
  const key = `${subject} ${name} ${cycles}`;
  const right = rights.get(key) ?? recordTurns([first, ...others].flat(), subject);
  rights.set(key, right);
  const [second, ...later] = others;
  const changed =
    second === undefined ? change(first, []) : [...first, ...change(second, first), ...later.flat()];
  return { right, wrong: recordTurns(changed, subject) };
}
