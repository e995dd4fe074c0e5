import { NotApplicableError } from '../../contract/outcome';
import type { Exchange } from '../../exchange/exchange';
import type { Obligation } from '../../obligations';
import { isAccepted } from '../../obligations/judge/fates';
import type { Run } from '../../run/run';
import { otpRound, requireSent } from './otp';

/**
 * What was sent of an OTP round to show one mistake: without the twin, where what is a mistake elsewhere is right here.
 * Throws NotApplicableError where just this was not sent, though others like it were.
 */
export async function otpRow(
  run: Run,
  obligation: Obligation,
  mistake: string,
): Promise<readonly Exchange[]> {
  const round = await otpRound(run);
  requireSent(run, round, obligation);
  const isMeant = ({ asked }: Exchange): boolean => obligation.wrong?.[asked?.variant ?? ''] === mistake;
  const sent = round.exchanges.filter(isMeant);
  const wrong = sent.filter((each) => each.asked?.part === 'negative' || !isAccepted(each));
  // What is sent once more under the right hash shows it best.
  if (wrong.length > 0) return [...wrong.toReversed(), ...round.exchanges.filter((each) => !isMeant(each))];
  throw new NotApplicableError(
    sent.length > 0
      ? `the registry takes this: ${mistake}`
      : `the attempts of the target's OTPs do not last for this: ${mistake}`,
  );
}
