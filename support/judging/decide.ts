import type { ClientName } from '../exchange/exchange';
import type { ReportText } from '../exchange/text';
import { joinTexts, linkToExchange, toPlainText, reportText } from '../exchange/text';
import { oneOfEachCause } from './explain';
import { irregularly } from './regularity';
import type { FacetRow, ObligationResult, PlacedBreach, ScenarioOutcome, Verdict } from './verdict';
import type { Breach, Conclusion, Obligation } from '../obligations';
import type { Facet } from '../obligations/judge/home';
import type { SeenFacet } from '../obligations/judge/judge';
import type { Declaration } from '../targets/target';

/** This phrase in a reason means that nothing showed the obligation or the facet. */
export const notExercised = 'not exercised';

/**
 * Returns the verdict on each facet.
 * @param facets the facets that apply to the target, in their order; `undefined` if they cannot be determined
 * before the run. Then the observed facets count as all facets
 */
export function facetRows(
  facets: readonly Facet[] | undefined,
  conclusion: Pick<Conclusion, 'facets'> = {},
): FacetRow[] {
  const { facets: seen = [] } = conclusion;
  return (facets ?? seen).map((facet) =>
    rowOf(
      facet,
      seen.find(({ name }) => name === facet.name),
    ),
  );
}

function rowOf({ name, ruledOut, leftOut }: Facet, seen: SeenFacet | undefined): FacetRow {
  if (seen !== undefined && seen.broken > 0) return { name, verdict: 'failed' };
  if (seen !== undefined && seen.kept > 0) return { name, verdict: 'passed' };
  if (ruledOut !== undefined) return { name, verdict: 'not-applicable', reason: ruledOut };
  if (seen?.unjudged !== undefined) return { name, verdict: 'inconclusive', reason: seen.unjudged };
  return { name, verdict: 'not-tested', reason: leftOut ?? notExercised };
}

/**
 * Whether the suite deliberately left out a facet. This makes the run partial, but it is not a gap in the
 * evidence.
 */
export const isLeftOutFacet = ({ verdict, reason }: FacetRow): boolean =>
  verdict === 'not-tested' && reason !== notExercised;

/**
 * Returns the verdict on an obligation that was never broken, but has facets without evidence; `undefined` if
 * all facets have evidence.
 *
 * @param ofClient the client that showed most of the facets, if several clients were judged together
 */
export function missingFacets(
  rows: readonly FacetRow[],
  ofClient?: ClientName,
): { readonly verdict: 'inconclusive' | 'not-tested'; readonly reason: ReportText } | undefined {
  for (const verdict of ['inconclusive', 'not-tested'] as const) {
    const missing = rows.filter((row) => row.verdict === verdict && !isLeftOutFacet(row));
    if (missing.length === 0) continue;
    const parts = missing.map(({ name, reason = '' }) => reportText`${name} (${reason})`);
    const what = ofClient === undefined ? 'not seen' : `no client showed all; not seen of ${ofClient.label}`;
    return { verdict, reason: reportText`${what}: ${joinTexts(parts, '; ')}` };
  }
  return undefined;
}

/** Everything that decides the verdict on one obligation. */
export interface Case {
  readonly obligation: Obligation;
  /** The reason why the obligation is not in the plan; `undefined` if it is. */
  readonly unplanned?: string | undefined;
  readonly notApplicable?: string | undefined;
  /** The reason why the recording cannot show the obligation; `undefined` if it can. */
  readonly notKept?: string | undefined;
  readonly conclusion?: Conclusion | undefined;
  /**
   * The facets that need evidence before the obligation can pass; `undefined` if only the observed facets
   * count.
   */
  readonly facets?: readonly Facet[] | undefined;
  readonly scenarios: readonly ScenarioOutcome[];
  /** The declaration in the target file that the subject keeps the obligation, if there is one. */
  readonly declaration?: Declaration | undefined;
  /**
   * Ids of the obligations that this obligation needs and that the subject broke. Because of these failures,
   * evidence of this obligation may be missing.
   */
  readonly brokenNeeds?: readonly string[] | undefined;
}

interface Decision {
  readonly verdict: Verdict;
  readonly reason?: ReportText;
  /** Ids of the failed obligations that explain the missing evidence. */
  readonly follows?: readonly string[];
}

/** Decides the verdict on an obligation from its rule's conclusion and the outcomes of its scenarios. */
export function decideObligation(about: Case): ObligationResult {
  const { obligation, conclusion } = about;
  const facets = facetRows(about.facets, conclusion);
  const { verdict, reason, follows } = unlessPrevented(decideVerdict(about, facets), about);
  const { breaches = [], breachCount = 0, notes = [] } = conclusion ?? {};
  return {
    id: obligation.id,
    area: obligation.area,
    clause: obligation.clauses.join(', '),
    quote: obligation.quote,
    subject: obligation.subject,
    role: obligation.roles.join(' or '),
    level: obligation.level,
    title: obligation.title,
    rule: obligation.rule,
    places: obligation.tells ?? [],
    planned: about.unplanned === undefined,
    verdict,
    ...(reason !== undefined && { reason }),
    ...(facets.length > 0 && isExercised(about) && { facets }),
    ...(follows && { follows }),
    observations: conclusion?.observations ?? 0,
    evidence: conclusion?.evidence ?? [],
    ...(notes.length > 0 && { notes }),
    ...(breachCount > 0 && {
      breaches: oneOfEachFirst(breaches).map((each) => placed(each, obligation)),
      broken: breachCount,
    }),
    ...(verdict === 'declared' && about.declaration && { declaredBy: declaredBy(about.declaration) }),
    scenarios: about.scenarios.map((each) => told(each, breachCount)),
  };
}

/**
 * Returns the outcome of a scenario, without the message of a failure that the listed breaches already
 * explain.
 */
function told(
  { tags, message, ...scenario }: ScenarioOutcome,
  breaches: number,
): ObligationResult['scenarios'][number] {
  const isTold = scenario.verdict === 'failed' && breaches > 0;
  return { ...scenario, ...(message !== undefined && !isTold && { message }) };
}

/** Puts one breach of each cause first, because reports show only the first breaches in full. */
function oneOfEachFirst(breaches: readonly Breach[]): Breach[] {
  return [...new Set([...oneOfEachCause(breaches), ...breaches])];
}

/**
 * Adds the places that show a breach. If the breach names its own places, these replace the obligation's
 * places in the request.
 */
export function placed(
  { places, field, warns, ...breach }: Breach,
  { tells = [] }: Obligation,
): PlacedBreach {
  if (places === undefined) return { ...breach, places: tells };
  const others = tells.filter(({ at }) => !at.startsWith('request '));
  return {
    ...breach,
    places: [
      ...places.map((at) => ({ at, needed: false })),
      ...others.map(({ at, needed }) => ({ at: at.replace('fields/*', `fields/${field ?? '*'}`), needed })),
    ],
  };
}

function declaredBy({ by, date, statement }: Declaration): string {
  return `${by}, ${date}: ${statement}`;
}

/** Whether the obligation was checked at all. If not, its row shows no facets. */
function isExercised({ unplanned, notApplicable, notKept }: Case): boolean {
  return unplanned === undefined && notApplicable === undefined && notKept === undefined;
}

function decideVerdict(about: Case, facets: readonly FacetRow[]): Decision {
  const { obligation, unplanned, notApplicable, notKept, conclusion, scenarios } = about;
  if (unplanned !== undefined) return { verdict: 'not-tested', reason: unplanned };
  if (notApplicable !== undefined) return { verdict: 'not-applicable', reason: notApplicable };
  if (notKept !== undefined) return { verdict: 'not-tested', reason: notKept };
  if (obligation.seen === 'declared' && !isContradicted(about))
    return about.declaration === undefined
      ? {
          verdict: 'not-tested',
          reason: `not declared: set declarations.${obligation.id} with name and date`,
        }
      : { verdict: 'declared' };
  const failed = scenarios.find(({ verdict }) => verdict === 'failed');
  if (obligation.level !== 'observe' && ((conclusion?.breachCount ?? 0) > 0 || failed !== undefined))
    return {
      verdict: obligation.level === 'must' && !onlyWarns(conclusion) ? 'failed' : 'warning',
      ...failureReason(conclusion, failed),
    };
  for (const verdict of ['inconclusive', 'not-tested'] as const) {
    const found = scenarios.find((scenario) => scenario.verdict === verdict);
    if (found !== undefined) return { verdict, reason: reasonOf(found, conclusion) };
  }
  // If no scenario applies to the target, chance observations must not make the obligation pass.
  const [excused] = scenarios;
  if (excused !== undefined && scenarios.every(({ verdict }) => verdict === 'not-applicable'))
    return { verdict: 'not-applicable', reason: excused.message ?? 'the scenario does not apply' };
  if ((conclusion?.observations ?? 0) > 0)
    return (
      missingFacets(facets, conclusion?.facetsOf) ?? {
        verdict: obligation.level === 'observe' ? 'observed' : 'passed',
      }
    );
  const [why = `${notExercised} in this run`] = conclusion?.unjudged ?? [];
  return { verdict: conclusion?.unjudged.length ? 'inconclusive' : 'not-tested', reason: why };
}

/**
 * Whether the evidence contradicts a declaration. If there are only breaches that warn, they contradict an
 * existing declaration, but do not count without one.
 */
function isContradicted({ conclusion, declaration }: Case): boolean {
  return (conclusion?.breachCount ?? 0) > 0 && (declaration !== undefined || !onlyWarns(conclusion));
}

/**
 * Changes the decision to `not-tested`, with a reference to the failures, if the evidence may be missing
 * because of failures of the same subject.
 */
function unlessPrevented(decision: Decision, about: Case): Decision {
  const { brokenNeeds: follows = [] } = about;
  if (follows.length === 0 || !wantsEvidence(decision, about)) return decision;
  const cause = `not seen while ${follows.join(' and ')} ${follows.length === 1 ? 'is' : 'are'} broken`;
  const { verdict, reason = '' } = decision;
  // Keep the reason of an `inconclusive` verdict, because it comes from the rule. Any other reason would only
  // repeat that evidence is missing.
  return {
    verdict: 'not-tested',
    reason: verdict === 'inconclusive' ? reportText`${cause}: ${reason}` : cause,
    follows,
  };
}

/**
 * Whether the only problem is missing evidence: the scenarios ran but showed nothing, or the judge could not
 * judge what they showed. Returns `false` for a crash, irregular answers, and methods that the adapter does
 * not offer.
 */
function wantsEvidence({ verdict, reason = '' }: Decision, { conclusion, scenarios }: Case): boolean {
  const why = toPlainText(reason);
  if (verdict === 'not-tested') return scenarios.length > 0 && why.includes(notExercised);
  if (verdict !== 'inconclusive' || why.includes(irregularly)) return false;
  return (conclusion?.unjudged ?? []).some((each) => why.includes(toPlainText(each)));
}

/** Whether the obligation was broken, but only by breaches that warn. */
function onlyWarns(conclusion: Conclusion | undefined): boolean {
  const { breachCount = 0, warningCount = 0 } = conclusion ?? {};
  return breachCount > 0 && breachCount === warningCount;
}

/**
 * Returns the reason for a scenario's verdict. If the reason comes from a rule, returns the rule's version of
 * it, which contains links to exchanges.
 */
function reasonOf({ message, location }: ScenarioOutcome, conclusion: Conclusion | undefined): ReportText {
  if (message === undefined) return `${location} gave no reason`;
  return conclusion?.unjudged.find((each) => toPlainText(each) === message) ?? message;
}

/**
 * Returns the reason of a failure: the number of breaches, and the first exchanges. If later evidence has
 * removed all breaches, only the message of the failed scenario is left.
 */
function failureReason(
  conclusion: Conclusion | undefined,
  failed: ScenarioOutcome | undefined,
): { reason?: ReportText } {
  if (conclusion === undefined || conclusion.breachCount === 0)
    return failed?.message === undefined ? {} : { reason: failed.message };
  const first = conclusion.breaches.slice(0, 5).map(({ exchanges }) => linkToExchange(exchanges[0] ?? 0));
  return {
    reason: reportText`broken ${conclusion.breachCount} of ${conclusion.observations} times: ${joinTexts(first, ', ')}`,
  };
}
