import { setTimeout as sleep } from 'node:timers/promises';
import { v4 as uuidv4 } from 'uuid';

export interface Clock {
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds) => sleep(milliseconds),
};

/** Formats a time, in milliseconds since the epoch, as a TIMESTAMP value. */
export type Timestamps = (now: number) => string;

/** Formats the time as `YYYY-MM-DDTHH:MM:SS.mmmZ`, in UTC (clause 5.2). */
export const utcWithMilliseconds: Timestamps = (now) => new Date(now).toISOString();

export interface Ids {
  /** Returns a REQUEST-ID: a lowercase UUID v4, new for every request (clause 5.2). */
  requestId(): string;
  /** Returns a correlation id, which all callbacks of one cycle share (clause 6.1). */
  correlationId(): string;
  /** Returns a new id for `x-hcx-api_call_id`, `x-hcx-request_id` or `x-hcx-workflow_id`. */
  payerId(): string;
}

export const randomIds: Ids = {
  requestId: () => uuidv4(),
  correlationId: () => uuidv4(),
  payerId: () => uuidv4(),
};

/** Logs an operation and its outcome. Values, tokens and bodies must never be logged. */
export type Log = (operation: string, ending: string) => void;

/** Logs to stderr, because stdout is reserved for the adapter protocol. */
export const logToStderr: Log = (operation, ending) => {
  process.stderr.write(`integrator: ${operation} ${ending}\n`);
};

export const logNothing: Log = () => undefined;
