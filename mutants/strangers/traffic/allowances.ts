import type { Verdict } from '../../../support/judging/verdict';
import type { ObligationId } from '../../../support/obligations';

type Allowed = Readonly<Partial<Record<ObligationId, readonly Verdict[]>>>;

const forEach = (ids: readonly ObligationId[], verdicts: readonly Verdict[]): Allowed =>
  Object.fromEntries(ids.map((id) => [id, verdicts]));

/** Allows these obligations to pass although the plain recording does not show enough to pass them. */
export const mayPass = (...ids: readonly ObligationId[]): Allowed => forEach(ids, ['passed']);

/** Allows these obligations to end without a verdict, because the recording lacks what they are judged by. */
export const mayLack = (...ids: readonly ObligationId[]): Allowed =>
  forEach(ids, ['inconclusive', 'not-tested']);
