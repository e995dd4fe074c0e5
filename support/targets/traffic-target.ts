import { embeddedDefaults } from './embedded';
import type { Target } from './target';

/** The target of traffic that comes without one: addresses unknown, readings by default, every role. */
export const trafficTarget: Target = {
  ...embeddedDefaults,
  name: 'recorded traffic',
};

/** A target as traffic is judged by it: where it names no integrator, the sender may play every role. */
export function forTraffic(target: Target): Target {
  return target.integrator === undefined ? { ...target, integrator: {}, roles: trafficTarget.roles } : target;
}
