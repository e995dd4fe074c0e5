import type { Level, Role, Subject } from '../contract/words';
import type { Text } from '../exchange/text';
import type { Breach } from '../obligations';

export const verdicts = [
  'passed',
  'failed',
  'warning',
  'observed',
  'declared',
  'inconclusive',
  'not-applicable',
  'not-tested',
] as const;

/** What is known of an obligation at the end of a run. */
export type Verdict = (typeof verdicts)[number];

export type ScenarioVerdict = 'passed' | 'failed' | 'inconclusive' | 'not-tested' | 'not-applicable';

/** How one scenario ended. */
export interface ScenarioOutcome {
  readonly name: string;
  /** `features/session/session-answer.feature:12` */
  readonly location: string;
  /** Of the scenario, its rule and its feature, without `@`; some are ids of obligations. */
  readonly tags: readonly string[];
  readonly verdict: ScenarioVerdict;
  /** Why, where no breach tells it. */
  readonly message?: string;
}

/** A breach with the places in its exchanges that show it. */
export interface PlacedBreach extends Omit<Breach, 'places' | 'field'> {
  readonly places: readonly PlaceName[];
}

/** As in `request header timestamp`; `needed`: where it is not there, that tells as much. */
export interface PlaceName {
  readonly at: string;
  readonly needed: boolean;
}

/** One of the parts in which an obligation has to be seen before it can pass. */
export interface FacetRow {
  /** As in `Claim, Approve` or `x25519`. */
  readonly name: string;
  readonly verdict: FacetVerdict;
  /** Why, where it is neither passed nor failed. */
  readonly reason?: Text;
}

export type FacetVerdict = 'passed' | 'failed' | 'inconclusive' | 'not-tested' | 'not-applicable';

/** One row of results.json. */
export interface ObligationResult {
  readonly id: string;
  readonly area: string;
  readonly clause: string;
  /** The words of the document that demand it. */
  readonly quote: string;
  readonly subject: Subject;
  readonly role: string;
  readonly level: Level;
  readonly title: string;
  readonly rule: string;
  /** The places in an exchange that show whether it was kept. */
  readonly places: readonly PlaceName[];
  readonly planned: boolean;
  readonly verdict: Verdict;
  readonly reason?: Text;
  /** Absent where there is but one part. */
  readonly facets?: readonly FacetRow[];
  /** Failures that this one merely follows from: it stays failed. Or those that kept it from being seen: it is not tested. */
  readonly follows?: readonly string[];
  readonly observations: number;
  readonly evidence: readonly number[];
  readonly notes?: readonly Text[];
  /** The first breaches; `broken` tells how many there were. */
  readonly breaches?: readonly PlacedBreach[];
  readonly broken?: number;
  readonly declaredBy?: string;
  readonly scenarios: readonly Omit<ScenarioOutcome, 'tags'>[];
}

export type OverallVerdict = 'conforms' | 'does-not-conform' | 'incomplete';

/** Roles of a subject of which something was seen, and the others. */
export interface Scope {
  readonly assessed: readonly Role[];
  readonly notAssessed: readonly Role[];
  /** Facets that do not concern the target, each behind the id of its obligation; their rows give the reasons. Absent: none. */
  readonly ruledOut?: readonly string[];
}

/** The verdict on one subject, and what it covers. */
export interface Overall {
  readonly verdict: OverallVerdict;
  /** Something was left out: never a certificate. */
  readonly partial: boolean;
  readonly scope: Scope;
}
