import { printable } from '../contract/printable';
import { cutBetweenForms } from '../exchange/read-form';
import { toPlainText } from '../exchange/text';
import { earlierReportText } from './model/about';
import { clientCountText } from './model/clients';
import { followText, settledCountLines } from './model/failure-count';
import { disagreementNotes, lapsedNotes, timesOf, toldFailure } from './model/first-page';
import type { ObligationGroup, OpenGroup } from './model/open';
import { blockingText, obligationCount } from './model/open';
import type { FailureWithConsequences, Report } from './model/report';
import type { ReportedObligation } from './model/reported-obligation';
import { consequenceText, refutationText } from './model/reported-obligation';
import { formatCount } from '../contract/format-count';
import { clientsHeading, headings, maxShownClients, requirementColumns, requirementRows } from './wording';

/** The maximum number of entries in a section. The page of a CI job is short; the other reports list all entries. */
const toldEntries = 20;

/** The maximum number of characters of a text before escaping; {@link escapeMarkdown} cuts longer texts. */
const longestText = 300;

/** Renders `summary.md`: the outcome in words, for the page of a CI job. */
export function renderMarkdown(report: Report): string {
  const { run, causes, declared, refuted, warned, open, notApplicable, warnings } = report;
  const sections = [
    overallText(report),
    signOffText(report),
    about(report),
    countsTable(report),
    requirementsTable(report),
    clientsText(report),
    section(headings.faults, run.faults.map(escapeMarkdown)),
    section(headings.failures, causes.flatMap(causeTexts), causesSize(causes)),
    section(headings.declared, [...refuted, ...declared].map(declaredText)),
    section(headings.open, open.map(openText), `${obligationCount(open)}${blockingText(open)}`),
    section(headings.warnings, [...warned.flatMap(warningText), ...warnings.map(escapeMarkdown)]),
    section(headings.afterRefusals, falseReports(report)),
    changesText(report),
    section(report.settlements.heading, settlementLines(report)),
    section(headings.chosenReadings, readingTexts(report)),
    section(headings.notApplicable, notApplicable.map(groupText), obligationCount(notApplicable)),
  ];
  return `${sections.filter((each) => each !== '').join('\n\n')}\n`;
}

/**
 * Escapes the characters of Markdown, HTML and tables, so that a Markdown page displays the text literally. Puts the
 * text on one line, and cuts it after {@link longestText} characters.
 */
export function escapeMarkdown(text: string): string {
  const line = printable(text).replace(/\s+/g, ' ').trim();
  const short = cutBetweenForms(line, longestText);
  return (
    short
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_{}[\]()#!|~$]|^[-+=]/g, '\\$&')
      // Otherwise the page would turn names that begin with @, and addresses, into links.
      .replaceAll('@', '&#64;')
      .replaceAll('://', '&#58;//')
      .replaceAll('www.', 'www&#46;')
  );
}

/** Lists the worst clients with their verdicts. Returns an empty text if fewer than two clients sent the traffic. */
function clientsText({ clients }: Report): string {
  if (clients.length < 2) return '';
  const texts = clients.map(({ line }) => escapeMarkdown(line));
  return section(clientsHeading, texts, clientCountText(clients), maxShownClients);
}

function overallText(report: Report): string {
  const { headlines, caveats } = report;
  const notes = [
    ...settledCountLines(report),
    ...caveats,
    ...disagreementNotes(report),
    ...lapsedNotes(report),
  ];
  const lines = headlines.map(({ subject, text }) => `**${capital(subject)}: ${text}**`);
  return [...lines, ...notes.map(escapeMarkdown)].join('\\\n');
}

/** Returns the decision of a reviewer, or an empty text if the results were not reviewed. */
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

/** The terms of the facts that the summary contains: the reader of a CI job asks for these first. */
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

/**
 * Returns a list below a heading, or an empty text for an empty list.
 * @param size the number in the heading: the number of obligations if one entry is about several of them
 * @param most the maximum number of entries; the list ends with the number of the others
 */
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

/** Returns the numbers of causes and of consequences, as in `1, and 11 that follow`. */
function causesSize(causes: readonly FailureWithConsequences[]): string {
  const follow = causes.reduce((sum, { consequences }) => sum + consequences.length, 0);
  return `${causes.length}${follow === 0 ? '' : `, and ${followText(follow)}`}`;
}

function headline({ id, title, clause }: ReportedObligation): string {
  return `**${id}** ${escapeMarkdown(title)} (clause ${escapeMarkdown(clause)})`;
}

/** Returns a list entry about a broken obligation, and an indented entry for each of its consequences. */
function causeTexts(cause: FailureWithConsequences): string[] {
  const { row, consequences } = cause;
  const { expected, got, cause: likely, times, exchange, foundIn, client } = toldFailure(cause);
  const place = foundIn === undefined ? '' : ` (${foundIn})`;
  const of = client === undefined ? '' : ` of ${client}`;
  const at = exchange === undefined ? '' : `, in exchange ${exchange}${place}${of}`;
  const often = times === undefined ? [] : [times];
  // Escape the two parts separately, so that a long place does not cut the value.
  const seen = escapeMarkdown(`got ${got}`) + escapeMarkdown(at);
  const parts = [`expected ${expected}`, `likely cause: ${likely}`, ...often].map(escapeMarkdown);
  const told = parts.toSpliced(1, 0, seen);
  return [
    `${headline(row)}: ${told.join('; ')}${row.settlement === undefined ? '' : ` (${row.settlement.label})`}`,
    ...consequences.map((each) => `  ${headline(each)}: ${escapeMarkdown(consequenceText(each))}`),
  ];
}

const warningText = (row: ReportedObligation): string[] => causeTexts({ row, consequences: [] });

const declaredText = (row: ReportedObligation): string =>
  `${headline(row)}: ${escapeMarkdown(refutationText(row) ?? row.declaredBy ?? '')}`;

/** Returns one entry for all obligations of a group, because their verdict and reason are equal. */
function groupText({ reason, details, rows, verdict }: ObligationGroup): string {
  const [first] = rows;
  const who = rows.length === 1 && first ? headline(first) : `**${rows.map(({ id }) => id).join(', ')}**`;
  return `${who}: ${verdict}, ${escapeMarkdown([reason, ...details].join(' '))}`;
}

function openText(group: OpenGroup): string {
  return `${groupText(group)} → ${escapeMarkdown(group.advice)}`;
}

/**
 * Lists the calls after which a client reported success, although a service had refused the request and accepted no
 * later attempt. The HTML report also lists the other reports after a refusal.
 */
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

function settlementLines({ settlements }: Report): string[] {
  return settlements.lines.map(
    ({ obligation, state, text, advice }) =>
      `**${obligation}** ${state}, ${escapeMarkdown(text)}${advice === '' ? '' : ` (${advice})`}`,
  );
}

function readingTexts({ readings }: Report): string[] {
  return readings
    .filter(({ source }) => source !== 'default')
    .map(
      ({ id, chosen, clause, mark }) =>
        `${escapeMarkdown(id)} = ${escapeMarkdown(JSON.stringify(chosen))} (clause ${escapeMarkdown(clause)})${escapeMarkdown(mark)}`,
    );
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
