import pc from 'picocolors';
import { formatCount } from '../contract/format-count';
import { printableLine } from '../contract/printable';
import type { Results } from '../judging/results';
import type { AnswerChange, SetChange } from '../report/diff/answers';
import { clientGroups, comparedClientsText } from '../report/diff/clients';
import type { ReportDifference } from '../report/diff/compare';
import { compareReports } from '../report/diff/compare';
import type { VerdictChange } from '../report/diff/verdicts';
import { findReport, reportBefore } from '../report/runs/find-run';
import { completedFolder } from '../report/runs/in-place';
import { overallVerdictText, maxShownClients } from '../report/wording';
import { exitCodes } from './exit-codes';
import type { Surroundings } from './surroundings';
import { printResult } from './surroundings';

interface DiffOptions {
  readonly reports: string;
  readonly json?: true;
}

/** `conform diff`: prints the differences between two reports. The exit code is 1 if there is a regression. */
export async function diffReports(
  [old, now]: readonly string[],
  { reports: root, json }: DiffOptions,
  surroundings: Surroundings,
): Promise<number> {
  completedFolder(root);
  const [before, after] = [
    old === undefined ? reportBefore(root) : findReport(old, root),
    now === undefined ? root : findReport(now, root),
  ];
  const difference = await compareReports(before, after);
  printResult(surroundings, json, difference, () => diffText(difference));
  return exitCodes[difference.isRegression ? 'does-not-conform' : 'conforms'];
}

function diffText(difference: ReportDifference): string {
  const { old, now, unlike, verdicts } = difference;
  const sections = [
    [`old  ${sideText(old)}`, `new  ${sideText(now)}`],
    unlike.length === 0 ? [] : [`${pc.yellow('!')} Different scope: ${printableLine(unlike.join('; '))}.`],
    changedText(difference),
    group(pc.red('Worse:'), verdicts.worse),
    group(
      pc.red(`Failed as before, and no longer settled by an exception or a profile:`),
      verdicts.unsettled,
    ),
    difference.faults.length === 0
      ? []
      : [
          pc.red('Faults of the suite, which hide what else there is:'),
          ...difference.faults.map((fault) => `  ${printableLine(fault)}`),
        ],
    group('Failed as before, and newly settled by an exception or a profile:', verdicts.newlySettled),
    group(pc.green('Better:'), verdicts.better),
    group('Other changes:', verdicts.other),
    ...clientsText(difference),
    answersText(difference),
    closing(difference),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

export function sideText({ target, product, id, finishedAt, overall }: Results['run']): string {
  const named = product === null ? '' : `, ${product.name} ${product.version ?? ''}`.trimEnd();
  const found = Object.entries(overall).map(([subject, each]) => `${subject}: ${overallVerdictText(each)}`);
  return printableLine(`${target.name}${named}, run ${id} of ${finishedAt}; ${found.join(', ')}`);
}

const indent = ' '.repeat(10);

/**
 * Lists the changes in the system and in the suite, because either may explain a changed verdict. Returns
 * no lines if nothing changed.
 */
function changedText({ now, changed, verdicts, clients }: ReportDifference): string[] {
  const { system, suite } = changed;
  const { worse, better, other, unsettled, newlySettled } = verdicts;
  const verdictsOn = [
    worse,
    better,
    other,
    unsettled,
    newlySettled,
    clients?.worse ?? [],
    clients?.better ?? [],
  ].flat();
  const told = (facts: readonly string[], none = 'nothing'): string =>
    facts.length === 0 ? none : printableLine(facts.join('; '));
  if (verdictsOn.length + system.length + suite.length === 0) return [];
  // Without a version or digest, two builds cannot be distinguished, so do not claim that nothing changed.
  const isStated = (now.product?.version ?? now.product?.digest) !== undefined;
  const unstated = 'not stated; product.version in the target file tells builds apart';
  return [
    `Changed in the system: ${told(system, isStated ? 'nothing' : unstated)}.`,
    `Changed in the suite:  ${told(suite)}.`,
  ];
}

function group(title: string, changes: readonly VerdictChange[]): string[] {
  if (changes.length === 0) return [];
  return [
    title,
    ...changes.flatMap(({ id, title: what, from, to, reason, settled, judged }) => [
      `  ${id}  ${from ?? 'new in this version'} → ${to}${settled === undefined ? '' : ` (${settled})`}  ${printableLine(what)}`,
      ...(reason === undefined ? [] : [`${indent}${printableLine(reason.split('\n')[0] ?? '')}`]),
      ...(judged === undefined
        ? []
        : [printableLine(`${indent}judged by ${judged.by}, the product is ${judged.product}`)]),
    ]),
  ];
}

function clientsText({ clients }: ReportDifference): string[][] {
  return (clients === undefined ? [] : clientGroups(clients)).map(({ kind, title, lines }) => {
    const more = lines.length - maxShownClients;
    return [
      kind === 'worse' ? pc.red(title) : kind === 'better' ? pc.green(title) : title,
      ...lines.slice(0, maxShownClients).map((line) => `  ${printableLine(line)}`),
      ...(more > 0 ? [`  and ${more} more; --json names them all`] : []),
    ];
  });
}

function answersText({ answers }: ReportDifference): string[] {
  if (answers === undefined || answers.changed.length === 0) return [];
  return [
    'Answers that changed:',
    ...answers.changed.flatMap((each) => answerLines(each, '; --json names them all')),
  ];
}

/** Maximum number of changed JSON members to list for one kind of request. */
const toldMembers = 20;

/**
 * Returns the lines about one kind of request that services now answer differently. The first line names the
 * request.
 * @param all text to append to the line that counts the unlisted members, such as `; --json names them all`
 */
export function answerLines({ question, status, codes, members = [] }: AnswerChange, all: string): string[] {
  const { operation, sender, part, variant, stimulus } = question;
  const asked = [
    `asked by the ${sender}`,
    ...(part === undefined ? [] : [`${part}: ${variant ?? ''}`]),
    ...(stimulus === undefined ? [] : [`under the fault ${stimulus}`]),
  ];
  const more = members.length - toldMembers;
  return [
    `  ${operation}, ${asked.join(', ')}`,
    ...setLines('status', status),
    ...setLines('code', codes),
    ...members
      .slice(0, toldMembers)
      .map(({ status: of, member, from, to }) => `    body of ${of}  ${member}: ${from} → ${to}`),
    ...(more > 0 ? [`    and ${more} more members${all}`] : []),
  ].map(printableLine);
}

function setLines(name: string, change: SetChange | undefined): string[] {
  if (change === undefined) return [];
  const text = (each: readonly string[]): string => (each.length === 0 ? 'none' : each.join(', '));
  return [`    ${name.padEnd(11)}  ${text(change.from)} → ${text(change.to)}`];
}

function closing(difference: ReportDifference): string[] {
  const outcome = difference.isRegression ? pc.red('A regression.') : pc.green('No regression.');
  return [...comparedLines(difference), outcome];
}

export function comparedLines({ verdicts, clients, answers }: ReportDifference): string[] {
  const { worse, better, other, newlySettled, leftOut } = verdicts;
  const changed = worse.length + better.length + other.length;
  const compared =
    answers === undefined
      ? 'Answers are not compared: a results file stands without recording.jsonl beside it.'
      : `${answers.compared} kinds of questions to services were compared, ${answers.changed.length} are answered otherwise; ${answers.onlyInOne} stand in one recording alone.`;
  return [
    `${formatCount(changed, 'verdict')} changed${newlySettled.length === 0 ? '' : `, ${newlySettled.length} newly settled`}; ${formatCount(leftOut, 'obligation')} outside of either plan left out.`,
    ...(clients === undefined ? [] : [comparedClientsText(clients)]),
    compared,
  ];
}
