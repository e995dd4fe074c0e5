import type { Failure } from '../exchange/exchange';
import { headerValue } from '../exchange/exchange';
import type { PassingBody, WireAnswer, WireRecord } from '../exchange/raw-exchange';
import { decodedBody } from '../exchange/content-coding';
import type { TlsMaterial } from '../mock/tls';
import type { Connections } from './connections';

export interface PassOptions {
  /** Scheme, host and port of the far side. */
  readonly upstream: URL;
  readonly listen: { readonly host: string; readonly port: number };
  /** Serves TLS with this; plain http where absent. */
  readonly tls?: TlsMaterial;
  /** PEM of the authority of the far side, where it is not a public one. */
  readonly ca?: string;
  /** Bounds what clients hold open; without bounds where absent. */
  readonly connections?: Connections;
  /** Milliseconds without a byte after which a connection is given up; five minutes by default. */
  readonly idleMs?: number;
  /** Told of what went through, once it is over; its address is the target as it was sent. */
  readonly observe: (forwarded: WireRecord) => void;
}

type Content = Pick<WireAnswer, 'headers' | 'body' | 'bytes' | 'compressed'>;

/** Headers and body as they are recorded: the body as it is read, where its coding is one that is known and whole. */
export function contentOf(headers: WireAnswer['headers'], { kept, bytes }: PassingBody): Content {
  const coding = headerValue(headers, 'content-encoding');
  return { headers, ...decodedBody(kept, coding), ...(bytes > kept.length && { bytes }) };
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

/** Why the far side gave no answer that could be passed on. */
export function failureOf({ code = 'unknown', message }: NodeJS.ErrnoException): Failure {
  if (unreachable.includes(code)) return { kind: 'unreachable', code, message };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', code, message };
  if (/^(HPE_|ERR_HTTP_|ERR_INVALID_|ERR_UNESCAPED_)/.test(code)) return { kind: 'malformed', code, message };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return { kind: 'tls', code, message };
  return { kind: 'reset', code, message };
}

export const hungUp: Failure = {
  kind: 'reset',
  code: 'ECONNRESET',
  message: 'one side hung up before the answer was whole',
};
