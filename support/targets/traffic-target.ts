import { defaultParticipants, embeddedDefaults } from './embedded';
import type { Target } from './target';

/** Whom traffic is about, the suite has told no one: its own ids say nothing, and any may stand there. */
const unnamed: Target['participants'] = { provider: '', payer: '' };

/** The target of traffic that comes without one: addresses unknown, readings by default, every role. */
export const trafficTarget: Target = {
  ...embeddedDefaults,
  name: 'recorded traffic',
  participants: unnamed,
};

/** A target as traffic is judged by it: where it names no integrator, the sender may play every role. */
export function forTraffic(target: Target): Target {
  const { provider, payer } = target.participants;
  const participants = {
    provider: provider === defaultParticipants.provider ? unnamed.provider : provider,
    payer: payer === defaultParticipants.payer ? unnamed.payer : payer,
  };
  const judged = { ...target, participants };
  return target.integrator === undefined ? { ...judged, integrator: {}, roles: trafficTarget.roles } : judged;
}
