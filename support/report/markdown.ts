import { printable } from '../contract/printable';
import { toPlainText } from '../exchange/text';
import { earlierReportText } from './model/about';
import { clientCountText } from './model/clients';
import { followText, lapsedNotes, timesOf, toldFailure } from './model/first-page';
import type { ObligationGroup, OpenGroup } from './model/open';
import { blockingText, obligationCount } from './model/open';
import type { FailureWithConsequences, Report } from './model/report';
import type { ReportedObligation } from './model/reported-obligation';
import { consequenceText } from './model/reported-obligation';
import { formatCount } from '../contract/format-count';
import {
  approvedExceptionText,
  clientsHeading,
  headings,
  maxShownClients,
  requirementColumns,
  requirementRows,
} from './wording';

/** How many entries of one list are told: the page of a job is short, and all else stands in the other reports. */
const toldEntries = 20;

/** How long a text that came from outside may get. */
const longestText = 300;

/** `summary.md`: the outcome in words, for the page of a CI job. */
export function renderMarkdown(report: Report): string {
  const { run, causes, declared, warned, open, notApplicable, warnings } = report;
  const sections = [
    overallText(report),
    signOffText(report),
    about(report),
    countsTable(report),
    requirementsTable(report),
    clientsText(report),
    section(headings.faults, run.faults.map(escapeMarkdown)),
    section(headings.failures, causes.flatMap(causeTexts), causesSize(causes)),
    section(headings.declared, declared.map(declaredText)),
    section(headings.open, open.map(openText), `${obligationCount(open)}${blockingText(open)}`),
    section(headings.warnings, [...warned.flatMap(warningText), ...warnings.map(escapeMarkdown)]),
    section(headings.afterRefusals, falseReports(report)),
    changesText(report),
    section(headings.exceptions, waiverTexts(report)),
    section(headings.chosenReadings, readingTexts(report)),
    section(headings.notApplicable, notApplicable.map(groupText), obligationCount(notApplicable)),
  ];
  return `${sections.filter((each) => each !== '').join('\n\n')}\n`;
}

/** Text as it stands, whatever of Markdown, HTML or tables is in it, on one line and not too long. */
export function escapeMarkdown(text: string): string {
  const line = printable(text).replace(/\s+/g, ' ').trim();
  const short = line.length > longestText ? `${line.slice(0, longestText)}…` : line;
  return (
    short
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_{}[\]()#!|~$]|^[-+=]/g, '\\$&')
      // Neither a name nor an address becomes a link of the page.
      .replaceAll('@', '&#64;')
      .replaceAll('://', '&#58;//')
      .replaceAll('www.', 'www&#46;')
  );
}

/** Where traffic is of several clients, the worst of them with their verdicts. */
function clientsText({ clients }: Report): string {
  if (clients.length < 2) return '';
  const texts = clients.map(({ line }) => escapeMarkdown(line));
  return section(clientsHeading, texts, clientCountText(clients), maxShownClients);
}

function overallText(report: Report): string {
  const { headlines, caveats } = report;
  const lines = headlines.map(({ subject, text }) => `**${capital(subject)}: ${text}**`);
  return [...lines, ...[...caveats, ...lapsedNotes(report)].map(escapeMarkdown)].join('\\\n');
}

/** The decision of a reviewer, beside the verdicts. */
function signOffText({ signOff }: Report): string {
  if (signOff === undefined) return '';
  const { sentence, basis, remarks, conditions } = signOff;
  const said = remarks === undefined ? [] : [`Remarks: ${escapeMarkdown(remarks)}`];
  return [
    [`**Sign-off: ${escapeMarkdown(sentence)}**`, escapeMarkdown(basis), ...said].join('\\\n'),
    section('Conditions of the sign-off', conditions.map(escapeMarkdown)),
  ]
    .filter((each) => each !== '')
    .join('\n\n');
}

/** What a reader of a job asks first. */
const told = ['Product', 'Adapter', 'Target', 'Environment', 'Contract', 'Edition', 'Suite'];

function about(report: Report): string {
  const parts = report.facts
    .filter(({ term, value }) => told.includes(term) && value !== undefined)
    .map(({ term, value = '' }) => `${term}: ${escapeMarkdown(value)}`);
  return [...parts, `Run: ${timesOf(report)}, ${formatCount(report.exchanges, 'exchange')}`].join(' · ');
}

function countsTable({ counts, planned }: Report): string {
  return [
    tableRow(['obligations', ...counts.map(({ verdict }) => verdict)]),
    tableRow(['obligations', ...counts].map(() => '---:')),
    tableRow([planned.length, ...counts.map(({ count }) => count)]),
  ].join('\n');
}

/** The requirements by level, with the sum of each row and column. */
function requirementsTable({ requirements }: Report): string {
  return [
    tableRow(['requirements', ...requirementColumns.map(({ title }) => title)]),
    tableRow(['---', ...requirementColumns.map(() => '---:')]),
    ...requirementRows(requirements).map(({ title, counts }) => tableRow([title, ...counts])),
  ].join('\n');
}

const tableRow = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** @param size how many obligations it is about, where an entry stands for several */
function section(
  title: string,
  entries: readonly string[],
  size: number | string = entries.length,
  most = toldEntries,
): string {
  if (entries.length === 0) return '';
  const more = entries.length - most;
  return [
    `### ${title} (${size})`,
    '',
    ...entries.slice(0, most).map((entry) => entry.replace(/^ */, '$&- ')),
    ...(more > 0 ? [`- and ${more} more, in the other reports`] : []),
  ].join('\n');
}

/** `1, and 11 that follow` */
function causesSize(causes: readonly FailureWithConsequences[]): string {
  const follow = causes.reduce((sum, { consequences }) => sum + consequences.length, 0);
  return `${causes.length}${follow === 0 ? '' : `, and ${followText(follow)}`}`;
}

function headline({ id, title, clause }: ReportedObligation): string {
  return `**${id}** ${escapeMarkdown(title)} (clause ${escapeMarkdown(clause)})`;
}

/** A cause, and below it what follows from it. */
function causeTexts(cause: FailureWithConsequences): string[] {
  const { row, consequences } = cause;
  const { expected, got, cause: likely, times, exchange, client } = toldFailure(cause);
  const at =
    exchange === undefined ? '' : `, in exchange ${exchange}${client === undefined ? '' : ` of ${client}`}`;
  const often = times === undefined ? [] : [times];
  const told = [`expected ${expected}`, `got ${got}${at}`, `likely cause: ${likely}`, ...often];
  return [
    `${headline(row)}: ${told.map(escapeMarkdown).join('; ')}${row.waiver === undefined ? '' : ` (${approvedExceptionText})`}`,
    ...consequences.map((each) => `  ${headline(each)}: ${escapeMarkdown(consequenceText(each))}`),
  ];
}

const warningText = (row: ReportedObligation): string[] => causeTexts({ row, consequences: [] });

const declaredText = (row: ReportedObligation): string =>
  `${headline(row)}: ${escapeMarkdown(row.declaredBy ?? '')}`;

/** What several obligations have in common is shown once. */
function groupText({ reason, details, rows, verdict }: ObligationGroup): string {
  const [first] = rows;
  const who = rows.length === 1 && first ? headline(first) : `**${rows.map(({ id }) => id).join(', ')}**`;
  return `${who}: ${verdict}, ${escapeMarkdown([reason, ...details].join(' '))}`;
}

function openText(group: OpenGroup): string {
  return `${groupText(group)} → ${escapeMarkdown(group.advice)}`;
}

/** Where a client reported success that was none; the page lists the others. */
function falseReports({ afterRefusals }: Report): string[] {
  return afterRefusals
    .filter(({ isFalse }) => isFalse)
    .map(({ text }) => `${escapeMarkdown(toPlainText(text))}: noted, not judged`);
}

function changesText({ run: { changes } }: Report): string {
  if (changes === undefined) return '';
  const since = escapeMarkdown(earlierReportText(changes));
  if (changes.obligations.length === 0) return `Nothing changed since ${since}.`;
  return section(
    `Changes since ${since}`,
    changes.obligations.map(({ id, from, to }) => `**${id}** ${from} → **${to}**`),
  );
}

function waiverTexts({ waivers }: Report): string[] {
  return waivers.map(
    ({ obligation, state, text, advice }) =>
      `**${obligation}** ${state}, ${escapeMarkdown(text)}${advice === '' ? '' : ` (${advice})`}`,
  );
}

function readingTexts({ readings }: Report): string[] {
  return readings
    .filter(({ source }) => source === 'target')
    .map(
      ({ id, chosen, clause }) =>
        `${escapeMarkdown(id)} = ${escapeMarkdown(JSON.stringify(chosen))} (clause ${escapeMarkdown(clause)})`,
    );
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
