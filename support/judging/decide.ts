import type { ClientName } from '../exchange/exchange';
import type { Text } from '../exchange/text';
import { joinTexts, numbered, plainText, text } from '../exchange/text';
import { oneOfEachCause } from './explain';
import { irregularly } from './regularity';
import type { FacetRow, ObligationResult, PlacedBreach, ScenarioOutcome, Verdict } from './verdict';
import type { Breach, Conclusion, Obligation } from '../obligations';
import type { Facet } from '../obligations/judge/home';
import type { SeenFacet } from '../obligations/judge/judge';
import type { Declaration } from '../targets/target';

/** What a reason says where nothing showed an obligation, or a part of it. */
export const notExercised = 'not exercised';

/**
 * What is known of each facet. `facets`: those of the target, in their order; `undefined`: they are
 * not known beforehand, and those that were seen are all.
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

/** Whether the suite held back from a facet: that makes a run partial, and is no gap. */
export const isHeldBack = ({ verdict, reason }: FacetRow): boolean =>
  verdict === 'not-tested' && reason !== notExercised;

/**
 * Why an obligation that was kept wherever it was seen has not passed: a part of it was not seen.
 *
 * @param ofClient of several clients, the one that showed most
 */
export function missingFacets(
  rows: readonly FacetRow[],
  ofClient?: ClientName,
): { readonly verdict: 'inconclusive' | 'not-tested'; readonly reason: Text } | undefined {
  for (const verdict of ['inconclusive', 'not-tested'] as const) {
    const missing = rows.filter((row) => row.verdict === verdict && !isHeldBack(row));
    if (missing.length === 0) continue;
    const parts = missing.map(({ name, reason = '' }) => text`${name} (${reason})`);
    const what = ofClient === undefined ? 'not seen' : `no client showed all; not seen of ${ofClient.label}`;
    return { verdict, reason: text`${what}: ${joinTexts(parts, '; ')}` };
  }
  return undefined;
}

/** All that bears on one obligation at the end of a run. */
export interface Case {
  readonly obligation: Obligation;
  /** Why it is outside the plan; absent: it is in it. */
  readonly unplanned?: string | undefined;
  readonly notApplicable?: string | undefined;
  /** Why the recording cannot show it. */
  readonly notKept?: string | undefined;
  readonly conclusion?: Conclusion | undefined;
  /** The parts in which it has to be seen; absent: those that were seen. */
  readonly facets?: readonly Facet[] | undefined;
  readonly scenarios: readonly ScenarioOutcome[];
  /** What the target declares about it. */
  readonly declaration?: Declaration | undefined;
  /** Of what it needs, what the subject broke. */
  readonly brokenNeeds?: readonly string[] | undefined;
}

interface Decision {
  readonly verdict: Verdict;
  readonly reason?: Text;
  /** The failures that kept it from being seen. */
  readonly follows?: readonly string[];
}

/** One verdict from the rule's findings over the whole recording and the outcomes of the scenarios. */
export function decide(about: Case): ObligationResult {
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

/** How a scenario ended. What failed it is not told again where a breach tells it. */
function told(
  { tags, message, ...scenario }: ScenarioOutcome,
  breaches: number,
): ObligationResult['scenarios'][number] {
  const isTold = scenario.verdict === 'failed' && breaches > 0;
  return { ...scenario, ...(message !== undefined && !isTold && { message }) };
}

/** Breaches are shown from the first on: one of each cause comes first, so that none is left to "the others". */
function oneOfEachFirst(breaches: readonly Breach[]): Breach[] {
  return [...new Set([...oneOfEachCause(breaches), ...breaches])];
}

/** Where a breach says exactly what shows it, that takes the place of what the obligation says of requests. */
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

/** What stands outside the plan, does not concern the target or was not kept has no parts to be seen in. */
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
  // What was seen by the way does not make up for what could not be asked for at all.
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

/** Whether what was seen speaks against a declaration. What only warns takes the place of one, and of a missing one not. */
function isContradicted({ conclusion, declaration }: Case): boolean {
  return (conclusion?.breachCount ?? 0) > 0 && (declaration !== undefined || !onlyWarns(conclusion));
}

/** What no one could see because of a failure of the same subject is not tested, and names that failure. */
function unlessPrevented(decision: Decision, about: Case): Decision {
  const { brokenNeeds: follows = [] } = about;
  if (follows.length === 0 || !wantsEvidence(decision, about)) return decision;
  const cause = `not seen while ${follows.join(' and ')} ${follows.length === 1 ? 'is' : 'are'} broken`;
  const { verdict, reason = '' } = decision;
  // What a judge says of it is known; that nothing was seen is said already.
  return {
    verdict: 'not-tested',
    reason: verdict === 'inconclusive' ? text`${cause}: ${reason}` : cause,
    follows,
  };
}

/**
 * Whether nothing but evidence is wanting: the suite asked for it and nothing came, or no judge could tell by what came.
 * A crash, answers that come and go, and what a client does not offer are reasons of their own.
 */
function wantsEvidence({ verdict, reason = '' }: Decision, { conclusion, scenarios }: Case): boolean {
  const why = plainText(reason);
  if (verdict === 'not-tested') return scenarios.length > 0 && why.includes(notExercised);
  if (verdict !== 'inconclusive' || why.includes(irregularly)) return false;
  return (conclusion?.unjudged ?? []).some((each) => why.includes(plainText(each)));
}

/** Whether nothing worse was found than what only warns. */
function onlyWarns(conclusion: Conclusion | undefined): boolean {
  const { breachCount = 0, warningCount = 0 } = conclusion ?? {};
  return breachCount > 0 && breachCount === warningCount;
}

/** What a scenario gave as its reason; with the exchanges that it names, where a rule gave it. */
function reasonOf({ message, location }: ScenarioOutcome, conclusion: Conclusion | undefined): Text {
  if (message === undefined) return `${location} gave no reason`;
  return conclusion?.unjudged.find((each) => plainText(each) === message) ?? message;
}

/** If what a scenario saw was corrected later, only its own message says why it failed. */
function failureReason(
  conclusion: Conclusion | undefined,
  failed: ScenarioOutcome | undefined,
): { reason?: Text } {
  if (conclusion === undefined || conclusion.breachCount === 0)
    return failed?.message === undefined ? {} : { reason: failed.message };
  const first = conclusion.breaches.slice(0, 5).map(({ exchanges }) => numbered(exchanges[0] ?? 0));
  return {
    reason: text`broken ${conclusion.breachCount} of ${conclusion.observations} times: ${joinTexts(first, ', ')}`,
  };
}
