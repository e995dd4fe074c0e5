import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { randomUUID } from 'node:crypto';
import type { TokenIssuer } from './token-issuer';

/** A callback on its way to the provider, or what became of it. */
export interface CallbackAttempt {
  readonly correlationId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Absent where no answer came. */
  readonly status?: number;
  readonly error?: string;
}

/** What the dummy payer answers a cycle with: an operation behind the callback base, and a bundle. */
export interface PayerAnswer {
  readonly correlationId: string;
  /** As in `/v1/coverageeligibility/on_check`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The payer flows that are under way (clauses 4.6, 4.7, 6.1): callbacks go out on their own, one after another. */
export interface PayerCycles {
  /** Base address of the provider's callbacks; without one they are not sent. */
  callbackUrl: string | undefined;
  /** Every attempt so far. */
  readonly attempts: readonly CallbackAttempt[];
  answer(answer: PayerAnswer): void;
  /** Resolves once a callback of that cycle was answered or given up, or nothing is under way any more. */
  settled(correlationId: string): Promise<void>;
  close(): Promise<void>;
}

/** Seconds that the JWT of a callback is good for. */
const tokenLifetime = 300;
const deadlineMs = 10_000;

/** Callbacks carry a JWT of the gateway (clause 5.1.6); how it travels is a reading. */
export function createCycles(tokens: TokenIssuer): PayerCycles {
  const attempts: CallbackAttempt[] = [];
  const pending = new Map<string, Promise<void>>();
  const cycles: PayerCycles = {
    callbackUrl: undefined,
    attempts,
    answer(answer) {
      const { callbackUrl } = cycles;
      if (callbackUrl === undefined) return;
      const sent = deliver(callbackUrl, answer, tokens).then((attempt) => {
        attempts.push(attempt);
      });
      pending.set(answer.correlationId, sent);
    },
    settled: (correlationId) => pending.get(correlationId) ?? Promise.resolve(),
    async close() {
      await Promise.allSettled(pending.values());
    },
  };
  return cycles;
}

async function deliver(base: string, answer: PayerAnswer, tokens: TokenIssuer): Promise<CallbackAttempt> {
  const token = await tokens.issue({ clientId: 'gateway-callback' }, 'callback', tokenLifetime);
  const url = base.replace(/\/$/, '') + answer.path;
  const body = JSON.stringify(answer.body);
  const headers = {
    ...answer.headers,
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'x-hcx-api_call_id': randomUUID(),
    'x-hcx-timestamp': new Date().toISOString(),
  };
  const about = { correlationId: answer.correlationId, url, headers, body, sentAt: Date.now() };
  try {
    return { ...about, status: await post(url, headers, body), answeredAt: Date.now() };
  } catch (error) {
    return { ...about, error: String(error), answeredAt: Date.now() };
  }
}

function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(deadlineMs);
    const request = open(url, { method: 'POST', headers, signal }, (response) => {
      response.resume();
      response.once('end', () => {
        resolve(response.statusCode ?? 0);
      });
      response.once('error', reject);
    });
    request.once('error', reject);
    request.end(body);
  });
}
