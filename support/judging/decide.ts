import type { ClientName } from '../exchange/exchange';
import type { Reason, VerdictReason } from '../exchange/reason';
import type { ReportText } from '../exchange/text';
import { joinTexts, linkToExchange, toPlainText, reportText } from '../exchange/text';
import { disagreementAbout } from './disagreement';
import { oneOfEachCause } from './explain';
import type { FacetRow, ObligationResult, PlacedBreach, ScenarioOutcome, Verdict } from './verdict';
import { decisiveReason, isExcused, isOptional } from './verdict';
import type { Breach, Conclusion, Obligation } from '../obligations';
import type { Exclusion, Facet } from '../obligations/judge/home';
import type { SeenFacet } from '../obligations/judge/judge';
import type { Declaration } from '../targets/target';

const notExercised: Reason = { kind: 'not-exercised', text: 'not exercised' };

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

/** A facet that applies to the target, or one that was only observed. */
type AnyFacet = Pick<Facet, 'name' | 'setAside'> & { readonly ruledOut?: ReportText };

function rowOf({ name, ruledOut, setAside }: AnyFacet, seen: SeenFacet | undefined): FacetRow {
  if (seen !== undefined && seen.broken > 0) return { name, verdict: 'failed' };
  if (seen !== undefined && seen.kept > 0) return { name, verdict: 'passed' };
  const why = ruledOut ?? seen?.ruledOut;
  if (why !== undefined) return { name, verdict: 'not-applicable', reason: { text: why } };
  if (seen?.unjudged !== undefined)
    return {
      name,
      verdict: isOptional(seen.unjudged) ? 'not-tested' : 'inconclusive',
      reason: seen.unjudged,
    };
  return { name, verdict: 'not-tested', reason: setAside ?? notExercised };
}

/**
 * Returns the verdict on an obligation that was never broken, but has facets without evidence; `undefined` if
 * all facets have evidence.
 *
 * @param ofClient the client that showed most of the facets, if several clients were judged together
 */
export function missingFacets(
  rows: readonly FacetRow[],
  ofClient?: ClientName,
): { readonly verdict: 'inconclusive' | 'not-tested'; readonly reason: VerdictReason } | undefined {
  for (const verdict of ['inconclusive', 'not-tested'] as const) {
    const missing = rows.filter((row) => row.verdict === verdict && !isExcused(row.reason));
    const [first] = missing;
    if (first === undefined) continue;
    const parts = missing.map(({ name, reason }) => reportText`${name} (${reason?.text ?? ''})`);
    const what = ofClient === undefined ? 'not seen' : `no client showed all; not seen of ${ofClient.label}`;
    const text = reportText`${what}: ${joinTexts(parts, '; ')}`;
    const topic = missing.find(({ reason }) => reason?.topic !== undefined)?.reason?.topic;
    return { verdict, reason: { ...first.reason, text, ...(topic !== undefined && { topic }) } };
  }
  return undefined;
}

/** Everything that decides the verdict on one obligation. */
export interface Case {
  readonly obligation: Obligation;
  /** The reason why the obligation is not in the plan; `undefined` if it is. */
  readonly unplanned?: Reason | undefined;
  /** The verdict on an obligation that does not concern the target, or that the run cannot show. */
  readonly exclusion?: Exclusion | undefined;
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
  /** A likely reason why nothing exercised the obligation, such as session requests that were all refused. */
  readonly whyUnexercised?: string | undefined;
}

interface Decision {
  readonly verdict: Verdict;
  readonly reason?: VerdictReason;
  /** Whether the reason, or a part of it, comes from the judge. */
  readonly isOfJudge?: true;
  /** Ids of the failed obligations that explain the missing evidence. */
  readonly follows?: readonly string[];
}

/** Returns a note for each scenario in which no Then step had evidence to compare with. */
const notComparedNotes = ({ scenarios }: Case): readonly ReportText[] =>
  scenarios.flatMap(({ name, location, steps }) =>
    steps?.kind === 'nothing-compared' ? [reportText`${name} (${location}): ${steps.text}`] : [],
  );

/** Decides the verdict on an obligation from its rule's conclusion and the outcomes of its scenarios. */
export function decideObligation(about: Case): ObligationResult {
  const { obligation, conclusion } = about;
  const facets = facetRows(about.facets, conclusion);
  const { verdict, reason, follows } = unlessPrevented(decideVerdict(about, facets), about);
  const { breaches = [], breachCount = 0 } = conclusion ?? {};
  const notes = [...(conclusion?.notes ?? []), ...(verdict === 'passed' ? notComparedNotes(about) : [])];
  const disagreement = disagreementAbout({ verdict, scenarios: about.scenarios, conclusion });
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
    ...(saysDeclarer.includes(verdict) &&
      obligation.seen === 'declared' &&
      about.declaration && { declaredBy: declaredBy(about.declaration) }),
    ...(disagreement && { disagreement }),
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
  { places, field, warns, cause, ...rest }: Breach,
  { tells = [] }: Obligation,
): PlacedBreach {
  const breach = { ...rest, cause: { text: cause } };
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

/** The verdicts beside which a result names the person who declared the obligation. */
const saysDeclarer: readonly Verdict[] = ['declared', 'failed', 'warning'];

function declaredBy({ by, date, statement }: Declaration): string {
  return `${by}, ${date}: ${statement}`;
}

/** Whether the obligation was checked at all. If not, its row does not have facets. */
function isExercised({ unplanned, exclusion, notKept }: Case): boolean {
  return unplanned === undefined && exclusion === undefined && notKept === undefined;
}

function decideVerdict(about: Case, facets: readonly FacetRow[]): Decision {
  const { obligation, unplanned, exclusion, notKept, conclusion, scenarios } = about;
  if (unplanned !== undefined) return { verdict: 'not-tested', reason: unplanned };
  if (exclusion !== undefined) return exclusion;
  if (notKept !== undefined) return { verdict: 'not-tested', reason: { kind: 'not-kept', text: notKept } };
  if (obligation.seen === 'declared' && !isContradicted(about))
    return about.declaration === undefined
      ? {
          verdict: 'not-tested',
          reason: {
            kind: 'not-declared',
            text: `not declared: set declarations.${obligation.id} with name and date`,
          },
        }
      : { verdict: 'declared' };
  const failed = scenarios.find(({ verdict }) => verdict === 'failed');
  if (obligation.level !== 'observe' && ((conclusion?.breachCount ?? 0) > 0 || failed !== undefined))
    return {
      verdict: obligation.level === 'must' && !onlyWarns(conclusion) ? 'failed' : 'warning',
      ...failureReason(conclusion, failed),
    };
  for (const verdict of ['inconclusive', 'not-tested'] as const) {
    const found = scenarios.find((scenario) => scenario.verdict === verdict && !isSetAside(scenario));
    if (found !== undefined) return { verdict, ...reasonOf(found, conclusion) };
  }
  // If every scenario was set aside, chance observations must not make the obligation pass.
  const counting = scenarios.filter(({ elsewhere }) => elsewhere !== true);
  if (counting.length > 0 && counting.every(isSetAside)) return decideSetAside(counting, conclusion);
  if ((conclusion?.observations ?? 0) > 0) return decideByFacets(obligation, facets, conclusion?.facetsOf);
  const why = decisiveReason(conclusion?.unjudged ?? []);
  const { whyUnexercised } = about;
  const likely = whyUnexercised === undefined ? '' : `: ${whyUnexercised}`;
  return why === undefined
    ? {
        verdict: 'not-tested',
        reason: { ...notExercised, text: `${toPlainText(notExercised.text)} in this run${likely}` },
      }
    : { verdict: isOptional(why) ? 'not-tested' : 'inconclusive', reason: why, isOfJudge: true };
}

/** Whether other scenarios and the judge decide as if this scenario did not exist. */
function isSetAside({ verdict, kind, optional, elsewhere }: ScenarioOutcome): boolean {
  if (verdict !== 'not-tested') return verdict === 'not-applicable';
  return elsewhere === true || isExcused({ text: '', ...(kind && { kind }), ...(optional && { optional }) });
}

function decideSetAside(scenarios: readonly ScenarioOutcome[], conclusion: Conclusion | undefined): Decision {
  const notTested = scenarios.find(({ verdict }) => verdict === 'not-tested');
  if (notTested !== undefined) return { verdict: 'not-tested', ...reasonOf(notTested, conclusion) };
  const [first] = scenarios;
  return { verdict: 'not-applicable', reason: { text: first?.message ?? 'the scenario does not apply' } };
}

function decideByFacets(
  { level }: Obligation,
  facets: readonly FacetRow[],
  ofClient: ClientName | undefined,
): Decision {
  const missing = missingFacets(facets, ofClient);
  if (missing === undefined) return { verdict: level === 'observe' ? 'observed' : 'passed' };
  return { ...missing, ...(missing.verdict === 'inconclusive' && { isOfJudge: true }) };
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
  const { verdict, reason } = decision;
  // Keep the reason of an `inconclusive` verdict, because it comes from the rule. Any other reason would only
  // repeat that evidence is missing.
  return {
    verdict: 'not-tested',
    reason: {
      kind: 'prevented',
      text: verdict === 'inconclusive' ? reportText`${cause}: ${reason?.text ?? ''}` : cause,
    },
    follows,
  };
}

/**
 * Whether the only problem is missing evidence: the scenarios ran but showed nothing, or the judge could not judge the
 * evidence. Returns `false` for a crash, irregular answers, and methods that the adapter does not offer.
 */
function wantsEvidence({ verdict, reason, isOfJudge }: Decision, { scenarios }: Case): boolean {
  if (verdict === 'not-tested') return scenarios.length > 0 && reason?.kind === 'not-exercised';
  return verdict === 'inconclusive' && isOfJudge === true && reason?.kind !== 'irregular';
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
function reasonOf(
  { message, location, kind = 'prevented', by, optional, topic, bySuite }: ScenarioOutcome,
  conclusion: Conclusion | undefined,
): Pick<Decision, 'reason' | 'isOfJudge'> {
  if (message === undefined) return { reason: { kind, text: `${location} gave no reason` } };
  const ofJudge = conclusion?.unjudged.find(({ text }) => toPlainText(text) === message);
  return ofJudge === undefined
    ? {
        reason: {
          ...{ kind, text: message },
          ...(by !== undefined && { by }),
          ...(optional && { optional }),
          ...(topic !== undefined && { topic }),
          ...(bySuite && { bySuite }),
        },
      }
    : { reason: ofJudge, isOfJudge: true };
}

/**
 * Returns the reason of a failure: the number of breaches, and the first exchanges. If later evidence has removed all
 * breaches, returns the message of the failed scenario, if it has one.
 */
function failureReason(
  conclusion: Conclusion | undefined,
  failed: ScenarioOutcome | undefined,
): { reason?: VerdictReason } {
  if (conclusion === undefined || conclusion.breachCount === 0)
    return failed?.message === undefined ? {} : { reason: { text: failed.message } };
  const first = conclusion.breaches.slice(0, 5).map(({ exchanges }) => linkToExchange(exchanges[0] ?? 0));
  return {
    reason: {
      text: reportText`broken ${conclusion.breachCount} of ${conclusion.observations} times: ${joinTexts(first, ', ')}`,
    },
  };
}
