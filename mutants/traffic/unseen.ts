import type { ObligationId } from '../../support/contract/obligations';

/** What a day's traffic does not show of a mutant, since it takes an act or a key of the suite's; by its name. */
export const unseen: Readonly<Record<string, readonly ObligationId[]>> = {};
