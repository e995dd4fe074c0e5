import { NotApplicableError, NotTestedError } from '../../contract/outcome';
import type { Exchange } from '../../exchange/exchange';
import type { Run } from '../../run/run';

/** Why a round went without a mistake: what limits leave out is no gap where another row shows the obligation. */
export function whyUnsent({ target }: Run, round: readonly Exchange[], mistake: string): Error {
  if (target.environment === 'production')
    return new NotApplicableError('the environment is production: nothing wrong is sent there');
  const isShown = round.some(({ asked }) => asked?.part === 'negative');
  return isShown
    ? new NotApplicableError(`limits of the target leave it out: ${mistake}`)
    : new NotTestedError(`left out: ${mistake}`);
}
