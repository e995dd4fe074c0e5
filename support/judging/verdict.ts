import type { Level, Role, Subject } from '../contract/words';
import type { ReportText } from '../exchange/text';
import type { Breach, Obligation } from '../obligations';
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
  /** The reason for the verdict, unless a breach already explains it. */
  readonly message?: string;
}

/** A breach with the places in its exchanges that show it. */
export interface PlacedBreach extends Omit<Breach, 'places' | 'field'> {
  readonly places: readonly EvidencePlace[];
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
  readonly reason?: ReportText;
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
  readonly reason?: ReportText;
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
  readonly declaredBy?: string;
  readonly scenarios: readonly Omit<ScenarioOutcome, 'tags'>[];
}

export type OverallVerdict = 'conforms' | 'does-not-conform' | 'incomplete';

/** The roles of a subject for which the run has evidence, and its other roles. */
interface Scope {
  readonly assessed: readonly Role[];
  readonly notAssessed: readonly Role[];
  /**
   * Facets that do not apply to the target, as `id: facet` with the id of the obligation. The row of the
   * facet contains the reason. `undefined` if every facet applies.
   */
  readonly ruledOut?: readonly string[];
}

/** The verdict on one subject, with the roles that it covers. */
export interface OverallResult {
  readonly verdict: OverallVerdict;
  /** Something was left out of the run, so the verdict is not a certificate. */
  readonly partial: boolean;
  readonly scope: Scope;
}

/** Whether an obligation affects the overall verdict. Warnings never do. */
export function isDecisive({ planned, level, verdict }: ObligationResult): boolean {
  return planned && level === 'must' && verdict !== 'not-applicable' && verdict !== 'warning';
}

/**
 * Returns the verdict on one subject: it conforms if every applicable `must` of the plan is passed or
 * declared.
 */
export function overallVerdict(subject: Subject, results: readonly ObligationResult[]): OverallVerdict {
  const musts = results.filter((row) => row.subject === subject && isDecisive(row));
  if (musts.some(({ verdict }) => verdict === 'failed')) return 'does-not-conform';
  // Without any applicable `must` in the plan, there is no evidence that the subject conforms.
  const settled =
    musts.length > 0 && musts.every(({ verdict }) => verdict === 'passed' || verdict === 'declared');
  return settled ? 'conforms' : 'incomplete';
}

const unseen: readonly Verdict[] = ['not-applicable', 'not-tested', 'declared'];

/**
 * Returns the roles of a subject with evidence, and those without. An obligation of several roles counts only
 * for roles that the subject plays. It does not count if obligations of a single role already show one of
 * these roles.
 */
export function scopeOfSubject(
  subject: Subject,
  obligations: readonly Obligation[],
  results: readonly ObligationResult[],
  plays: (role: Role) => boolean,
): OverallResult['scope'] {
  const ofSubject = obligations.filter((each) => each.subject === subject);
  const all = [...new Set(ofSubject.flatMap(({ roles }) => roles))];
  const seen = new Set(results.filter((row) => row.planned && isSeen(row)).map(({ id }) => id));
  const bound = ofSubject
    .filter(({ id }) => seen.has(id))
    .map(({ roles }) => (roles.length === 1 ? roles : roles.filter(plays)));
  const assessed = assessedBy(bound);
  const ruledOut = results.flatMap((row) => ruledOutOf(row, subject));
  return {
    assessed: all.filter((role) => assessed.has(role)),
    notAssessed: all.filter((role) => !assessed.has(role)),
    ...(ruledOut.length > 0 && { ruledOut }),
  };
}

/**
 * Returns the roles with evidence.
 * @param bound the roles of each obligation with evidence
 */
function assessedBy(bound: readonly (readonly Role[])[]): ReadonlySet<Role> {
  const own = new Set(bound.filter(({ length }) => length === 1).flat());
  const shared = bound.filter((roles) => !roles.some((role) => own.has(role))).flat();
  return new Set([...own, ...shared]);
}

/** Whether there was evidence about an obligation. With `inconclusive`, at least one observation is required. */
function isSeen({ verdict, observations }: ObligationResult): boolean {
  return verdict === 'inconclusive' ? observations > 0 : !unseen.includes(verdict);
}

/**
 * Returns the facets of a row that do not apply to the target, as `id: facet`. Empty for rows of another
 * subject.
 */
function ruledOutOf({ id, facets = [], ...row }: ObligationResult, subject: Subject): string[] {
  if (row.subject !== subject) return [];
  return facets.filter(({ verdict }) => verdict === 'not-applicable').map(({ name }) => `${id}: ${name}`);
}
