import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SecureContext } from 'node:tls';
import { bridgeIdForPath } from '../../contract/bridge-scope';
import { withCorrelationId } from '../../contract/payer-content';
import { errorReportPath, refusalBodyType } from '../../contract/payer-facts';
import { afterOwnTime } from '../../contract/own-time';
import type { ReadingValues } from '../../contract/readings';
import { verifiedTlsOptions } from '../../contract/verified-tls';
import type { PlainMessage } from '../../crypto/jose/jwe';
import { EnvelopeError, withBodyType } from '../../crypto/jose/jwe';
import type { RequestPurpose } from '../../exchange/exchange';
import { pairRawHeaders } from '../../exchange/raw-exchange';
import type { CallbackStep, PayerCycle } from './cycle';
import type { PayerSeams } from './seams';
import type { TokenIssuer } from '../token-issuer';

export interface Callback {
  readonly correlationId: string;
  /** Path below the provider's base URL, for example `/v1/preauth/on_submit`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The message inside the envelope. `undefined` for a refusal in the clear and for an error report. */
  readonly plain?: PlainMessage;
  /**
   * The purpose of a callback that the suite sends as part of a test; `undefined` if the payer sends the
   * callback by itself.
   */
  readonly asked?: RequestPurpose;
}

export interface CallbackParts {
  readonly tokens: TokenIssuer;
  readonly seams: PayerSeams;
  readonly readings: ReadingValues;
}

/**
 * Builds the payer's callback for a step of a cycle, with a new JWT and new ids. Throws an EnvelopeError if
 * the reading `envelope` is `jwe` but `encryptionKey` is `undefined`.
 */
export async function makeCallback(
  { seams, readings, tokens }: CallbackParts,
  cycle: PayerCycle,
  step: CallbackStep,
  encryptionKey: string | undefined,
): Promise<Callback> {
  if (readings.envelope === 'jwe' && encryptionKey === undefined)
    throw new EnvelopeError('the provider has named no encryption key');
  const correlationId = seams.correlationId(cycle, step);
  const about = { cycle: { ...cycle, correlationId }, now: new Date().toISOString(), readings };
  const bare = { headers: seams.headers(step, cycle), bundle: seams.bundles[step](about) };
  const { http, ...plain } = withCorrelationId(bare, correlationId, readings);
  const wrapped = await seams.wrap(plain, readings.envelope, encryptionKey ?? '');
  const path = seams.path(step, cycle, readings);
  const own = await headersFor({ seams, readings, tokens }, cycle, step, path);
  const headers = { ...wrapped.headers, ...http, ...own };
  const body = JSON.stringify(withBodyType(wrapped.body, readings));
  return { correlationId, path, headers, body, plain };
}

/** Creates the HTTP headers that every callback to a path has: the JWT and, for a bridge-scoped operation, the bridge id. */
async function headersFor(
  { seams, readings, tokens }: CallbackParts,
  cycle: PayerCycle,
  step: CallbackStep,
  path: string,
): Promise<Readonly<Record<string, string>>> {
  const jwt = await seams.authorization(tokens, readings, step);
  const bridgeId = bridgeIdForPath(path, readings, cycle.provider);
  return {
    ...(jwt !== undefined && { [readings['callback-jwt'].header]: jwt }),
    ...(bridgeId !== undefined && seams.bridge(cycle, bridgeId)),
    'Content-Type': 'application/json',
  };
}

const errorCode = 'ERR_INVALID_PAYLOAD';

/** Builds a refusal in the clear (`ProtocolResponse`) of a cycle, on the callback operation of its answer. */
export async function makeRefusal(
  parts: CallbackParts,
  cycle: PayerCycle,
  reason: string,
): Promise<Callback> {
  const { seams, readings } = parts;
  const { correlationId, kind } = cycle;
  const step = kind === 'plan' || kind === 'eligibility' ? kind : 'rejected';
  const bare = { headers: seams.headers(step, cycle), bundle: {} };
  const { http, headers: named } = withCorrelationId(bare, correlationId, readings);
  const path = seams.path(step, cycle, readings);
  const body = JSON.stringify({
    type: refusalBodyType,
    ...named,
    'x-hcx-correlation_id': correlationId,
    'x-hcx-status': 'response.error',
    'x-hcx-error_details': { code: errorCode, message: reason, trace: '' },
  });
  return { correlationId, path, headers: { ...http, ...(await headersFor(parts, cycle, step, path)) }, body };
}

/**
 * Builds an error report on a message of a cycle that could not be delivered. Deployed exchanges do not publish its
 * members; these are named after the members of their receipts.
 */
export async function makeErrorReport(parts: CallbackParts, cycle: PayerCycle): Promise<Callback> {
  const { correlationId } = cycle;
  const error = { code: 'ERR_NOT_DELIVERED', message: 'the message could not be delivered', trace: '' };
  const body = JSON.stringify({ api_call_id: randomUUID(), correlation_id: correlationId, error });
  const headers = await headersFor(parts, cycle, 'rejected', errorReportPath);
  return { correlationId, path: errorReportPath, headers, body };
}

export interface CallbackAttempt extends Omit<Callback, 'path' | 'headers'> {
  readonly url: string;
  /** Headers in the order and spelling in which they are sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Time in milliseconds since the epoch, like `answeredAt`. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** `undefined` if no complete answer arrived. */
  readonly answer?: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: Buffer;
  };
  /** Node's error code, or `TimeoutError`; `undefined` if a complete answer arrived. */
  readonly error?: string;
}

/** The part of an attempt that stays in memory. It is small, because a mock may run for hours. */
export interface CallbackOutcome extends Pick<CallbackAttempt, 'correlationId'> {
  /** HTTP status of the answer; `undefined` if no complete answer arrived. */
  readonly status?: number;
}

const longestWaitMs = 10_000;
const longestAnswer = 64 * 1024;

interface Posting {
  readonly signal: AbortSignal;
  /** TLS context that trusts the CA of the provider's certificate. */
  readonly trusted: SecureContext;
  readonly deadlineMs?: number | undefined;
}

type Answer = NonNullable<CallbackAttempt['answer']>;

/**
 * Posts a callback. Does not follow redirects, and limits the answer's time and size. Never rejects: an error
 * is part of the result.
 */
export async function postCallback(
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
    // Node reports an AbortError both when the mock closes and when the deadline passes. Only a passed
    // deadline counts as a timeout.
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
    const connection = { agent: false, ...verifiedTlsOptions, secureContext } as const;
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
          resolve({ status, headers: pairRawHeaders(rawHeaders), body: Buffer.concat(chunks) });
        });
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}
