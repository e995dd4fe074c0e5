import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SecureContext } from 'node:tls';
import { bridgeIdAt } from '../../contract/bridge-scope';
import { correlationIdFor } from '../../contract/payer-content';
import { afterOwnTime } from '../../contract/own-time';
import type { ReadingValues } from '../../contract/readings';
import { verified } from '../../contract/verified-tls';
import type { PlainMessage } from '../../crypto/jose/jwe';
import { EnvelopeError } from '../../crypto/jose/jwe';
import type { Asked } from '../../exchange/exchange';
import { pairs } from '../../exchange/raw-exchange';
import type { CallbackStep, PayerCycle } from './cycle';
import type { PayerSeams } from './seams';
import type { TokenIssuer } from '../token-issuer';

/** A callback to be sent, whatever it says and whichever provider it is for. */
export interface Callback {
  readonly correlationId: string;
  /** As in `/v1/preauth/on_submit`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What stands inside the envelope; absent where it is none that the payer would write. */
  readonly plain?: PlainMessage;
  /** What the suite has in mind, where it sends one by itself. */
  readonly asked?: Asked;
}

/** What callbacks are made with. */
export interface CallbackParts {
  readonly tokens: TokenIssuer;
  readonly seams: PayerSeams;
  readonly readings: ReadingValues;
}

/** What the payer sends in a cycle, with a JWT and ids of its own. Throws an EnvelopeError where a key is wanting. */
export async function makeCallback(
  { seams, readings, tokens }: CallbackParts,
  cycle: PayerCycle,
  step: CallbackStep,
  encryptionKey: string | undefined,
): Promise<Callback> {
  if (readings.envelope === 'jwe' && encryptionKey === undefined)
    throw new EnvelopeError('the provider has named no encryption key');
  const correlationId = seams.correlationId(cycle, step);
  const id = correlationIdFor(correlationId, readings);
  const { decision } = readings;
  const about = { cycle: { ...cycle, correlationId }, now: new Date().toISOString(), decision };
  const plain = {
    headers: { ...seams.headers(step, cycle), ...id.headers },
    bundle: { ...seams.bundles[step](about), ...id.bundle },
  };
  const wrapped = await seams.wrap(plain, readings.envelope, encryptionKey ?? '');
  const jwt = await seams.authorization(tokens, readings, step);
  const path = seams.path(step, cycle, readings);
  const bridgeId = bridgeIdAt(path, readings, cycle.provider);
  const headers = {
    ...wrapped.headers,
    ...id.http,
    ...(jwt !== undefined && { [readings['callback-jwt'].header]: jwt }),
    ...(bridgeId !== undefined && seams.bridge(cycle, bridgeId)),
    'Content-Type': 'application/json',
  };
  return { correlationId, path, headers, body: JSON.stringify(wrapped.body), plain };
}

/** A callback on its way to the provider, and what became of it. */
export interface CallbackAttempt extends Omit<Callback, 'path' | 'headers'> {
  readonly url: string;
  /** In the order and spelling of the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Absent where no whole answer came. */
  readonly answer?: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: Buffer;
  };
  /** The platform's code, where no whole answer came. */
  readonly error?: string;
}

/** What is kept of an attempt: a mock may serve for hours. */
export interface Attempted extends Pick<CallbackAttempt, 'correlationId'> {
  /** Absent where no whole answer came. */
  readonly status?: number;
}

/** How long an answer is awaited. */
const longestWaitMs = 10_000;
const longestAnswer = 64 * 1024;

/** How a callback is posted. */
interface Posting {
  /** Ends the attempt before its time. */
  readonly signal: AbortSignal;
  /** The authorities that the provider's certificate may lead to. */
  readonly trusted: SecureContext;
  readonly deadlineMs?: number | undefined;
}

type Answer = NonNullable<CallbackAttempt['answer']>;

/** Posts a callback: no redirect is followed, no answer awaited for ever, none read without end. Never rejects. */
export async function post(
  callback: Omit<CallbackAttempt, 'sentAt' | 'answeredAt' | 'answer' | 'error'>,
  { signal: closing, trusted, deadlineMs = longestWaitMs }: Posting,
): Promise<CallbackAttempt> {
  const sentAt = Date.now();
  const late = new AbortController();
  const end = afterOwnTime(deadlineMs, () => {
    late.abort();
  });
  try {
    const answer = await send(callback, AbortSignal.any([closing, late.signal]), trusted);
    return { ...callback, sentAt, answeredAt: Date.now(), answer };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    // Whatever ends a request by a signal is an AbortError to node.
    const isLate = late.signal.aborted && name === 'AbortError';
    return { ...callback, sentAt, answeredAt: Date.now(), error: isLate ? 'TimeoutError' : (code ?? name) };
  } finally {
    end();
  }
}

function send(
  { url, headers, body }: Pick<CallbackAttempt, 'url' | 'headers' | 'body'>,
  signal: AbortSignal,
  secureContext: SecureContext,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const connection = { agent: false, ...verified, secureContext } as const;
    const request = open(
      url,
      { method: 'POST', headers: Object.fromEntries(headers), signal, ...connection },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > longestAnswer)
            response.destroy(Object.assign(new Error('too large'), { code: 'ERR_TOO_LARGE' }));
          else chunks.push(chunk);
        });
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode: status = 0, rawHeaders } = response;
          resolve({ status, headers: pairs(rawHeaders), body: Buffer.concat(chunks) });
        });
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}
