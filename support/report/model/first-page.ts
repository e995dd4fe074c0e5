import { formatCount } from '../../contract/format-count';
import { formatClientName } from '../../exchange/exchange';
import { toPlainText } from '../../exchange/text';
import { isFaultOfSuite, textOfDisagreement } from '../../judging/disagreement';
import type { OverallResult } from '../../judging/overall';
import type { ObligationResult, Verdict } from '../../judging/verdict';
import { groupRowsByArea } from '../areas';
import { warningLines } from './about';
import { failureCountText } from './failure-count';
import type { ObligationGroup, OpenGroup } from './open';
import { groupRowsByReason, stillOpenText } from './open';
import type { FailureWithConsequences, Report } from './report';
import type { ReportedObligation } from './reported-obligation';
import { contradictionText, isRefuted } from './declarations';
import { rolesInWords } from './scope';
import type { Headline } from './subjects';
import { formatToMinute, shortened } from './words';

/** A broken obligation that is not a consequence of a failure. The texts are short enough for the cells of a table. */
export interface ToldFailure extends Pick<ReportedObligation, 'id' | 'title' | 'clause' | 'verdict'> {
  readonly expected: string;
  readonly got: string;
  readonly cause: string;
  /** `broken 2 of 3 times`; `undefined` if the obligation was observed at most once, or if no breach was found. */
  readonly times?: string;
  /** The first exchange of the first breach; `undefined` if no exchange shows the breach. */
  readonly exchange?: number;
  /** The place of that exchange in the audited files; `undefined` unless an audit read it from a file. */
  readonly foundIn?: string;
  /** The client that the breach belongs to; `undefined` unless the traffic comes from several clients. */
  readonly client?: string;
  /** Ids of the obligations that fail, or could not be observed, because of this failure. */
  readonly brings: readonly string[];
  /** Both sides, if the judge found the failure and no step noticed it; `undefined` otherwise. */
  readonly silentSteps?: string;
  /** The short label of the settlement, `approved exception` or `as deployed`; `undefined` if nothing settles the failure. */
  readonly settledBy?: string;
}

/**
 * An obligation that the suite cannot observe from outside. A named person has declared that the subject keeps it.
 * Evidence may have refuted the declaration.
 */
interface ToldDeclaration extends Pick<ReportedObligation, 'id' | 'title'> {
  /** `A. Person, 2026-01-01: so it is`, or for a refuted one that text with `declared by` before it and `, refuted by` and ids after it. */
  readonly said: string;
}

/** Obligations that have the same verdict for the same reason: they are open, do not apply, or are not in the plan. */
export interface ToldReason {
  readonly verdict: ReportedObligation['label'];
  readonly reason: string;
  readonly ids: readonly string[];
  /** Advice for the reader; `undefined` for obligations that do not apply or are not in the plan. */
  readonly advice?: string;
}

/**
 * The verdict on a subject. `basis` is a list of sentences: the assessed roles, the counts behind the verdict, and the
 * reasons why a test is incomplete.
 */
interface ToldOutcome extends Pick<Headline, 'subject' | 'verdict' | 'sentence'> {
  readonly basis: readonly string[];
}

/** The first items of a list, and the number of the others. */
interface Some<Item> {
  readonly first: readonly Item[];
  readonly more: number;
}

/** The content of a report's first page. The texts are short enough for one sheet of paper. */
export interface FirstPage extends Pick<Report, 'signOff'> {
  readonly name: string;
  /** Notes that a reader must know before any verdict, such as caveats and faults of the suite. */
  readonly notes: readonly string[];
  readonly outcomes: readonly ToldOutcome[];
  /** The product, the facility, the operator, the other side of the test, the times, and the document's edition. */
  readonly about: readonly string[];
  /** A sentence with the numbers of failures and warnings, or with a note if not everything was checked. */
  readonly failing: string;
  readonly failures: Some<ToldFailure>;
  readonly declared: Some<ToldDeclaration>;
  /** The open obligations, grouped by reason. */
  readonly notTested: Some<ToldReason>;
  /** `3 still open, not blocking`; `undefined` if no obligation is open. */
  readonly stillOpen?: string;
  /**
   * The obligations that are not in the plan, grouped by reason, and then the obligations that do not apply, grouped by
   * area and reason.
   */
  readonly outside: readonly ToldReason[];
  /** The number of warnings about the run itself, which do not belong to any obligation. */
  readonly warnings: number;
}

/** The maximum number of characters. The first page cuts longer texts; later pages show them in full. */
const longestCell = 160;
const longestName = 100;
const cell = (text: string): string => shortened(text.trim().replace(/\s*\n\s*/g, ' '), longestCell);

export function firstPage(report: Report): FirstPage {
  const { name, caveats, run, headlines, signOff, causes, warned, declared, refuted } = report;
  const broken = [...causes, ...warned.map((row): FailureWithConsequences => ({ row, consequences: [] }))];
  return {
    name: shortened(name, longestName),
    notes: [
      ...caveats,
      ...run.faults.map((fault) => `The suite itself failed: ${fault}`),
      ...disagreementNotes(report),
      ...lapsedNotes(report),
    ],
    outcomes: headlines.map((headline) => outcomeOf(headline, run)),
    ...(signOff && { signOff }),
    about: aboutOf(report),
    failing: failingText(report),
    failures: some(10, broken.map(toldFailure)),
    declared: some(8, [...refuted, ...declared].map(toldDeclaration)),
    notTested: some(8, report.open.map(toldReason)),
    ...(report.open.length > 0 && { stillOpen: stillOpenText(report.open) }),
    outside: [...report.leftOut.map(toldReason), ...areasOf(report)],
    warnings: warningLines(report).length,
  };
}

/** Returns a note with both sides for each step and judge that disagree, because one of the two is wrong. */
export function disagreementNotes({ planned }: Pick<Report, 'planned'>): string[] {
  return planned.flatMap(({ id, verdict, disagreement }) => {
    if (disagreement === undefined || !isFaultOfSuite(disagreement)) return [];
    const told = toPlainText(textOfDisagreement(disagreement));
    return [`The suite itself is wrong about ${id} (${verdict}): ${told}. Please report it.`];
  });
}

function toldDeclaration(row: ReportedObligation): ToldDeclaration {
  const { id, title, declaredBy = '' } = row;
  const said = cell(declaredBy);
  return {
    id,
    title,
    said: isRefuted(row) ? `declared by ${said.replace(/\.$/, '')}, ${contradictionText(row)}` : said,
  };
}

function some<Item>(most: number, items: readonly Item[]): Some<Item> {
  return { first: items.slice(0, most), more: Math.max(0, items.length - most) };
}

/**
 * Returns a note if an unused or expired exception fails the run. Such an exception changes the exit code, but not the
 * verdicts.
 */
export function lapsedNotes({ besides }: Pick<Report, 'besides'>): string[] {
  return besides.some(({ kind }) => kind === 'waiver') ? ['Unused or expired exceptions fail the run.'] : [];
}

function outcomeOf({ basis, gaps, ...headline }: Headline, { overall }: Report['run']): ToldOutcome {
  const { subject, verdict, sentence } = headline;
  return { subject, verdict, sentence, basis: [...assessedText(overall[subject]), basis, ...gaps] };
}

/** Names the assessed roles, unless the sentence with the verdict already names them. */
function assessedText(overall: OverallResult | undefined): string[] {
  const { assessed = [], notAssessed = [] } = overall?.scope ?? {};
  if (notAssessed.length === 0) return [`Assessed: ${rolesInWords(assessed)}.`];
  if (overall?.verdict !== 'no-failure' || assessed.length === 0) return [];
  return [`Assessed: ${rolesInWords(assessed)}; ${rolesInWords(notAssessed)} not assessed.`];
}

function aboutOf(report: Report): string[] {
  const { name, facts, contract } = report;
  const factOf = (term: string): string => facts.find((fact) => fact.term === term)?.value ?? 'not stated';
  return [
    name,
    `facility: ${factOf('Facility')}`,
    `operator: ${factOf('Operator')}`,
    `against ${factOf('Against')}`,
    timesOf(report),
    `edition ${contract.edition}`,
  ].map((text) => shortened(text, longestName));
}

/**
 * Returns the times of the run, to the minute. If the recorded traffic of every client has times, the text begins with
 * the period in which the clients sent the traffic.
 */
export function timesOf({ clients, run }: Report): string {
  const [begun, ended] = [formatToMinute(run.startedAt), formatToMinute(run.finishedAt)];
  const isShort = run.traffic !== undefined || begun === ended;
  const judged = isShort ? ended : `${begun.replace(' UTC', '')} to ${ended}`;
  const times = clients.filter(({ exchanges }) => exchanges > 0);
  const first = times.flatMap(({ firstAt }) => firstAt ?? []).sort();
  const last = times.flatMap(({ lastAt }) => lastAt ?? []).sort();
  if (times.length === 0 || first.length < times.length || last.length < times.length) return judged;
  return `sent ${first[0]} to ${last.at(-1)} UTC, judged ${judged}`;
}

/** Returns a sentence such as `2 failures, and 4 that follow; 1 warning, which prevents no conformance.` */
function failingText(report: Report): string {
  const { causes, warned } = report;
  const warnings = `${formatCount(warned.length, 'warning')}, which prevents no conformance`;
  const parts = [
    causes.length === 0 ? withoutFailure(report) : failureCountText(causes),
    warned.length === 0 ? [] : warnings,
  ];
  return `${parts.flat().join('; ')}.`;
}

const unseen: readonly Verdict[] = ['inconclusive', 'not-tested', 'not-applicable'];

/**
 * Returns the words for a run without failures. If little was checked, the absence of failures shows little, so the
 * words include a note about that.
 */
function withoutFailure({ headlines, planned }: Report): string {
  if (planned.every(({ verdict }) => unseen.includes(verdict)))
    return 'Nothing was checked, so no failure could be seen';
  if (headlines.some(({ verdict }) => verdict !== 'conforms'))
    return 'No failure was seen, but not everything was checked';
  return 'No failure';
}

export function toldFailure({ row, consequences }: FailureWithConsequences): ToldFailure {
  const { id, title, clause, verdict, breaches = [], broken = 0, observations } = row;
  const { settlement, disagreement, foundIn } = row;
  const [breach] = breaches;
  const told = breach ?? withoutBreach(row);
  return {
    ...{ id, title, clause, verdict },
    expected: cell(toPlainText(told.expected)),
    got: cell(toPlainText(told.seen)),
    cause: cell(toPlainText(told.cause.text)),
    ...(observations > 1 && broken > 0 && { times: `broken ${broken} of ${observations} times` }),
    ...(breach?.exchanges[0] !== undefined && { exchange: breach.exchanges[0] }),
    ...(foundIn !== undefined && { foundIn }),
    ...(breach?.client && { client: cell(formatClientName(breach.client)) }),
    brings: consequences.map((each) => each.id),
    ...(disagreement?.kind === 'step-silent' && {
      silentSteps: `${disagreement.step}, in ${disagreement.scenario}`,
    }),
    ...(settlement && { settledBy: settlement.shortLabel }),
  };
}

/** Describes a failure without a breach: a step of a scenario failed, but no judge found a breach in the recording. */
function withoutBreach({ rule, reason, scenarios }: ObligationResult) {
  const failed = scenarios.find(({ verdict }) => verdict === 'failed');
  const step = failed === undefined ? 'A step' : `A step of “${failed.name}”`;
  return {
    expected: rule,
    seen: reason?.text ?? failed?.message ?? 'no reason is given',
    cause: { text: `Not known. ${step} failed, and no judge found a breach in what was recorded.` },
  };
}

function toldReason({ verdict, reason, rows, ...group }: ObligationGroup | OpenGroup): ToldReason {
  const advice = 'advice' in group && { advice: group.advice };
  return { verdict, reason: cell(reason), ids: rows.map(({ id }) => id), ...advice };
}

function areasOf({ notApplicable }: Report): ToldReason[] {
  return groupRowsByArea(notApplicable.flatMap(({ rows }) => rows)).flatMap(({ title, rows }) =>
    groupRowsByReason(rows).map((group) => toldReason({ ...group, reason: `${title}: ${group.reason}` })),
  );
}
