import { NotApplicableError, NotTestedError } from '../../contract/outcome';
import type { Exchange } from '../../exchange/exchange';
import type { Obligation } from '../../obligations';
import type { Run } from '../../run/run';

/** The variant that one of the homes lists under a mistake. Throws where none does. */
export function variantOf(obligations: readonly Obligation[], mistake: string): string {
  for (const { wrong = {} } of obligations)
    for (const [variant, words] of Object.entries(wrong)) if (words === mistake) return variant;
  throw new Error(`No home of this scenario lists: ${mistake}`);
}

/** Why a round went without a mistake: what limits leave out is no gap where another row shows the obligation. */
export function whyUnsent({ target }: Run, round: readonly Exchange[], mistake: string): Error {
  if (target.environment === 'production')
    return new NotApplicableError('the environment is production: nothing wrong is sent there');
  const isShown = round.some(({ asked }) => asked?.part === 'negative');
  return isShown
    ? new NotApplicableError(`limits of the target leave it out: ${mistake}`)
    : new NotTestedError(`left out: ${mistake}`);
}
