import type { Role, Subject } from '../contract/words';
import type { Obligation } from '../obligations';
import type { ObligationResult, Overall, OverallVerdict, Verdict } from './verdict';

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
