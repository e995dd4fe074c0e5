import type { OperationId } from '../../contract/operations';
import type { RequestPurpose } from '../../exchange/exchange';
import type { RawExchange } from '../../exchange/raw-exchange';
import type { RunEvidence } from '../../run/evidence';
import { labelOfPurpose } from '../../run/scenario-label';
import type { ClientLife } from './client-life';

/** The process of the integrator that is acting. */
export interface ActiveProcess {
  readonly clientInstance: string | undefined;
  /** Title of the journey that the process is on. Several scenarios share one journey. */
  readonly journey?: string | undefined;
  /** `undefined` for a client that the suite neither starts nor ends. */
  readonly life?: ClientLife | undefined;
}

/**
 * Returns the label and the process of evidence about an integrator. The label is that of the purpose (`asked`). Without a
 * purpose, the label is the title of the journey, or else the name of the running scenario.
 */
export function scenarioAndProcess(
  { scenario, loaded = () => [] }: Partial<Pick<RunEvidence, 'scenario' | 'loaded'>>,
  { clientInstance, journey = scenario }: ActiveProcess,
  {
    asked,
    operation,
  }: { readonly asked?: RequestPurpose | undefined; readonly operation?: OperationId | undefined } = {},
): Pick<RawExchange, 'scenario' | 'clientInstance'> {
  const label = asked === undefined ? journey : labelOfPurpose(asked, operation, loaded());
  return {
    ...(label !== undefined && { scenario: label }),
    ...(clientInstance !== undefined && { clientInstance }),
  };
}
