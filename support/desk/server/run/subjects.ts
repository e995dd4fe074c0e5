import type { Subject } from '../../../contract/words';
import type { Target } from '../../../targets/target';
import type { RunTarget } from '../../wire/run';

/** How the client of a target is asked to act. */
export function clientOf({ integrator }: Target): RunTarget['client'] {
  if (integrator === undefined) return undefined;
  if (integrator.manual === true) return 'byHand';
  if (integrator.url !== undefined) return 'overHttp';
  return integrator.command === undefined ? 'own' : 'adapter';
}

/** What a target is about. The mock is on trial where nothing else is: a client of someone's own is tried on it alone. */
export function subjectsOf(target: Target): readonly Subject[] {
  const client = clientOf(target);
  if (client === undefined) return ['service'];
  const isOnMock = Object.keys(target.services).length === 0;
  return isOnMock && client !== 'own' ? ['integrator'] : ['service', 'integrator'];
}
