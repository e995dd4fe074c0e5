import { setTimeout as sleep } from 'node:timers/promises';
import { v4 as uuidv4 } from 'uuid';

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

/** Writes an instant, in milliseconds since the epoch, as TIMESTAMP wants it. */
export type Timestamps = (now: number) => string;

/** `YYYY-MM-DDTHH:MM:SS.mmmZ` (clause 5.2). */
export const utcWithMilliseconds: Timestamps = (now) => new Date(now).toISOString();

/** Makes the ids of requests and cycles. */
export interface Ids {
  /** REQUEST-ID: a lowercase UUID v4, new for every request (clause 5.2). */
  requestId(): string;
  /** The id that all callbacks of one cycle share (clause 6.1). */
  correlationId(): string;
  /** `x-hcx-api_call_id`, `x-hcx-request_id` and `x-hcx-workflow_id`. */
  payerId(): string;
}

export const randomIds: Ids = {
  requestId: () => uuidv4(),
  correlationId: () => uuidv4(),
  payerId: () => uuidv4(),
};

/** The integrator's own log: names of operations and how they ended; never a value, a token or a body. */
export type Log = (operation: string, ending: string) => void;

/** Standard output belongs to the protocol. */
export const logToStderr: Log = (operation, ending) => {
  process.stderr.write(`integrator: ${operation} ${ending}\n`);
};

export const logNothing: Log = () => undefined;
