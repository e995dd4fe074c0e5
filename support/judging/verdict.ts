import type { ReadingId } from '../contract/readings';
import type { ReasonKind, ReasonTopic } from '../contract/reasons';
import type { Level, Subject } from '../contract/words';
import type { VerdictReason } from '../exchange/reason';
import type { ReportText } from '../exchange/text';
import type { Breach } from '../obligations';
import type { EvidencePlace } from '../obligations/judge/home';

export const allVerdicts = [
  'passed',
  'failed',
  'warning',
  'observed',
  'declared',
  'inconclusive',
  'not-applicable',
  'not-tested',
] as const;

/** The result for one obligation at the end of a run. */
export type Verdict = (typeof allVerdicts)[number];

export type ScenarioVerdict = 'passed' | 'failed' | 'inconclusive' | 'not-tested' | 'not-applicable';

export interface ScenarioOutcome {
  readonly name: string;
  /** The file and line of the scenario, such as `features/session/session-answer.feature:12`. */
  readonly location: string;
  /** Tags of the scenario, its rule and its feature, without `@`. Some are ids of obligations. */
  readonly tags: readonly string[];
  readonly verdict: ScenarioVerdict;
  /** The kind of the reason, if the scenario is `not-tested` or `inconclusive`. */
  readonly kind?: ReasonKind;
  /** The setting that left the scenario out; `undefined` if nothing did. */
  readonly by?: string;
  /** The scenario needs a method or a reading that the target may leave out. */
  readonly optional?: true;
  /** The topic of the reason, if code looks for it. */
  readonly topic?: ReasonTopic;
  /** The scenario does not show its obligations, but other scenarios do. It is then ignored. */
  readonly elsewhere?: true;
  /** The reason for the verdict, unless a breach already explains it. */
  readonly message?: string;
  /** A fault of the suite itself made the scenario inconclusive. */
  readonly bySuite?: true;
  /** The result of the steps, if the judge found otherwise or found a breach; `undefined` if nothing was compared. */
  readonly steps?: StepsResult;
}

/** The result of the Then steps of a scenario, which compare their words with the evidence, and never judge it. */
export interface StepsResult {
  /**
   * `differ`: a step observed something other than its words. `hold`: every step compared, and none differed, although
   * the judge found a breach in the evidence that they compared. `broke-down`: a step crashed beside a breach.
   * `nothing-compared`: an earlier step found no evidence, so no Then step had anything to compare with.
   */
  readonly kind: 'differ' | 'hold' | 'broke-down' | 'nothing-compared';
  /** The message of the step; for `hold`, a sentence. */
  readonly text: string;
}

export const disagreementKinds = ['step-differs', 'step-broke-down', 'step-silent'] as const;

/** The result of the steps and the result of the judge of an obligation, if they disagree about the same evidence. */
export interface Disagreement {
  /**
   * `step-differs`: a step observed something other than its words, and the judge found no breach. `step-broke-down`: a
   * step crashed, and the judge found a breach. Both are faults of the suite. `step-silent`: the judge found a breach,
   * and no step noticed it. This is not a fault: the words of a scenario cover less than its judge.
   */
  readonly kind: (typeof disagreementKinds)[number];
  /** The scenario, as in `The access token (features/session/session-answer.feature:12)`. */
  readonly scenario: string;
  readonly step: string;
  readonly judge: ReportText;
}

/** The likely cause of a breach. */
interface BreachCause {
  /** A stable id, to compare the causes of different runs; `undefined` if the cause does not have one. */
  readonly id?: string;
  readonly text: ReportText;
}

/** A breach with the places in its exchanges that show it. */
export interface PlacedBreach extends Omit<Breach, 'places' | 'field' | 'cause'> {
  readonly places: readonly EvidencePlace[];
  readonly cause: BreachCause;
}

/**
 * The verdict on a facet, which is a part of an obligation, such as one operation. To pass, an obligation
 * needs evidence of each applicable facet, unless the suite left the facet out.
 */
export interface FacetRow {
  /** The name of the facet, such as `Claim, Approve` or `x25519`. */
  readonly name: string;
  readonly verdict: FacetVerdict;
  /** The reason for the verdict; `undefined` for `passed` and `failed`. */
  readonly reason?: VerdictReason;
}

/** A field profile and its departures, which explain all breaches of an obligation. */
export interface AsDeployed {
  /** The name of the profile, as in `claims-exchange-2026-09`. */
  readonly profile: string;
  /** The departures that the breaches show. */
  readonly departures: readonly ReadingId[];
}

type FacetVerdict = 'passed' | 'failed' | 'inconclusive' | 'not-tested' | 'not-applicable';

/** The result for one obligation: a row of results.json. */
export interface ObligationResult {
  readonly id: string;
  readonly area: string;
  readonly clause: string;
  /** The words of the document that state the obligation. */
  readonly quote: string;
  readonly subject: Subject;
  readonly role: string;
  readonly level: Level;
  readonly title: string;
  readonly rule: string;
  /** The places in an exchange that show whether the subject kept the obligation. */
  readonly places: readonly EvidencePlace[];
  readonly planned: boolean;
  readonly verdict: Verdict;
  readonly reason?: VerdictReason;
  /** The verdict on each facet; `undefined` for an obligation without facets, or one that was not checked. */
  readonly facets?: readonly FacetRow[];
  /**
   * Ids of the failures behind this verdict. A `failed` obligation is only a consequence of them. A
   * `not-tested` obligation could not be observed because of them.
   */
  readonly follows?: readonly string[];
  readonly observations: number;
  readonly evidence: readonly number[];
  readonly notes?: readonly ReportText[];
  /** The first breaches; `broken` is the number of all breaches. */
  readonly breaches?: readonly PlacedBreach[];
  readonly broken?: number;
  /**
   * The field profile that settles the failure for the exit code. The verdict remains. `undefined` if a breach shows
   * anything else than departures of the profile, or if the name of the profile is void.
   */
  readonly asDeployed?: AsDeployed;
  readonly declaredBy?: string;
  /** Both sides, if the steps and the judge disagree. The verdict is `inconclusive`, or the judge's. */
  readonly disagreement?: Disagreement;
  readonly scenarios: readonly Omit<ScenarioOutcome, 'tags'>[];
}

/**
 * Whether an obligation affects the overall verdict. Warnings never do, and neither do obligations that the target
 * may leave unseen.
 */
export function isDecisive({ planned, level, verdict, reason }: ObligationResult): boolean {
  if (!planned || level !== 'must' || verdict === 'not-applicable' || verdict === 'warning') return false;
  return verdict !== 'not-tested' || !isOptional(reason);
}

/**
 * Whether a reason is one that a target may leave as it is: it lacks a method that no role of the target requires,
 * or a reading that may stay unset.
 */
export function isOptional(reason: VerdictReason | undefined): boolean {
  return reason?.optional === true && (reason.kind === 'not-offered' || reason.kind === 'not-configured');
}

/**
 * Returns the reason that decides the verdict if the judge could judge nothing: the first that the target may not leave as
 * it is, else the first. Returns `undefined` without reasons.
 */
export const decisiveReason = <Of extends VerdictReason>(reasons: readonly Of[]): Of | undefined =>
  reasons.find((each) => !isOptional(each)) ?? reasons[0];

/**
 * Whether an obligation can pass without a facet or a scenario that has this reason: a setting left it out, or the
 * target may leave it unseen. The scope of the overall verdict lists it.
 */
export const isExcused = (reason: VerdictReason | undefined): boolean =>
  reason?.kind === 'left-out' || isOptional(reason);
