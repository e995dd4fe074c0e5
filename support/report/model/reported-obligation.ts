import { toPlainText } from '../../exchange/text';
import type { CycleTimeline } from '../../judging/cycle-timeline';
import { textOfDisagreement } from '../../judging/disagreement';
import type { ResultsOrigin } from '../../judging/explain';
import { rerunCommand, explainBreach, whereExplained } from '../../judging/explain';
import type { FacetRow, ObligationResult, Verdict } from '../../judging/verdict';
import { isDecisive } from '../../judging/verdict';
import type { Results } from '../../judging/results';
import type { MistakeRow } from '../mistakes';
import { mistakesOfObligation } from '../mistakes';
import type { CausePlace } from './causes';
import { byItself, isBroken } from './causes';
import type { Declarable } from './declarations';
import { contradictionText, isRefuted } from './declarations';
import type { ExchangeOrigins } from './exchange-origins';
import { keptBreachesText } from './kept-breaches-text';
import type { Settlement } from './settlement';
import { settlementOf } from './settlement';

/** The result of one obligation, with all texts and links about the obligation that the reports share. */
export interface ReportedObligation extends Omit<ObligationResult, 'follows'>, CausePlace {
  /** Id and title. */
  readonly name: string;
  /** The verdict, or `not in the plan` if the run did not have to cover the obligation. */
  readonly label: Verdict | 'not in the plan';
  /** Whether the obligation can affect the overall verdict on its subject. */
  readonly isDecisive: boolean;
  /** A message for each listed breach of the obligation. */
  readonly failures: readonly string[];
  /** The full explanation of the verdict, or an empty text for `passed`. */
  readonly why: string;
  /**
   * A line for each facet that is missing or broken. The list omits facets that the reason already names. It omits all
   * facets if none of them was observed.
   */
  readonly gaps: readonly string[];
  /** The approved exception or field profile that settles the failure; `undefined` if nothing does. */
  readonly settlement?: Settlement;
  /** The command that judges the obligation again, with the steps before it. */
  readonly again: string;
  /** The address of the obligation's page on the published site, or else the command that explains the obligation. */
  readonly explainedAt: string;
  /**
   * Examples that break the obligation, beginning with those that have a cause found in this run. The list is empty
   * unless the obligation was broken.
   */
  readonly mistakes: readonly MistakeRow[];
  /**
   * The place in the audited files of the exchange that shows the first breach, as in
   * `monday.har, entry 3, 2026-11-30T10:15:02.123Z`; `undefined` unless an audit read it from a file.
   */
  readonly foundIn?: string;
  /** The payer cycles that contain the evidence for the obligation, beginning with those that contain a breach. */
  readonly cycles: readonly CycleTimeline[];
}

/**
 * Adds the texts and links of the reports to the result of an obligation.
 * @param place the failures that the result follows from, and its consequences
 * @param found the places of exchanges in the audited files
 */
export function rowOf(
  result: ObligationResult,
  results: Results,
  place: CausePlace = byItself,
  found: ExchangeOrigins = new Map(),
): ReportedObligation {
  const { id, title, planned, verdict, facets = [], breaches: [first] = [] } = result;
  const origin = originOf(results);
  const failures = failureMessages(result, results, found);
  const foundIn = found.get(first?.exchanges[0] ?? 0)?.text;
  const told = toPlainText(result.reason?.text ?? '');
  // The reason may already name a missing facet. If no facet was observed, the reason applies to all of them.
  const isPartlySeen = facets.some(({ verdict: each }) => each === 'passed' || each === 'failed');
  const gaps = facets
    .filter((facet) => isPartlySeen && isGap(facet) && !told.includes(facet.name))
    .map(facetText);
  const settlement = settlementOf(result, results);
  const why = verdict === 'passed' ? '' : whyText(result, failures, { ...place, gaps });
  return {
    ...result,
    ...place,
    ...notesWithBothSides(result),
    name: `${id} ${title}`,
    label: planned ? verdict : 'not in the plan',
    isDecisive: isDecisive(result),
    failures,
    why,
    gaps,
    ...(settlement && { settlement }),
    again: rerunCommand(id, origin),
    explainedAt: whereExplained(id),
    ...(foundIn !== undefined && { foundIn }),
    mistakes: isBroken(result) ? likeMistakes(result) : [],
    cycles: cyclesOf(result, results),
  };
}

/** Returns the notes on an obligation. If steps and judge disagree, the last note has both sides. */
function notesWithBothSides({ notes = [], disagreement }: ObligationResult): Pick<ObligationResult, 'notes'> {
  const sides = disagreement === undefined ? [] : [textOfDisagreement(disagreement)];
  const all = [...notes, ...sides];
  return all.length === 0 ? {} : { notes: all };
}

function likeMistakes(result: ObligationResult): MistakeRow[] {
  const found = new Set((result.breaches ?? []).map(({ cause }) => toPlainText(cause.text)));
  const all = mistakesOfObligation(result.id);
  return [...all.filter(({ cause }) => found.has(cause)), ...all.filter(({ cause }) => !found.has(cause))];
}

/** Returns the origin of these results. Commands that judge an obligation again depend on the origin. */
export function originOf({ run, cycles }: Pick<Results, 'run' | 'cycles'>): ResultsOrigin {
  const { target, traffic, challenge, profile, fieldProfile } = run;
  return {
    targetFile: target.file ?? undefined,
    isProfileSigned: fieldProfile?.origin === 'signed',
    container: profile === 'container',
    challenge: challenge !== undefined,
    ...(traffic !== undefined && { traffic: profile === 'proxy' || profile === 'mock' ? profile : 'audit' }),
    cycles,
  };
}

/**
 * Returns a message for each listed breach of an obligation.
 * @param found the places of exchanges in the audited files
 */
export function failureMessages(
  row: ObligationResult,
  results: Results,
  found: ExchangeOrigins = new Map(),
): string[] {
  const origin = { ...originOf(results), found };
  return (row.breaches ?? []).map((breach) => explainBreach(row, breach, origin));
}

/** Names the failures that an obligation follows from. Returns an empty text if it does not follow from a failure. */
export function followsText({ follows }: CausePlace): string {
  return follows.length === 0 ? '' : `follows ${follows.join(', ')}`;
}

/**
 * Names the failures that a consequence follows from. Adds the verdict if the consequence was not broken itself. Names
 * the person who declared the opposite, if there is one.
 */
export function consequenceText(row: Declarable): string {
  return refutationText(row) ?? (isBroken(row) ? followsText(row) : `${row.verdict}, ${followsText(row)}`);
}

/**
 * Returns who declared that the subject keeps an obligation, and which failures or exchanges refute that. Returns
 * `undefined` without a declaration, or if no evidence contradicts the declaration.
 */
export function refutationText(row: Declarable): string | undefined {
  return isRefuted(row)
    ? `declared by ${row.declaredBy?.replace(/\.$/, '') ?? ''}, ${contradictionText(row)}`
    : undefined;
}

/** Names the consequences of a failure, after their number. */
function bringsText({ brings }: CausePlace): string {
  return `brings ${brings.length} more with it: ${brings.join(', ')}`;
}

const isGap = ({ verdict }: FacetRow): boolean => verdict !== 'passed' && verdict !== 'not-applicable';

/** `Claim, Reject: not-tested, the adapter does not offer claim.submit` */
export function facetText({ name, verdict, reason }: FacetRow): string {
  return `${name}: ${verdict}${reason === undefined ? '' : `, ${toPlainText(reason.text)}`}`;
}

/**
 * The maximum number of breaches of one obligation that a text explains in full, each with another cause. Breaches with
 * the same cause are mostly alike.
 */
const mostTold = 2;

/** Returns the messages of the first breaches, and a line about the others if there are any. */
export function limitFailureMessages(
  row: Pick<ObligationResult, 'id' | 'breaches' | 'broken' | 'reason'>,
  failures: readonly string[],
): string[] {
  const { id, breaches = [], reason } = row;
  // The breaches begin with one of each cause, so the first messages have different causes.
  const told = Math.min(mostTold, new Set(breaches.map(({ cause }) => toPlainText(cause.text))).size);
  const kept = keptBreachesText(row);
  if (failures.length <= told && kept === undefined) return [...failures];
  const broken = toPlainText(reason?.text ?? '').split('\n')[0] ?? '';
  const others = kept === undefined ? `${broken}; the others are in results.json` : `${kept} in results.json`;
  return [...failures.slice(0, told), `${id}: ${others}`];
}

/**
 * Explains a verdict, in this order: the failures that it follows from, some breaches (for a verdict without a breach,
 * the reason and the notes), the missing facets, and the consequences.
 */
function whyText(
  row: ObligationResult,
  failures: readonly string[],
  { gaps, ...place }: CausePlace & Pick<ReportedObligation, 'gaps'>,
): string {
  const told = failures.length > 0 ? limitFailureMessages(row, failures).join('\n\n') : reasonText(row);
  const refutation = refutationText({ ...row, ...place }) ?? '';
  const whole = [refutation, followsText(place), told, ...gaps].filter(Boolean).join('\n');
  return place.brings.length === 0 ? whole : `${whole}\n\n${bringsText(place)}`;
}

function reasonText({ reason, notes = [], declaredBy, scenarios, verdict }: ObligationResult): string {
  const messages = scenarios
    .filter((each) => each.verdict === verdict)
    .flatMap(({ message }) => message ?? []);
  const parts = [
    ...(reason === undefined ? [] : [toPlainText(reason.text)]),
    ...(declaredBy === undefined || verdict !== 'declared' ? [] : [`declared by ${declaredBy}`]),
    ...notes.map(toPlainText),
    ...messages,
  ];
  return [...new Set(parts)].join('\n');
}

function cyclesOf({ breaches = [], evidence }: ObligationResult, { cycles }: Results): CycleTimeline[] {
  const broken = new Set(breaches.flatMap(({ exchanges }) => exchanges));
  const seen = new Set(evidence);
  const among = (seqs: ReadonlySet<number>): CycleTimeline[] =>
    cycles.filter(({ steps }) => steps.some(({ seq }) => seqs.has(seq)));
  return [...new Set([...among(broken), ...among(seen)])];
}
