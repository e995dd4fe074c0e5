import { NotApplicableError } from '../../contract/outcome';
import { variantOf } from '../../contract/sent-wrong';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import { judgeBy } from '../../judging/loop';
import type { Obligation } from '../../obligations';
import type { Run } from '../../run/run';
import type { OtpRound } from './otp';
import { otpRound, requireSent } from './otp';

/**
 * The exchanges of an OTP round, those first that show one mistake. Throws NotApplicableError where just this mistake
 * was not sent, or is none for this registry, though others were shown.
 */
export async function otpRow(
  run: Run,
  obligation: Obligation,
  mistake: string,
): Promise<readonly Exchange[]> {
  const round = await otpRound(run);
  requireSent(run, round, obligation);
  const variant = variantOf(mistake, [obligation]);
  const sent = round.exchanges.filter(({ asked }) => asked?.variant === variant);
  if (sent.length === 0 && round.ranOut !== undefined) throw round.ranOut;
  const isRight = sent.some(isAcceptedTwin);
  const bound = isRight ? [] : sent.filter((each) => isBound(each, round)).toReversed();
  if (bound.length === 0 && showsAny(run, obligation, round))
    throw new NotApplicableError(isRight ? `the registry takes it: ${mistake}` : `not sent: ${mistake}`);
  // What is sent once more under the right hash shows it best.
  const first = bound.length > 0 ? bound : sent;
  return [...first, ...round.exchanges.filter((each) => !first.includes(each))];
}

function isAcceptedTwin(exchange: Exchange): boolean {
  return exchange.asked?.part === 'valid' && isAccepted(exchange);
}

/** Whether its valid twin was accepted: without that, a refusal shows nothing. */
function isBound({ asked }: Exchange, { exchanges }: OtpRound): boolean {
  return exchanges.some((each) => each.asked?.round === asked?.round && isAcceptedTwin(each));
}

function showsAny(run: Run, obligation: Obligation, { exchanges }: OtpRound): boolean {
  const conclusion = judgeBy(obligation, exchanges, { readings: run.target.readings });
  return (conclusion?.observations ?? 0) > 0;
}
