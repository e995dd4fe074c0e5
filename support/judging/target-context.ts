import { constants } from '../contract/constants';
import type { RuleContext } from '../obligations';
import type { Target } from '../targets/target';

/** What rules may know of a target. */
export function targetContext(
  target: Pick<Target, 'environment' | 'cmId' | 'readings' | 'processes' | 'participants'>,
): RuleContext {
  // Clause 5.2 names the sandbox's value itself; only production has a suffix of its own, which the target may not name.
  const { sandboxCmId } = constants;
  const production = target.cmId === sandboxCmId ? '' : target.cmId;
  const cmId = target.environment === 'production' ? production : sandboxCmId;
  const { readings, processes } = target;
  const { provider, payer } = target.participants;
  const participants = { ...(provider !== '' && { provider }), ...(payer !== '' && { payer }) };
  return { readings, cmId, processes, participants };
}
