import type { CycleState } from '../../adapter/protocol';
import type { HandEvent } from './happenings';

/** What a person says, about the act or the question that stands open. */
export type PersonInput =
  /** The act, or the question, is left out; for a reason, which may be empty. */
  | { readonly say: 'skip'; readonly reason: string }
  /** After a refusal: another try is on its way. */
  | { readonly say: 'retry' }
  /** After a refusal: it counts as it is. */
  | { readonly say: 'accept' }
  /** One of the choices of the question. */
  | { readonly say: 'answer'; readonly answer: CycleState }
  /** Nothing more is done by hand in this run. */
  | { readonly say: 'stop' };

/** A person who works their own system by hand, at a terminal or at a page. */
export interface Person {
  /** Tells what happens, in the order of the run. */
  tell(happening: HandEvent): void;
  /** Calls back for what they say, until what it gives is called. */
  listen(hear: (saying: PersonInput) => void): () => void;
  /** Whether they can answer a question. */
  readonly answers: boolean;
  /** How long a refused act waits for a better try, in milliseconds; absent: until they say what to make of it. */
  readonly secondTryMs?: number;
}

/** How a run by hand goes on that was cut short, for who is at a terminal. */
export const resumeHint = 'the same command with --resume goes on from here';

/** How the message of an act begins that a person skipped. */
export const skippedByHand = 'skipped by hand';

/** The same with their reason, where they gave one. */
export function skippedFor(reason: string): string {
  const said = reason.trim().slice(0, longestReason);
  return said === '' ? skippedByHand : `${skippedByHand}: ${said}`;
}

/** Characters of a reason that are kept. */
const longestReason = 500;

export function isSkipMessage(message: string | undefined): boolean {
  return message?.startsWith(skippedByHand) === true;
}
