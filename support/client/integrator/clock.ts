import { setTimeout as sleep } from 'node:timers/promises';

/** The time, and waiting for it to pass. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds) => sleep(milliseconds),
};
