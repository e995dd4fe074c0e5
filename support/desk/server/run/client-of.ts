import type { Target } from '../../../targets/target';
import type { RunTarget } from '../../wire/run';

/** How the client of a target is asked to act. */
export function clientOf({ integrator }: Target): RunTarget['client'] {
  if (integrator === undefined) return undefined;
  if (integrator.manual === true) return 'byHand';
  if (integrator.url !== undefined) return 'overHttp';
  return integrator.command === undefined ? 'own' : 'adapter';
}
