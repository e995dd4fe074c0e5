import { defaultParticipants, embeddedDefaults } from './embedded';
import type { Target } from './target';

/** Empty ids match any participant, because the suite did not give recorded clients their ids. */
const unnamed: Target['participants'] = { provider: '', payer: '' };

/** The target of recorded traffic without a target file: no addresses, default readings, every role. */
export const trafficTarget: Target = {
  ...embeddedDefaults,
  name: 'recorded traffic',
  participants: unnamed,
};

/**
 * Adapts a target for judging traffic. Default participant ids become empty, so that any id is accepted.
 * Without an integrator in the target, the sender may play every role.
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
