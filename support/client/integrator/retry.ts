import type { RawAnswer, OutgoingRequest } from '../sender';
import { headerValue } from '../../exchange/exchange';
import type { ConnectionError } from './transport';

/** Composes a request, with an id and a time of its own. */
export type Compose = () => Promise<OutgoingRequest>;

/** How one attempt ended. */
export type RequestOutcome = { readonly answer: RawAnswer } | { readonly failure: ConnectionError };

export interface RetryPolicy {
  /** Milliseconds until another attempt, after so many; `undefined`: there is none. */
  delayMs(attempts: number, outcome: RequestOutcome): number | undefined;
  /** The request of a further attempt. */
  again(compose: Compose, previous: OutgoingRequest): Promise<OutgoingRequest>;
}

const retries = 2;
const firstDelayMs = 100;
const longestDelayMs = 5_000;
const passing: readonly number[] = [429, 503];

/** Twice more where the service is busy or out of reach for the moment, each time as a request of its own. */
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

/** What Retry-After asks for, where it names seconds. */
function askedDelayMs(outcome: RequestOutcome): number {
  const seconds = 'answer' in outcome ? Number(headerValue(outcome.answer.headers, 'Retry-After') ?? 0) : 0;
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
