import type { Method } from '../../adapter/protocol';
import type { AdapterCall } from '../../exchange/exchange';

/** Who is at work, and at what. */
export interface Doing {
  readonly asked: AskedNow | undefined;
  readonly clientInstance: string | undefined;
}

/** What the suite asked the integrator for last; requests that arrive are put down to it. */
export interface AskedNow extends AdapterCall {
  readonly method: Method;
  /** Fields of a `fields.send`, with whether each was to be encrypted. */
  readonly fields?: readonly { readonly name: string; readonly encrypted: boolean }[];
}
