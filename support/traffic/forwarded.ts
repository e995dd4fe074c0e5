import type { Failure } from '../exchange/exchange';
import { recordedBodyLimit } from '../exchange/recorder';
import type { TlsMaterial } from '../mock/tls';

/** Header fields in the order and spelling of the wire. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** What went through, once it is over. */
export interface Forwarded {
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: Pairs;
  /** Up to the recorded limit. */
  readonly body: Buffer;
  readonly bytes: number;
  /** The client went away before its request was whole. */
  readonly broken: boolean;
  readonly answer?: {
    readonly status: number;
    readonly headers: Pairs;
    readonly body: Buffer;
    readonly bytes: number;
  };
  readonly failure?: Failure;
  /** Why nothing of the request could be read. */
  readonly unreadable?: string;
}

export interface PassOptions {
  /** Scheme, host and port of the far side. */
  readonly upstream: URL;
  readonly listen: { readonly host: string; readonly port: number };
  /** Serves TLS with this; plain http where absent. */
  readonly tls?: TlsMaterial;
  /** PEM of the authority of the far side, where it is not a public one. */
  readonly ca?: string;
  readonly observe: (forwarded: Forwarded) => void;
}

/** A body as it passes: its beginning is kept. */
export class Tee {
  readonly #chunks: Buffer[] = [];
  bytes = 0;

  add(chunk: Buffer): void {
    const room = recordedBodyLimit - this.bytes;
    if (room > 0) this.#chunks.push(chunk.subarray(0, room));
    this.bytes += chunk.length;
  }

  get kept(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

/** Why the far side gave no answer. */
export function failureOf({ code = 'unknown', message }: NodeJS.ErrnoException): Failure {
  if (unreachable.includes(code)) return { kind: 'unreachable', code, message };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return { kind: 'tls', code, message };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', code, message };
  return code.startsWith('HPE_') ? { kind: 'malformed', code, message } : { kind: 'reset', code, message };
}
