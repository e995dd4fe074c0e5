import type { ObligationResult } from '../judging/verdict';
import { plainText } from '../exchange/text';
import type { Results } from '../judging/results';
import {
  besidesOf,
  withScope,
  isPartial,
  minuteOf,
  ownNotes,
  partialNote,
  plannedCounts,
  plannedRows,
  productName,
  waiverAdvice,
  waiverOf,
} from './wording';

/** How many entries of one list are told: the page of a job is short, and all else stands in the other reports. */
const toldEntries = 20;

/** How long a text that came from outside may get. */
const longestText = 300;

/** The exit code says so too, whatever the overall verdict is. */
const lapsedNote = 'A waiver that holds no more fails the run.';

/** `summary.md`: what came of it in words, for the page of a CI job. */
export function renderMarkdown({ results }: { readonly results: Results }): string {
  const sections = [
    overallText(results),
    about(results),
    countsTable(results),
    section('Faults of the suite', results.run.faults.map(escapeMarkdown)),
    section('What prevents a pass', failedRows(results).map(failureText)),
    section('Inconclusive', rowsWith(results, 'inconclusive').map(reasonText)),
    section('Warnings', [
      ...rowsWith(results, 'warning').map(failureText),
      ...(results.run.warnings ?? []).map(escapeMarkdown),
    ]),
    changesText(results),
    section('Waivers', waiverTexts(results)),
    section('Readings that the target chose', readingTexts(results)),
  ];
  return `${sections.filter((each) => each !== '').join('\n\n')}\n`;
}

/** Text as it stands, whatever of Markdown, HTML or tables is in it, on one line and not too long. */
export function escapeMarkdown(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const short = line.length > longestText ? `${line.slice(0, longestText)}…` : line;
  return (
    short
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/[\\`*_{}[\]()#!|~$]|^[-+=]/g, '\\$&')
      // Neither anybody's name nor an address becomes a link of the page.
      .replaceAll('@', '&#64;')
      .replaceAll('://', '&#58;//')
      .replaceAll('www.', 'www&#46;')
  );
}

function overallText({ run }: Results): string {
  const lines = Object.entries(run.overall).map(
    ([subject, overall]) => `**${capital(subject)}: ${withScope(overall)}**`,
  );
  const notes = [
    ...(isPartial(run) ? [partialNote] : []),
    ...ownNotes(run),
    ...(besidesOf({ run }).some(({ kind }) => kind === 'waiver') ? [lapsedNote] : []),
    ...(run.challenge === undefined ? [] : [`${run.challenge.note}.`]),
    ...(run.traffic === undefined ? [] : [`${run.traffic.note}.`]),
  ];
  return [...lines, ...notes.map(escapeMarkdown)].join('\\\n');
}

function about({ run, suite, exchanges }: Results): string {
  const product = productName(run);
  const parts = [
    ...(product === undefined ? [] : [`Product: ${escapeMarkdown(product)}`]),
    `Target: ${escapeMarkdown(run.target.name)} (${run.environment})`,
    `Suite: ${escapeMarkdown(`${suite.name} ${suite.version}`)}`,
    `Run: ${minuteOf(run.finishedAt)}, ${exchanges} exchanges`,
  ];
  return parts.join(' · ');
}

function countsTable(results: Results): string {
  const counts = plannedCounts(results);
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['obligations', ...counts.map(([verdict]) => verdict)]),
    row(['obligations', ...counts].map(() => '---:')),
    row([plannedRows(results).length, ...counts.map(([, count]) => count)]),
  ].join('\n');
}

function section(title: string, entries: readonly string[]): string {
  if (entries.length === 0) return '';
  const more = entries.length - toldEntries;
  const lines = entries.slice(0, toldEntries).map((entry) => `- ${entry}`);
  return [
    `### ${title} (${entries.length})`,
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more} more, in the other reports`] : []),
  ].join('\n');
}

function rowsWith(results: Results, verdict: ObligationResult['verdict']): ObligationResult[] {
  return plannedRows(results).filter((row) => row.verdict === verdict);
}

/** What somebody answers for is told under the waivers. */
function failedRows(results: Results): ObligationResult[] {
  return rowsWith(results, 'failed').filter(({ id }) => waiverOf(results, id) === undefined);
}

function headline({ id, title, clause }: ObligationResult): string {
  return `**${id}** ${escapeMarkdown(title)} (clause ${escapeMarkdown(clause)})`;
}

function failureText(row: ObligationResult): string {
  const [breach, ...others] = row.breaches ?? [];
  if (breach === undefined) return reasonText(row);
  const more = others.length === 0 ? '' : `; broken ${row.broken ?? 0} of ${row.observations} times`;
  const at = breach.exchanges[0] === undefined ? '' : `, in exchange ${breach.exchanges[0]}`;
  return `${headline(row)}: got ${escapeMarkdown(plainText(breach.seen))}${at}${more}`;
}

function reasonText(row: ObligationResult): string {
  const message = row.scenarios.find(({ verdict }) => verdict === row.verdict)?.message;
  const why = (row.reason && plainText(row.reason)) ?? message?.split('\n')[0] ?? 'no reason is given';
  return `${headline(row)}: ${escapeMarkdown(why)}`;
}

function changesText({ run: { changes } }: Results): string {
  if (changes === undefined) return '';
  const version = changes.since.version === undefined ? '' : ` of version ${changes.since.version}`;
  const since = escapeMarkdown(`the report${version} of ${minuteOf(changes.since.finishedAt)}`);
  if (changes.obligations.length === 0) return `Nothing changed since ${since}.`;
  return section(
    `Changes since ${since}`,
    changes.obligations.map(({ id, from, to }) => `**${id}** ${from} → **${to}**`),
  );
}

function waiverTexts({ run: { waivers = [] } }: Results): string[] {
  return waivers.map(
    ({ obligation, state, expires, approver, reason }) =>
      `**${obligation}** ${state}, until ${escapeMarkdown(expires)}, by ${escapeMarkdown(approver)}: ${escapeMarkdown(reason)}${waiverAdvice[state] === '' ? '' : ` (${waiverAdvice[state]})`}`,
  );
}

function readingTexts({ readings }: Results): string[] {
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
