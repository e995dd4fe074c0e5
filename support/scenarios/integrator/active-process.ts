import type { RawExchange } from '../../exchange/raw-exchange';
import type { RunEvidence } from '../../run/evidence';

/** Which process of the integrator is at work. */
export interface ActiveProcess {
  readonly clientInstance: string | undefined;
}

/** To which scenario and process that is put down which the suite records by itself. */
export function scenarioAndProcess(
  { scenario }: Pick<RunEvidence, 'scenario'>,
  { clientInstance }: ActiveProcess,
): Pick<RawExchange, 'scenario' | 'clientInstance'> {
  return {
    ...(scenario !== undefined && { scenario }),
    ...(clientInstance !== undefined && { clientInstance }),
  };
}
