import type { Evidence } from '../../../support/exchange/evidence';
import type { ObligationId, RuleContext } from '../../../support/obligations';

/** The evidence that shows one entry of a home's `absences`. */
export interface AbsenceRow {
  /** A run in which the thing is missing. */
  readonly missing: readonly Evidence[];
  /** The run of `missing` with the thing, which leads to another verdict. */
  readonly present: readonly Evidence[];
  /** Recorded traffic without the thing. Default: `missing`, as a proxy records it. */
  readonly trafficMissing?: readonly Evidence[];
  /** Recorded traffic with the thing. Default: `present`, as a proxy records it. */
  readonly trafficPresent?: readonly Evidence[];
  /** Evidence that contains the thing once and lacks it once, as the mock and recorded traffic see it: never `passed`. */
  readonly mixed?: readonly Evidence[];
  /** Recorded traffic that lacks the thing and shows that it is complete. Set exactly if the entry has `complete`. */
  readonly complete?: readonly Evidence[];
  /** The addresses that the target of `complete` names. */
  readonly bases?: RuleContext['bases'];
}

/** Maps each obligation of an area that concludes something from absence to its entries, and each entry to its row. */
export type AbsenceRows = Readonly<Partial<Record<ObligationId, Readonly<Record<string, AbsenceRow>>>>>;
