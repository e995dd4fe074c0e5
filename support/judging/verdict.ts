import type { Level, Role, Subject } from '../contract/words';
import type { Text } from '../exchange/text';
import type { Breach, Obligation } from '../obligations';
import type { Place } from '../obligations/judge/home';

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
  readonly places: readonly Place[];
}

/** One of the parts in which an obligation has to be seen before it can pass. */
export interface FacetRow {
  /** As in `Claim, Approve` or `x25519`. */
  readonly name: string;
  readonly verdict: FacetVerdict;
  /** Why, where it is neither passed nor failed. */
  readonly reason?: Text;
}

type FacetVerdict = 'passed' | 'failed' | 'inconclusive' | 'not-tested' | 'not-applicable';

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
  readonly places: readonly Place[];
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
interface Scope {
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

/** Whether an obligation bears on the overall verdict: a warning never does. */
export function isDecisive({ planned, level, verdict }: ObligationResult): boolean {
  return planned && level === 'must' && verdict !== 'not-applicable' && verdict !== 'warning';
}

/** The verdict on one subject: it conforms once every applicable `must` of the plan is passed or declared. */
export function overallVerdict(subject: Subject, results: readonly ObligationResult[]): OverallVerdict {
  const musts = results.filter((row) => row.subject === subject && isDecisive(row));
  if (musts.some(({ verdict }) => verdict === 'failed')) return 'does-not-conform';
  // A plan without a single applicable `must` shows nothing: it never conforms.
  const settled =
    musts.length > 0 && musts.every(({ verdict }) => verdict === 'passed' || verdict === 'declared');
  return settled ? 'conforms' : 'incomplete';
}

const unseen: readonly Verdict[] = ['not-applicable', 'not-tested', 'declared'];

/**
 * The roles of a subject of which something was seen, and those of which nothing was. An obligation that binds either of
 * two roles shows the one that was seen by obligations of its own, and never one that the subject does not play.
 */
export function scopeOf(
  subject: Subject,
  obligations: readonly Obligation[],
  results: readonly ObligationResult[],
  plays: (role: Role) => boolean,
): Overall['scope'] {
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

/** By the roles that each obligation binds of which something was seen. */
function assessedBy(bound: readonly (readonly Role[])[]): ReadonlySet<Role> {
  const own = new Set(bound.filter(({ length }) => length === 1).flat());
  const shared = bound.filter((roles) => !roles.some((role) => own.has(role))).flat();
  return new Set([...own, ...shared]);
}

/** What could not be judged at all has shown nothing. */
function isSeen({ verdict, observations }: ObligationResult): boolean {
  return verdict === 'inconclusive' ? observations > 0 : !unseen.includes(verdict);
}

/** The facets of a row that do not concern the target. */
function ruledOutOf({ id, facets = [], ...row }: ObligationResult, subject: Subject): string[] {
  if (row.subject !== subject) return [];
  return facets.filter(({ verdict }) => verdict === 'not-applicable').map(({ name }) => `${id}: ${name}`);
}
