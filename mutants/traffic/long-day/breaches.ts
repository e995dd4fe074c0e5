import type { BreachState, Draft, Kind } from '../generate';
import type { Answer } from './answer';

/** The kinds of exchange that a breach can be planted in. */
export type DayKind =
  | Exclude<Kind, 'certificate'>
  | 'certificate.identity'
  | 'certificate.registry'
  | 'keys'
  | 'trigger'
  | 'notice'
  | 'message';

/** The values that a breach can need. */
export interface DayState extends BreachState {
  /** A ciphertext that the client sent before, or an empty text before the first ciphertext. */
  readonly earlier: string;
}

/** A breach that is planted in one exchange. It draws no random numbers, so the rest of the day stays the same. */
export interface DayBreach {
  readonly kind: DayKind;
  readonly request?: (draft: Draft, state: DayState) => void;
  /** Changes the answer on the wire. The client behaves as if it was right. */
  readonly answer?: (answer: Answer) => Answer;
}
