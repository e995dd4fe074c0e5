import { toPlainText } from '../../exchange/text';
import type { CycleTimeline } from '../../judging/cycle-timeline';
import type { ResultsOrigin } from '../../judging/explain';
import { rerunCommand, explainBreach, whereExplained } from '../../judging/explain';
import type { FacetRow, ObligationResult, Verdict } from '../../judging/verdict';
import { isDecisive } from '../../judging/verdict';
import type { Results, WaiverRow } from '../../judging/results';
import type { MistakeRow } from '../mistakes';
import { mistakesOfObligation } from '../mistakes';
import type { CausePlace } from './causes';
import { byItself, isBroken } from './causes';
import { keptBreachesText } from './kept-breaches-text';

/** One obligation as every report shows it. */
export interface ReportedObligation extends Omit<ObligationResult, 'follows'>, CausePlace {
  /** Id and title. */
  readonly name: string;
  /** Its verdict; nothing is said of what was not in the plan. */
  readonly label: Verdict | 'not in the plan';
  /** Whether it bears on the overall verdict. */
  readonly isDecisive: boolean;
  /** Its breaches, each as a message. */
  readonly failures: readonly string[];
  /** All that is known of why it has its verdict; empty where it passed. */
  readonly why: string;
  /** Its facets that are missing or broken, a line each. */
  readonly gaps: readonly string[];
  /** Under which its failure is expected today. */
  readonly waiver?: WaiverRow;
  /** The command that judges it again. */
  readonly again: string;
  /** The address of its page, or the command that says the same. */
  readonly explainedAt: string;
  /** Where it is broken: examples that break it, those first that do it for a reason found here. */
  readonly mistakes: readonly MistakeRow[];
  /** The payer cycles that its evidence belongs to; those of a breach first. */
  readonly cycles: readonly CycleTimeline[];
}

/** An obligation with all that reports say of it. */
export function rowOf(
  result: ObligationResult,
  results: Results,
  place: CausePlace = byItself,
): ReportedObligation {
  const { id, title, planned, verdict, facets = [] } = result;
  const origin = originOf(results);
  const failures = failureMessages(result, results);
  const told = toPlainText(result.reason?.text ?? '');
  // A reason may name what is missing already; and where nothing was seen, that is true of every part.
  const isPartlySeen = facets.some(({ verdict: each }) => each === 'passed' || each === 'failed');
  const gaps = facets
    .filter((facet) => isPartlySeen && isGap(facet) && !told.includes(facet.name))
    .map(facetText);
  const { waivers = [] } = results.run;
  const waiver = waivers.find(({ obligation, state }) => obligation === id && state === 'used');
  const why = verdict === 'passed' ? '' : whyText(result, failures, { ...place, gaps });
  return {
    ...result,
    ...place,
    name: `${id} ${title}`,
    label: planned ? verdict : 'not in the plan',
    isDecisive: isDecisive(result),
    failures,
    why,
    gaps,
    ...(waiver !== undefined && { waiver }),
    again: rerunCommand(id, origin),
    explainedAt: whereExplained(id),
    mistakes: isBroken(result) ? likeMistakes(result) : [],
    cycles: cyclesOf(result, results),
  };
}

function likeMistakes(result: ObligationResult): MistakeRow[] {
  const found = new Set((result.breaches ?? []).map(({ cause }) => toPlainText(cause.text)));
  const all = mistakesOfObligation(result.id);
  return [...all.filter(({ cause }) => found.has(cause)), ...all.filter(({ cause }) => !found.has(cause))];
}

/** How an obligation of these results is judged again. */
export function originOf({ run, cycles }: Pick<Results, 'run' | 'cycles'>): ResultsOrigin {
  const { target, traffic, challenge, profile } = run;
  return {
    targetFile: target.file ?? undefined,
    container: profile === 'container',
    challenge: challenge !== undefined,
    ...(traffic !== undefined && { traffic: profile === 'proxy' || profile === 'mock' ? profile : 'audit' }),
    cycles,
  };
}

/** The breaches of an obligation, each as a message. */
export function failureMessages(row: ObligationResult, results: Results): string[] {
  return (row.breaches ?? []).map((breach) => explainBreach(row, breach, originOf(results)));
}

/** What it follows from; empty where that is nothing. */
export function followsText({ follows }: CausePlace): string {
  return follows.length === 0 ? '' : `follows ${follows.join(', ')}`;
}

/** The same below its cause: that it was not seen, where it did not fail itself. */
export function consequenceText(row: CausePlace & Pick<ObligationResult, 'verdict'>): string {
  return isBroken(row) ? followsText(row) : `${row.verdict}, ${followsText(row)}`;
}

/** How many more it brings with it, and which. */
function bringsText({ brings }: CausePlace): string {
  return `brings ${brings.length} more with it: ${brings.join(', ')}`;
}

const isGap = ({ verdict }: FacetRow): boolean => verdict !== 'passed' && verdict !== 'not-applicable';

/** `Claim, Reject: not-tested, the adapter does not offer claim.submit` */
export function facetText({ name, verdict, reason }: FacetRow): string {
  return `${name}: ${verdict}${reason === undefined ? '' : `, ${toPlainText(reason.text)}`}`;
}

/** How many breaches of one obligation are shown in full, one of each cause: the others are mostly like them. */
const mostTold = 2;

/** Some failures in full, and a line on the others. */
export function limitFailureMessages(
  row: Pick<ObligationResult, 'id' | 'breaches' | 'broken' | 'reason'>,
  failures: readonly string[],
): string[] {
  const { id, breaches = [], reason } = row;
  // One of each cause comes first among them.
  const told = Math.min(mostTold, new Set(breaches.map(({ cause }) => toPlainText(cause.text))).size);
  const kept = keptBreachesText(row);
  if (failures.length <= told && kept === undefined) return [...failures];
  const broken = toPlainText(reason?.text ?? '').split('\n')[0] ?? '';
  const others = kept === undefined ? `${broken}; the others are in results.json` : `${kept} in results.json`;
  return [...failures.slice(0, told), `${id}: ${others}`];
}

/** Some failures, else reason and notes; before them what it follows from, behind them what is missing. */
function whyText(
  row: ObligationResult,
  failures: readonly string[],
  { gaps, ...place }: CausePlace & Pick<ReportedObligation, 'gaps'>,
): string {
  const told = failures.length > 0 ? limitFailureMessages(row, failures).join('\n\n') : reasonText(row);
  const whole = [followsText(place), told, ...gaps].filter(Boolean).join('\n');
  return place.brings.length === 0 ? whole : `${whole}\n\n${bringsText(place)}`;
}

function reasonText({ reason, notes = [], declaredBy, scenarios, verdict }: ObligationResult): string {
  const messages = scenarios
    .filter((each) => each.verdict === verdict)
    .flatMap(({ message }) => message ?? []);
  const parts = [
    ...(reason === undefined ? [] : [toPlainText(reason.text)]),
    ...(declaredBy === undefined ? [] : [`declared by ${declaredBy}`]),
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
