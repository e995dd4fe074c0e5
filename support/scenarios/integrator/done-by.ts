import type { RawExchange } from '../../exchange/recorder';
import type { Run } from '../../run/run';

/** Which process of the integrator is at work. */
export interface Doing {
  readonly clientInstance: string | undefined;
}

/** To which scenario and process that is put down which the suite records by itself. */
export function doneBy(
  { scenario }: Pick<Run, 'scenario'>,
  { clientInstance }: Doing,
): Pick<RawExchange, 'scenario' | 'clientInstance'> {
  return {
    ...(scenario !== undefined && { scenario }),
    ...(clientInstance !== undefined && { clientInstance }),
  };
}
