import type { LogText } from './kept-log';
import type { AdapterMethod, MethodParams, MethodResult } from './protocol';

/** The adapter's answer to a call. */
export type CallOutcome<M extends AdapterMethod> =
  | {
      readonly kind: 'result';
      readonly value: MethodResult<M>;
      /** Set if a resumed run reuses the answer that a person gave before the interruption. */
      readonly recalled?: true;
    }
  | Refused
  | { readonly kind: 'not-offered'; readonly message: string };

/** The client refused on purpose (code `rpcErrorCodes.refused`), or tried and failed (any other code). */
export interface Refused {
  readonly kind: 'refused';
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  /** Set if a resumed run reuses the answer that a person gave before the interruption. */
  readonly recalled?: true;
}

/** The connection to an integrator's adapter, independent of the transport. */
export interface AdapterChannel {
  /**
   * Calls a method of the adapter, which makes the client act. Rejects with an `EnvironmentError` if the
   * adapter itself fails: it crashes, hangs, writes junk, or breaks a result's schema. Such a fault is not
   * evidence about the client. Rejects with a plain `Error` if the suite's own params are wrong.
   */
  call<M extends AdapterMethod>(method: M, params: MethodParams<M>): Promise<CallOutcome<M>>;
  /** Returns the first 16 KiB and the last 64 KiB of the adapter's stderr. The text may contain secrets. */
  log(): LogText;
  /**
   * Returns the number of bytes that the adapter has written since its last line end. A channel that does not
   * use lines may omit this method.
   */
  unfinished?(): number;
  /** True if no further call can succeed: the adapter ended, broke the protocol, or was closed. */
  readonly ended: boolean;
  /**
   * Returns whether the adapter's program has ended, or accepts no connection any more. Waits up to a second, because a
   * connection that breaks is noticed before the end of its program; once the program has gone on, later waits are short. A channel that cannot know omits this method.
   */
  isGone?(): Promise<boolean>;
  /**
   * Ends the adapter and rejects pending calls. Rejects with an `EnvironmentError`, after the adapter has
   * ended, if a fault occurred that no call has reported.
   */
  close(): Promise<void>;
}

export interface ChannelOptions {
  /**
   * Maximum duration of one call, in milliseconds. After two timeouts, the channel closes
   * and every later call fails.
   */
  readonly timeoutMs: number;
  /** Removes secrets from the adapter's output before a message quotes the output. */
  readonly redact?: (text: string) => string;
}
