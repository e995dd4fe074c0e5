import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SecureContext } from 'node:tls';
import { afterOwnTime } from '../../contract/own-time';
import { verified } from '../../contract/verified-tls';
import { pairs } from '../../exchange/raw-exchange';
import type { Callback } from './callback';

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
export interface Posting {
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
