import type { Method } from '../../adapter/protocol';
import type { ServiceName } from '../../contract/operations';
import type { AdapterCall } from '../../exchange/exchange';
import type { RawExchange } from '../../exchange/recorder';
import type { Run } from '../../run/run';

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

/** To whom, and to what, an exchange is put down that the suite records by itself. */
export function doneBy(
  { scenario }: Run,
  { asked, clientInstance }: Doing,
): Pick<RawExchange, 'scenario' | 'call' | 'clientInstance'> {
  return {
    ...(scenario !== undefined && { scenario }),
    ...(asked !== undefined && { call: { number: asked.number, method: asked.method } }),
    ...(clientInstance !== undefined && { clientInstance }),
  };
}

/** A call that is about to be made; calls count through all processes of a run. */
export function askedNow(run: Run, method: Method, params: unknown): AskedNow {
  const { service, fields } = (params ?? {}) as { service?: ServiceName; fields?: AskedNow['fields'] };
  const about = method === 'otp.verify' ? 'registry' : service;
  return {
    number: run.next('call'),
    method,
    ...(about !== undefined && { service: about }),
    ...(fields !== undefined && { fields: fields.map(({ name, encrypted }) => ({ name, encrypted })) }),
  };
}
