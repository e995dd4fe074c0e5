import pc from 'picocolors';
import { plainText } from '../exchange/text';
import type { ObligationResult, Verdict } from '../judging/verdict';
import type { Obstacle } from '../judging/obstacles';
import type { Results } from '../judging/results';
import { failuresOf, withScope, ownNotes, plannedCounts, plannedRows, waiverAdvice } from './wording';

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

/** The results on a terminal: what was found, what prevents a pass, what it all means. */
export function renderSummary(results: Results, folder: string): string {
  const planned = plannedRows(results);
  const sections = [
    heading(results),
    diagnosisText(results),
    planned.map((row, index) => rowText(row, reasonOf(planned[index - 1]))).join('\n'),
    planned.flatMap((row) => failuresText(row, results)).join('\n\n'),
    readingsText(results),
    waiversText(results),
    overallText(results, folder),
  ];
  return `${sections.filter((each) => each !== '').join('\n\n')}\n`;
}

function heading({ run, suite }: Results): string {
  const target = run.target.file === null ? run.target.name : `${run.target.name} (${run.target.file})`;
  return `${pc.bold(target)} · ${run.environment} · ${run.subjects.join(' and ')} · ${suite.name} ${suite.version}`;
}

function diagnosisText({ run }: Results): string {
  const bad = run.diagnosis.filter(({ state }) => state === 'bad');
  return [
    ...bad.map(({ name, detail }) => `${pc.yellow('!')} ${name}: no. ${detail}`),
    ...(run.warnings ?? []).map((warning) => `${pc.yellow('!')} ${warning}`),
    ...(run.obstacles ?? []).map(obstacleText),
    ...run.faults.map((fault) => `${pc.red('!')} fault of the suite: ${fault}`),
  ].join('\n');
}

const indent = ' '.repeat(10);

const reasonOf = (row: ObligationResult | undefined): string | undefined =>
  row?.reason === undefined ? undefined : plainText(row.reason);

/** A reason that also stands in the row above is not told again. */
function rowText(row: ObligationResult, above?: string): string {
  const seen = row.observations > 0 ? pc.dim(` ${row.observations}×`) : '';
  const line = `  ${row.id}  ${paint[row.verdict](row.verdict.padEnd(14))} ${row.title}${seen}`;
  const told = reasonOf(row);
  const reason =
    row.verdict === 'passed' || told === undefined || told === above ? [] : told.split('\n').slice(0, 1);
  return [
    line,
    ...[...reason, ...(row.notes ?? []).map(plainText)].map((text) => pc.dim(`${indent}${text}`)),
  ].join('\n');
}

/** Told once, with what it prevented. */
function obstacleText({ what, detail, prevented }: Obstacle): string {
  const checks = prevented.length === 1 ? 'check' : 'checks';
  const lines = [`${pc.yellow('!')} ${what} (prevented ${prevented.length} ${checks})`, detail ?? []].flat();
  return lines.join('\n');
}

/** How many breaches of one obligation are told in full: the others are mostly like them. */
const toldFailures = 2;

function failuresText(row: ObligationResult, results: Results): string[] {
  const failures = failuresOf(row, results);
  const more = failures.length - toldFailures;
  const rest =
    more > 0
      ? [pc.dim(`${row.id}: ${reasonOf(row) ?? 'broken more often'}; the others are in results.json`)]
      : [];
  return [...failures.slice(0, toldFailures), ...rest];
}

function readingsText({ readings }: Results): string {
  const own = readings.filter(({ source }) => source === 'target');
  if (own.length === 0) return '';
  return `Readings that the target chose: ${own.map(({ id, chosen }) => `${id} = ${JSON.stringify(chosen)}`).join(', ')}`;
}

/** Who answers for which failure, and which waiver fails the run. */
function waiversText({ run: { waivers = [] } }: Results): string {
  if (waivers.length === 0) return '';
  const lines = waivers.map(({ obligation, state, expires, approver, reason }) => {
    const line = `  ${obligation}  ${(state === 'used' ? pc.cyan : pc.red)(state.padEnd(8))} until ${expires}, by ${approver}: ${reason}`;
    return state === 'used' ? line : `${line}\n${indent}${waiverAdvice[state]}`;
  });
  return ['Waivers, which change no verdict:', ...lines].join('\n');
}

function overallText(results: Results, folder: string): string {
  const { run } = results;
  const told = plannedCounts(results).map(([verdict, count]) => `${count} ${verdict}`);
  const lines = Object.entries(run.overall).map(
    ([subject, overall]) => `${subject}: ${pc.bold(withScope(overall))}`,
  );
  const offline = run.challenge === undefined ? [] : [`${run.challenge.note}.`];
  const traffic = run.traffic === undefined ? [] : trafficText(run.traffic);
  const seed = run.seed === null ? [] : [`Test data made up from seed ${run.seed}.`];
  return [
    `${plannedRows(results).length} obligations: ${told.join(', ')}; ${results.exchanges} exchanges`,
    ...lines,
    ...offline,
    ...traffic,
    ...ownNotes(run),
    ...seed,
    `Report: ${folder}/compliance.html; results: ${folder}/results.json, exchanges: ${folder}/recording.jsonl`,
  ].join('\n');
}

function trafficText({ note, files }: NonNullable<Results['run']['traffic']>): string[] {
  return [
    `${note}.`,
    ...files.flatMap(({ name, exchanges, others, broken, brokenCount, cut }) => [
      `${name}: ${exchanges} exchanges, ${others} requests that the contract says nothing about${brokenCount > 0 ? `, ${brokenCount} that cannot be read` : ''}`,
      ...broken.map((each) => `  ${each}`),
      ...(brokenCount > broken.length ? [`  and ${brokenCount - broken.length} more`] : []),
      ...(cut === undefined ? [] : [`  not read to its end: ${cut}`]),
    ]),
  ];
}
