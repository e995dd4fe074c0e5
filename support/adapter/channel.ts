import type { LogText } from './kept-log';
import type { Method, Params, Result } from './protocol';

/** How a call ended that the adapter answered. */
export type CallOutcome<M extends Method> =
  | {
      readonly kind: 'result';
      readonly value: Result<M>;
      /** It ended so in a run that was interrupted: this time no call was made. */
      readonly recalled?: true;
    }
  | Refused
  /** The adapter knows no such method. */
  | { readonly kind: 'not-offered'; readonly message: string };

/** The client refused, or tried and failed; which of them, the code tells (`errorCodes`). */
export interface Refused {
  readonly kind: 'refused';
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  /** As above. */
  readonly recalled?: true;
}

/** The way to an integrator's adapter, whatever carries the messages. */
export interface AdapterChannel {
  /**
   * Asks the client to act. Rejects with an `EnvironmentError` for every fault of the adapter (it crashed, hung,
   * wrote junk, gave a result that breaks its schema …), so that a fault is never taken for what the client did;
   * with a plain `Error` for params that the suite should not have sent.
   */
  call<M extends Method>(method: M, params: Params<M>): Promise<CallOutcome<M>>;
  /** The beginning (16 KiB) and the end (64 KiB) of what the adapter wrote to stderr: it may hold secrets. */
  log(): LogText;
  /** Bytes of a line that the adapter began and has not ended; absent where answers are no lines. */
  unfinished?(): number;
  /** Whether no call can succeed any more: the adapter ended, broke the protocol, or was closed. */
  readonly ended: boolean;
  /**
   * Ends the adapter; calls under way reject. Rejects, once the adapter is gone, with an `EnvironmentError` for a
   * fault that came to light after the last call.
   */
  close(): Promise<void>;
}

/** What every kind of channel can be told. */
export interface ChannelOptions {
  /** How long one call may take, in milliseconds. After two calls that took longer the channel is down. */
  readonly timeoutMs: number;
  /** Takes secrets out of what the adapter wrote before it is quoted in a message. */
  readonly redact?: (text: string) => string;
}
