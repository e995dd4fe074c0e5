import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { Exchange } from '../../../exchange/exchange';
import type { Run } from '../../../run/run';
import { flows, goThrough } from '../../payer/flows';
import { providerOf } from './provider';

/** What the flows showed, and what kept some of them from going on. */
export interface ProviderFlows {
  readonly exchanges: readonly Exchange[];
  readonly obstacle?: Error;
}

/**
 * Goes through every row of the table in clause 4.7, all at the same time: a payer that is silent is waited for once.
 * What prevents one row leaves the others; throws it where it prevented all.
 */
export function providerFlows(run: Run): Promise<ProviderFlows> {
  return run.once('provider-flows', async () => {
    const provider = await providerOf(run);
    const all = [...flows.map((flow) => goThrough(provider, flow)), provider.takeNotice()];
    const ended = await Promise.allSettled(all);
    const reasons = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
    const fault = reasons.find((each) => !isObstacle(each));
    const [obstacle] = reasons;
    if (fault !== undefined) throw fault;
    if (obstacle !== undefined && reasons.length === all.length) throw obstacle;
    return {
      exchanges: [...provider.sent, ...provider.side.taken],
      ...(obstacle !== undefined && { obstacle }),
    };
  });
}

function isObstacle(error: Error): boolean {
  return error instanceof EnvironmentError || error instanceof NotTestedError;
}
