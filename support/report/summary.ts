import { printableIn, printableLine } from '../contract/printable';
import pc from 'picocolors';
import { toPlainText } from '../exchange/text';
import type { Verdict } from '../judging/verdict';
import { clientCountText } from './model/clients';
import { settledCountLines } from './model/failure-count';
import { disagreementNotes } from './model/first-page';
import type { ObligationGroup } from './model/open';
import { obligationCount, stillOpenText } from './model/open';
import type { FailureWithConsequences, Report } from './model/report';
import type { ReportedObligation } from './model/reported-obligation';
import {
  consequenceText,
  followsText,
  limitFailureMessages,
  refutationText,
} from './model/reported-obligation';
import { planText } from './model/subjects';
import { formatCount } from '../contract/format-count';
import { whyNoExchange } from './no-exchange';
import { unjudgedLines } from './unjudged-text';
import { clientsHeading, headings, maxShownClients, trafficCounts } from './wording';

const paint: Readonly<Record<Verdict, (text: string) => string>> = {
  passed: pc.green,
  failed: pc.red,
  warning: pc.yellow,
  observed: pc.cyan,
  declared: pc.cyan,
  inconclusive: pc.yellow,
  'not-applicable': pc.dim,
  'not-tested': pc.dim,
};

/** The results on a terminal: what was found, the causes of what broke, what is still open, what it all means. */
export function renderTerminalSummary(given: Report, folder: string): string {
  const report = printableIn(given);
  const listed = report.planned.filter((row) => !isToldBelow(row, report));
  const sections = [
    heading(report),
    warningsText(report),
    listed.map((row, index) => rowText(row, listed[index - 1])).join('\n'),
    readingsText(report),
    settlementsText(report),
    [
      ...report.causes.map(causeText),
      ...report.warned.map((row) => causeText({ row, consequences: [] })),
    ].join('\n\n'),
    openText(report),
    notApplicableText(report),
    overallText(report, folder),
  ];
  return `${sections.filter((each) => each !== '').join('\n\n')}\n`;
}

/**
 * Most traffic leaves most obligations open, and they follow in groups. Where there are notes on one, it is listed,
 * too.
 */
function isToldBelow({ verdict, gaps, notes = [] }: ReportedObligation, { run }: Report): boolean {
  if (verdict !== 'not-tested') return verdict === 'not-applicable';
  return run.traffic !== undefined && gaps.length + notes.length === 0;
}

function heading({ run, suite, contract, facts }: Report): string {
  const factOf = (term: string): string[] => {
    const value = facts.find((fact) => fact.term === term)?.value;
    return value === undefined ? [] : [`${term.toLowerCase()} ${value}`];
  };
  const target = run.target.file === null ? run.target.name : `${run.target.name} (${run.target.file})`;
  const about = [
    ...factOf('Product'),
    ...factOf('Adapter'),
    `contract ${contract.title}, edition ${contract.edition}`,
  ];
  return [
    `${pc.bold(target)} · ${run.environment} · ${run.subjects.join(' and ')} · ${suite.name} ${suite.version}`,
    pc.dim(about.join(' · ')),
  ].join('\n');
}

function warningsText(report: Report): string {
  const { run, warnings } = report;
  const bad = run.diagnosis.filter(({ state }) => state === 'bad');
  return [
    ...bad.map(({ name, detail }) => `${pc.yellow('!')} ${name}: no. ${detail}`),
    ...warnings.map((warning) => `${pc.yellow('!')} ${below(warning)}`),
    ...run.faults.map((fault) => `${pc.red('!')} fault of the suite: ${below(fault)}`),
    ...disagreementNotes(report).map((note) => `${pc.red('!')} ${below(note)}`),
  ].join('\n');
}

/** What has several lines has none where rows stand. */
const below = (text: string): string => text.replaceAll('\n', '\n    ');

const indent = ' '.repeat(10);

const reasonOf = (row: ReportedObligation | undefined): string | undefined =>
  row?.reason === undefined ? undefined : toPlainText(row.reason.text).split('\n')[0];

/** A reason that also stands in the row above is not repeated. */
function rowText(row: ReportedObligation, above?: ReportedObligation): string {
  const seen = row.observations > 0 ? pc.dim(` ${row.observations}×`) : '';
  const line = `  ${row.id}  ${paint[row.verdict](row.verdict.padEnd(14))} ${row.title}${seen}`;
  const told = reasonOf(row);
  const reason = row.verdict === 'passed' || told === undefined || told === reasonOf(above) ? [] : [told];
  const follows = followsText(row);
  const declared = row.verdict === 'declared' ? `declared by ${row.declaredBy ?? ''}` : refutationText(row);
  const below = [
    ...(follows === '' ? reason : [follows]),
    ...(declared === undefined ? [] : [declared]),
    ...row.gaps,
    ...(row.notes ?? []).map(toPlainText),
  ];
  return [line, ...below.map((text) => pc.dim(`${indent}${text}`))].join('\n');
}

/** A failure in full, and below it in a line each what follows from it. */
function causeText({ row, consequences }: FailureWithConsequences): string {
  const { failures, settlement } = row;
  const refutation = refutationText(row);
  const shown =
    failures.length === 0
      ? [`${row.name}\n  ${row.why.replaceAll('\n', '\n  ')}`]
      : [
          ...(refutation === undefined ? [] : [`${row.id}: ${refutation}`]),
          ...limitFailureMessages(row, failures),
        ];
  const settled = settlement === undefined ? [] : [pc.cyan(`${row.id}: ${settlement.text}`)];
  const below = consequences.map(
    (each) => `    ${each.id}  ${each.title} ${pc.dim(`(${consequenceText(each)})`)}`,
  );
  const brings =
    below.length === 0 ? [] : [[`${row.id} brings ${below.length} more with it:`, ...below].join('\n')];
  return [...shown, ...settled, ...brings].join('\n\n');
}

function openText({ open }: Report): string {
  if (open.length === 0) return '';
  return [
    pc.bold(`${stillOpenText(open)}:`),
    ...open.flatMap((group) => [
      ...groupLines(group, group.isAllUnseen !== true),
      `      ${pc.cyan('→')} ${group.advice}`,
    ]),
  ].join('\n');
}

/** An obstacle is shown once, with the number of checks that it prevented. */
function groupLines(group: ObligationGroup, withIds = true): string[] {
  const { verdict, reason, details, rows } = group;
  const what = verdict === 'inconclusive' ? 'prevented by: ' : '';
  return [
    `  ${String(rows.length).padStart(3)} ${what}${reason}`,
    ...details.map((line) => `      ${line}`),
    ...(withIds ? [pc.dim(`      ${rows.map(({ id }) => id).join(' ')}`)] : []),
  ];
}

function notApplicableText({ notApplicable }: Report): string {
  const count = obligationCount(notApplicable);
  if (count === 0) return '';
  return [
    `${count} not applicable:`,
    ...notApplicable.flatMap(({ reason, rows }) => `  ${rows.map(({ id }) => id).join(' ')}: ${reason}`),
  ]
    .map((line) => pc.dim(line))
    .join('\n');
}

function readingsText({ readings }: Report): string {
  const own = readings.filter(({ source }) => source !== 'default');
  if (own.length === 0) return '';
  return `${headings.chosenReadings}: ${own.map(({ id, chosen, mark }) => `${id} = ${JSON.stringify(chosen)}${mark}`).join(', ')}`;
}

/** Which failures are approved or settled as deployed, and which exceptions fail the run. */
function settlementsText({ settlements: { heading, note, lines: all } }: Report): string {
  if (all.length === 0) return '';
  const lines = all.map(({ obligation, state, text, advice }) => {
    const line = `  ${obligation}  ${(advice === '' ? pc.cyan : pc.red)(state.padEnd(8))} ${text}`;
    return advice === '' ? line : `${line}\n${indent}${advice}`;
  });
  return [`${heading}. ${note}`, ...lines].join('\n');
}

function overallText(report: Report, folder: string): string {
  const { run, counts, headlines, caveats, planned, notPlanned, exchanges } = report;
  const told = counts.map(({ verdict, count }) => `${count} ${verdict}`);
  const all = planned.length + notPlanned.length;
  const seen = formatCount(exchanges, 'exchange');
  return [
    planned.length === 0
      ? `No obligation was selected, so nothing was judged; ${seen}`
      : `${formatCount(planned.length, 'obligation')}: ${told.join(', ')}; ${seen}`,
    ...(notPlanned.length === 0 ? [] : [pc.dim(`${planText(planned.length, all)}.`)]),
    ...headlines.map(({ subject, text }) => `${subject}: ${pc.bold(text)}`),
    ...settledCountLines(report),
    ...caveats,
    ...observedLine(report),
    ...(run.traffic === undefined ? [] : trafficText(run.traffic)),
    ...clientsText(report),
    ...falseReports(report),
    ...(run.seed === null ? [] : [`Test data made up from seed ${run.seed}.`]),
    printableLine(`Report: ${folder}/compliance.html; results.json and recording.jsonl are beside it`),
  ].join('\n');
}

function observedLine({ facts }: Report): string[] {
  return facts.filter(({ term }) => term === 'Observed').map(({ term, value = '' }) => `${term}: ${value}`);
}

/** Where a client reported success that was none; the page lists the others. */
function falseReports({ afterRefusals }: Report): string[] {
  return afterRefusals
    .filter(({ isFalse }) => isFalse)
    .map(({ text }) => `Noted, not judged: ${toPlainText(text)}`);
}

function clientsText({ clients }: Report): string[] {
  if (clients.length === 0) return [];
  const more = clients.length - maxShownClients;
  return [
    `${clientsHeading}: ${clientCountText(clients)}`,
    ...clients.slice(0, maxShownClients).map(({ line }) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more, in the report`] : []),
  ];
}

function trafficText({ files }: NonNullable<Report['run']['traffic']>): string[] {
  return files.flatMap(({ name, broken, cut, ...counts }) => [
    `${name}: ${trafficCounts(counts)}`,
    ...unjudgedLines(counts).map((line) => `  ${line}`),
    ...[whyNoExchange({ ...counts, cut }) ?? []].flat().map((why) => `  no exchange: ${why}`),
    ...broken.map((each) => `  ${each}`),
    ...(counts.brokenCount > broken.length ? [`  and ${counts.brokenCount - broken.length} more`] : []),
    ...(cut === undefined ? [] : [`  not read to its end: ${cut}`]),
  ]);
}
