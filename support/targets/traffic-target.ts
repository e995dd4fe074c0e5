import { defaultParticipants, embeddedDefaults } from './embedded';
import type { Target } from './target';

/**
 * Empty ids, which match any participant. The suite did not assign ids to the clients in recorded traffic.
 */
const unnamed: Target['participants'] = { provider: '', payer: '' };

/** The target for recorded traffic without a target file: no addresses, default readings, every role. */
export const trafficTarget: Target = {
  ...embeddedDefaults,
  name: 'recorded traffic',
  participants: unnamed,
};

/**
 * Adapts a target for judging traffic. Replaces the default participant ids with empty ones, which match any
 * id. If the target does not name an integrator, the sender of the traffic may play every role.
 */
export function targetForTraffic(target: Target): Target {
  const { provider, payer } = target.participants;
  const participants = {
    provider: provider === defaultParticipants.provider ? unnamed.provider : provider,
    payer: payer === defaultParticipants.payer ? unnamed.payer : payer,
  };
  const judged = { ...target, participants };
  return target.integrator === undefined ? { ...judged, integrator: {}, roles: trafficTarget.roles } : judged;
}
