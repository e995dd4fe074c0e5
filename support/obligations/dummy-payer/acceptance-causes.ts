import type { Exchange } from '../../exchange/exchange';
import { cycleIdOf } from '../cycles/messages';
import { fateCauses } from '../judge/fates';

const likely = {
  refused:
    'the dummy payer has nothing at that path, does not know the cycle, or reads the words in another spelling',
  refusedNotice: 'the dummy payer has nothing at that path, or does not know the provider of the notice',
  lost:
    'the trigger is answered before it is looked at, and then lost; or the payer has another callback address for ' +
    'participants.provider than callback.publicUrl',
  noId: 'the callback that came has no correlation id that can be read',
  otherId: 'the callback that came carries the correlation id of another cycle, or of none',
  otherPath: 'the callback goes to another path than the document has for what was triggered',
} as const;

export const acceptanceCauses: readonly string[] = [...fateCauses, ...Object.values(likely)];

const isNotice = ({ operation }: Exchange): boolean => operation === 'paymentNotice.init';

export const causeOfRefusal = (trigger: Exchange): string =>
  isNotice(trigger) ? likely.refusedNotice : likely.refused;

/** Why nothing came of a trigger that was accepted, by a callback that may have been meant for it. */
export function causeOfSilence(trigger: Exchange, stray: Exchange | undefined): string {
  if (stray === undefined) return likely.lost;
  if (isNotice(trigger)) return likely.otherPath;
  const id = stray.facts.payer?.correlationId;
  if (id === undefined) return likely.noId;
  return id === cycleIdOf(trigger) ? likely.otherPath : likely.otherId;
}
