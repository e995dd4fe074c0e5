import { formatCount } from '../../contract/format-count';
import { formatClientName } from '../../exchange/exchange';
import { toPlainText } from '../../exchange/text';
import { disagreementPrefix } from '../../judging/regularity';
import type { ObligationResult, Verdict } from '../../judging/verdict';
import { groupRowsByArea } from '../areas';
import { warningLines } from './about';
import type { ObligationGroup, OpenGroup } from './open';
import { groupRowsByReason, stillOpenText } from './open';
import type { FailureWithConsequences, Report } from './report';
import type { ReportedObligation } from './reported-obligation';
import { rolesInWords } from './scope';
import type { Headline } from './subjects';
import { formatToMinute, shortened } from './words';

/** Something that was broken, and follows from nothing else: what was expected and what came, in a table's cells. */
export interface ToldFailure extends Pick<ReportedObligation, 'id' | 'title' | 'clause' | 'verdict'> {
  readonly expected: string;
  readonly got: string;
  readonly cause: string;
  /** `broken 2 of 3 times`; absent: it was seen once. */
  readonly times?: string;
  /** The first exchange that shows it; absent: none does. */
  readonly exchange?: number;
  /** Whose traffic it is, where that is of several clients. */
  readonly client?: string;
  /** The obligations that fail, or are not seen, because of it. */
  readonly brings: readonly string[];
  /** An approved exception covers it. */
  readonly isExcepted: boolean;
}

/** What a named person stated, since it cannot be seen from outside. */
interface ToldDeclaration extends Pick<ReportedObligation, 'id' | 'title'> {
  /** `A. Person, 2026-01-01: so it is` */
  readonly said: string;
}

/** What was not tested, for one reason. */
export interface ToldReason {
  readonly verdict: ReportedObligation['label'];
  readonly reason: string;
  readonly ids: readonly string[];
  /** What to do; absent: nothing needs to be done. */
  readonly advice?: string;
}

/** The verdict on a subject, with what it covers and what it stands on. */
interface ToldOutcome extends Pick<Headline, 'subject' | 'verdict' | 'sentence'> {
  readonly basis: readonly string[];
}

/** The first of something; the others are counted. */
interface Some<Item> {
  readonly first: readonly Item[];
  readonly more: number;
}

/** What the first page answers, in texts that are short enough for one sheet. */
export interface FirstPage extends Pick<Report, 'signOff'> {
  readonly name: string;
  /** What a reader must know before any verdict. */
  readonly notes: readonly string[];
  readonly outcomes: readonly ToldOutcome[];
  /** Which product, where, run by whom, against what, when, by which edition of the document. */
  readonly about: readonly string[];
  /** How many failures there are, or why there is none to show. */
  readonly failing: string;
  readonly failures: Some<ToldFailure>;
  readonly declared: Some<ToldDeclaration>;
  /** What is open, by its reason. */
  readonly notTested: Some<ToldReason>;
  /** `3 still open, not blocking`; absent: nothing is. */
  readonly stillOpen?: string;
  /** What was not in the plan, and in a line for each area what does not apply. */
  readonly outside: readonly ToldReason[];
  /** How many warnings there are that belong to no obligation. */
  readonly warnings: number;
}

/** Longer texts stand whole behind the first page. */
const longestCell = 160;
const longestName = 100;
const cell = (text: string): string => shortened(text.trim().replace(/\s*\n\s*/g, ' '), longestCell);

export function firstPage(report: Report): FirstPage {
  const { name, caveats, run, headlines, signOff, causes, warned, declared } = report;
  const broken = [...causes, ...warned.map((row): FailureWithConsequences => ({ row, consequences: [] }))];
  return {
    name: shortened(name, longestName),
    notes: [
      ...caveats,
      ...run.faults.map((fault) => `The suite itself failed: ${fault}`),
      ...report.warnings.filter((each) => each.startsWith(disagreementPrefix)),
      ...lapsedNotes(report),
    ],
    outcomes: headlines.map((headline) => outcomeOf(headline, run)),
    ...(signOff && { signOff }),
    about: aboutOf(report),
    failing: failingText(report),
    failures: some(10, broken.map(toldFailure)),
    declared: some(
      8,
      declared.map(({ id, title, declaredBy = '' }) => ({ id, title, said: cell(declaredBy) })),
    ),
    notTested: some(8, report.open.map(toldReason)),
    ...(report.open.length > 0 && { stillOpen: stillOpenText(report.open) }),
    outside: [...report.leftOut.map(toldReason), ...areasOf(report)],
    warnings: warningLines(report).length,
  };
}

function some<Item>(most: number, items: readonly Item[]): Some<Item> {
  return { first: items.slice(0, most), more: Math.max(0, items.length - most) };
}

/** The exit code says so too, whatever the verdicts are. */
export function lapsedNotes({ besides }: Pick<Report, 'besides'>): string[] {
  return besides.some(({ kind }) => kind === 'waiver') ? ['Unused or expired exceptions fail the run.'] : [];
}

/** A sentence that names what was not assessed tells what was. */
function outcomeOf({ basis, gaps, ...headline }: Headline, { overall }: Report['run']): ToldOutcome {
  const { subject, verdict, sentence } = headline;
  const { assessed = [], notAssessed = [] } = overall[subject]?.scope ?? {};
  const scope = notAssessed.length === 0 ? [`Assessed: ${rolesInWords(assessed)}.`] : [];
  return { subject, verdict, sentence, basis: [...scope, basis, ...gaps] };
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

/** When it was; of recorded traffic, where all of it states that, also when it was sent. */
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

/** `2 failures, and 4 that follow; 1 warning, which prevents no conformance.` */
function failingText(report: Report): string {
  const { causes, warned } = report;
  const follow = causes.reduce((sum, { consequences }) => sum + consequences.length, 0);
  const failures = `${formatCount(causes.length, 'failure')}${follow === 0 ? '' : `, and ${followText(follow)}`}`;
  const warnings = `${formatCount(warned.length, 'warning')}, which prevents no conformance`;
  const parts = [
    causes.length === 0 ? withoutFailure(report) : failures,
    warned.length === 0 ? [] : warnings,
  ];
  return `${parts.flat().join('; ')}.`;
}

/** `4 that follow` */
export const followText = (count: number): string => `${count} that ${count === 1 ? 'follows' : 'follow'}`;

const unseen: readonly Verdict[] = ['inconclusive', 'not-tested', 'not-applicable'];

/** That there is no failure says little where little was checked. */
function withoutFailure({ headlines, planned }: Report): string {
  if (planned.every(({ verdict }) => unseen.includes(verdict)))
    return 'Nothing was checked, so no failure could be seen';
  if (headlines.some(({ verdict }) => verdict !== 'conforms'))
    return 'No failure was seen, but not everything was checked';
  return 'No failure';
}

export function toldFailure({ row, consequences }: FailureWithConsequences): ToldFailure {
  const { id, title, clause, verdict, breaches = [], broken = 0, observations, waiver } = row;
  const [breach] = breaches;
  const told = breach ?? withoutBreach(row);
  return {
    ...{ id, title, clause, verdict },
    expected: cell(toPlainText(told.expected)),
    got: cell(toPlainText(told.seen)),
    cause: cell(toPlainText(told.cause.text)),
    ...(observations > 1 && broken > 0 && { times: `broken ${broken} of ${observations} times` }),
    ...(breach?.exchanges[0] !== undefined && { exchange: breach.exchanges[0] }),
    ...(breach?.client && { client: cell(formatClientName(breach.client)) }),
    brings: consequences.map((each) => each.id),
    isExcepted: waiver !== undefined,
  };
}

/** A step of a scenario failed, and no exchange shows what was wrong. */
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
