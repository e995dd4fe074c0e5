import type { Happening } from '../../run/hand/happenings';
import type { Answers } from '../../run/hand/questions';

/** An event for the person who works their system by hand. */
export interface HandTold {
  readonly type: 'hand.told';
  readonly happening: Happening;
}

export type HandEvent = HandTold;

/** About the act or question that stands open: POST to `/api/hand/retry` and `/api/hand/accept`. */
export interface HandSaying {
  readonly id: number;
}

/** POST to `/api/hand/skip`. */
export interface HandSkip extends HandSaying {
  readonly reason: string;
}

/** POST to `/api/hand/answer`. */
export interface HandAnswer extends HandSaying {
  readonly answers: Answers;
}
