import type { RawAnswer, OutgoingRequest } from '../sender';
import { headerValue } from '../../exchange/exchange';
import type { ConnectionError } from './transport';

/** Composes a request with a new id and the current time. */
export type Compose = () => Promise<OutgoingRequest>;

export type RequestOutcome = { readonly answer: RawAnswer } | { readonly failure: ConnectionError };

export interface RetryPolicy {
  /**
   * Returns the delay in milliseconds before the next attempt, or `undefined` to stop. `attempts` is the
   * number of attempts made so far.
   */
  delayMs(attempts: number, outcome: RequestOutcome): number | undefined;
  again(compose: Compose, previous: OutgoingRequest): Promise<OutgoingRequest>;
}

const retries = 2;
const firstDelayMs = 100;
const longestDelayMs = 5_000;
const passing: readonly number[] = [429, 503];

/**
 * Retries at most twice, and only if the service is busy (429, 503), unreachable or slow, or drops the
 * connection. Each retry is a newly composed request with its own request id.
 */
export const boundedRetry: RetryPolicy = {
  delayMs(attempts, outcome) {
    if (attempts > retries || !mayPass(outcome)) return undefined;
    const backoffMs = firstDelayMs * 2 ** (attempts - 1);
    return Math.min(Math.max(backoffMs, askedDelayMs(outcome)), longestDelayMs);
  },
  again: (compose) => compose(),
};

function mayPass(outcome: RequestOutcome): boolean {
  if ('answer' in outcome) return passing.includes(outcome.answer.status);
  return ['unreachable', 'timeout', 'reset'].includes(outcome.failure.kind);
}

/** Returns the delay in Retry-After, in milliseconds; 0 if the header is missing or contains a date. */
function askedDelayMs(outcome: RequestOutcome): number {
  const seconds = 'answer' in outcome ? Number(headerValue(outcome.answer.headers, 'Retry-After') ?? 0) : 0;
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
