import { embeddedTarget } from './embedded';
import type { Target } from './target';

/** The target of traffic that comes without one: addresses unknown, readings by default, every role. */
export const trafficTarget: Target = {
  ...embeddedTarget,
  name: 'recorded traffic',
  roles: ['session', 'identity', 'registry', 'hip', 'hiu', 'provider', 'trigger'],
  declarations: {},
};
