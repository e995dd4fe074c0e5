import type { Happening } from './happenings';
import type { Answers } from './questions';

/** What a person says, about the act or the question that stands open. */
export type Saying =
  /** The act, or the question, is left out; for a reason, which may be empty. */
  | { readonly say: 'skip'; readonly reason: string }
  /** After a refusal: another try is on its way. */
  | { readonly say: 'retry' }
  /** After a refusal: it counts as it is. */
  | { readonly say: 'accept' }
  | { readonly say: 'answer'; readonly answers: Answers }
  /** Nothing more is done by hand in this run. */
  | { readonly say: 'stop' };

/** A person who works their own system by hand, at a terminal or at a page. */
export interface Person {
  /** Tells what happens, in the order of the run. */
  tell(happening: Happening): void;
  /** Calls back for what they say, until what it gives is called. */
  listen(hear: (saying: Saying) => void): () => void;
  /** Whether they can answer a question. */
  readonly answers: boolean;
  /** How long a refused act waits for a better try, in milliseconds; absent: until they say what to make of it. */
  readonly secondTryMs?: number;
}
