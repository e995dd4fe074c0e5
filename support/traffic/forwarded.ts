import type { Failure } from '../exchange/exchange';
import type { TlsMaterial } from '../mock/tls';
import type { Room } from './live/room';
import type { Passed } from './passed';

export interface PassOptions {
  /** Scheme, host and port of the far side. */
  readonly upstream: URL;
  readonly listen: { readonly host: string; readonly port: number };
  /** Serves TLS with this; plain http where absent. */
  readonly tls?: TlsMaterial;
  /** PEM of the authority of the far side, where it is not a public one. */
  readonly ca?: string;
  /** So many connections clients may have open; without bounds where absent. */
  readonly maxConnections?: number;
  /** For what `observe` is told; a request is held back until there is some. Without bounds where absent. */
  readonly room?: Room;
  /** Milliseconds without a byte after which a connection is given up; five minutes by default. */
  readonly idleMs?: number;
  /** Told of what went through, once it is over. */
  readonly observe: (passed: Passed) => void;
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
