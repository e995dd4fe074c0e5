import { deliberateMistakesOf } from '../../contract/deliberate-mistakes';
import { removeItemFromVariant } from '../../contract/transfer';
import type { Evidence } from '../../exchange/evidence';
import { jsonBody, isAccepted, transientFailureOf } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { joinTexts, linkToExchange, reportText } from '../../exchange/text';
import type { Verdict } from '../../judging/verdict';
import { readRefusal } from '../../obligations/judge/adapter-refusals';
import { noteOfAnswer, showAnswer } from '../../obligations/judge/answers';
import type { EvidenceBySeq } from '../evidence';
import type { ReportedObligation } from './reported-obligation';
import { memberOf } from '../../contract/json';

/** Something that was wrong on purpose, and its outcome. */
export interface NegativeOutcome {
  /** Absent: it is unknown, or may be one of the breaches that results do not list. */
  readonly verdict?: Verdict;
  /** As in `an invented clientId`. */
  readonly mistake: string;
  /** How it was refused, and its valid twin; or how the client went on. */
  readonly told: ReportText;
}

/** Judges list less; results may be read from anywhere. */
const mostSeen = 100;

/**
 * What was wrong on purpose in the evidence of an obligation: what broke it first, else in the order of the recording.
 */
export function negativesOf(row: ReportedObligation, evidence: EvidenceBySeq): NegativeOutcome[] {
  if (!row.planned) return [];
  const seen = [...new Set(row.evidence.slice(0, mostSeen))]
    .sort((one, other) => one - other)
    .flatMap((seq) => evidence.get(seq) ?? []);
  const all = [...sentWrong(row, seen, evidence), ...faultsPlayed(row, seen)];
  const isBroken = ({ verdict }: NegativeOutcome): boolean => verdict === 'failed' || verdict === 'warning';
  return [...all.filter(isBroken), ...all.filter((each) => !isBroken(each))];
}

/** What the suite sent, or asked an adapter for. */
function sentWrong(
  row: ReportedObligation,
  seen: readonly Evidence[],
  evidence: EvidenceBySeq,
): NegativeOutcome[] {
  const wrong = deliberateMistakesOf(row.id);
  return seen.flatMap((each) => {
    const { asked, seq } = each;
    const variant = removeItemFromVariant(asked?.variant ?? '');
    if (asked === undefined || asked.part === 'valid' || !Object.hasOwn(wrong, variant)) return [];
    const twin = asked.part === 'negative' ? reportText`; ${twinText(twinOf(each, evidence))}` : '';
    return {
      ...verdictOn(row, [each], asked.part === 'open'),
      mistake: wrong[variant] ?? variant,
      told: reportText`${linkToExchange(seq)} ${fateText(each)}${twin}`,
    };
  });
}

/** Of a negative the first valid exchange of its round that was good, else the first. */
function twinOf({ asked }: Evidence, evidence: EvidenceBySeq): Evidence | undefined {
  const twins = [...evidence.values()].filter(
    (each) => each.asked?.part === 'valid' && each.asked.round === asked?.round,
  );
  return twins.find(isGood) ?? twins[0];
}

const twinText = (twin: Evidence | undefined): ReportText =>
  twin === undefined
    ? 'its valid twin is not among the exchanges of this report'
    : reportText`its valid twin ${linkToExchange(twin.seq)} ${fateText(twin)}`;

/**
 * What the services played to a client, where all that shows an obligation was seen under such a fault, or the fault
 * tells.
 */
function faultsPlayed(row: ReportedObligation, seen: readonly Evidence[]): NegativeOutcome[] {
  const under = seen.flatMap((each) => (each.kind === undefined && each.stimulus !== undefined ? each : []));
  if (under.length < seen.length && !row.places.some(({ at }) => at === 'stimulus')) return [];
  const cases: (typeof under)[] = [];
  for (const each of under) {
    const last = cases.at(-1);
    const follows = last?.[0]?.stimulus === each.stimulus && isAccepted(each);
    if (last !== undefined && follows) last.push(each);
    else cases.push([each]);
  }
  return cases.map((each) => ({
    ...verdictOn(row, each, false),
    mistake: [each[0]?.scenario ?? [], `(fault in force: ${each[0]?.stimulus ?? ''})`].flat().join(' '),
    told: joinTexts(
      each.map((step) => reportText`${linkToExchange(step.seq)} ${fateText(step)}`),
      '; then ',
    ),
  }));
}

/**
 * Nothing passes but in a row that was judged, nor by a failure of the service: one that comes and goes is no breach.
 */
function verdictOn(
  row: ReportedObligation,
  tries: readonly Evidence[],
  isOpen: boolean,
): Pick<NegativeOutcome, 'verdict'> {
  const { breaches = [], broken = 0, level, verdict } = row;
  const isTried = (seq: number | undefined): boolean => tries.some((each) => each.seq === seq);
  if (breaches.some(({ exchanges }) => isTried(exchanges[0])))
    return { verdict: verdict === 'warning' ? verdict : 'failed' };
  if (broken > breaches.length) return {};
  if (isOpen || level === 'observe') return { verdict: 'observed' };
  const isJudged = ['passed', 'failed', 'warning'].includes(verdict);
  return isJudged && !tries.some(isOddFailure) ? { verdict: 'passed' } : {};
}

/** Of a request of the suite's; to a client the suite plays such failures. */
const isOddFailure = (each: Evidence): boolean =>
  each.kind === undefined && each.sender === 'suite' && transientFailureOf(each) !== undefined;

/** Whether it was accepted, or carried out. */
export function isGood(evidence: Evidence): boolean {
  if (evidence.kind === undefined) return isAccepted(evidence);
  return evidence.kind === 'adapter answer' && evidence.facts.adapter?.outcome === 'result';
}

/** `was refused with 401, no body`, or what became of the call of an adapter. */
function fateText(evidence: Evidence): string {
  if (evidence.kind === undefined)
    return evidence.response === undefined ? `got ${showAnswer(evidence)}` : `was ${noteOfAnswer(evidence)}`;
  if (evidence.kind === 'log line') return 'stood in a log';
  const { failure, facts } = evidence;
  if (failure !== undefined) return `got no answer (${failure.kind}: ${failure.message})`;
  if (facts.adapter?.outcome === 'result') return 'was carried out';
  const error = memberOf(jsonBody(evidence), 'error');
  const why = ['code', 'message'].flatMap((name) => {
    const value = memberOf(error, name);
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : [];
  });
  const isRefused = readRefusal(evidence)?.kind !== 'no refusal';
  if (why.length === 0) return isRefused ? 'was refused' : 'was answered with an error';
  return `${isRefused ? 'was refused with' : 'was answered with error'} ${why.join(', ')}`;
}
