import { Status } from 'allure-js-commons';
import type { Category, EnvironmentInfo, ExecutorInfo } from 'allure-js-commons/sdk';
import type { Report } from '../model/report';
import { formatToMinute } from '../model/words';
import { approvedExceptionText, asDeployedText } from '../wording';

/**
 * Returns the title of the report: the product and the overall verdicts. The title states the verdicts because the
 * numbers that Allure displays below the title are percentages of tests.
 */
export function reportName({ name, run, headlines }: Report): string {
  const found = headlines
    .map(({ subject, verdict }) => `${subject} ${verdict.replaceAll('-', ' ')}`)
    .join(', ');
  const what = `${run.selfTest ? 'Self-test' : 'Conformance'} of ${oneLine(name)}`;
  return `${what}: ${found}`;
}

/** Returns the properties of the whole run that Allure displays, such as the overall verdicts, caveats and counts. */
export function environmentInfo(report: Report): EnvironmentInfo {
  const { headlines, caveats, besides, run, warnings, planned, counts, notPlanned, facts } = report;
  const waivers = besides.filter(({ kind }) => kind === 'waiver');
  const told = counts.map(({ verdict, count }) => `${count} ${verdict}`);
  const info: readonly (readonly [name: string, value: string])[] = [
    ...headlines.map(({ subject, text }) => [`Overall ${subject}`, text] as const),
    ...(caveats.length > 0 ? [['Caveats', caveats.join(' ')] as const] : []),
    ...(run.faults.length > 0 ? [['Faults of the suite', run.faults.join('; ')] as const] : []),
    ...waivers.map(({ title, text }) => [title, text] as const),
    ...(warnings.length > 0 ? [['Warnings', warnings.join('; ')] as const] : []),
    ['Obligations', [planned.length, ...(told.length === 0 ? [] : [told.join(', ')])].join(': ')],
    ['Not in the plan', String(notPlanned.length)],
    ...facts.map(({ term, value }) => [term, value ?? 'not stated'] as const),
  ];
  return Object.fromEntries(info.map(([name, value]) => [name, oneLine(value)]));
}

/** Matches the beginning of a message about a failure that is a consequence of another failure. */
const consequence = String.raw`(?:(?:${approvedExceptionText} until |${asDeployedText}, )[^\n]*\n\n)?follows [A-Z]{3}-\d`;

/**
 * The categories of tests that did not pass. The order matters for broken tests: `Inconclusive` also matches faults of
 * the suite, and Allure assigns a test to the first category that matches.
 */
export const allureCategories: Category[] = [
  { name: 'Broken obligations', matchedStatuses: [Status.FAILED], messageRegex: `(?s)(?!${consequence}).*` },
  { name: 'Consequences of others', matchedStatuses: [Status.FAILED], messageRegex: `(?s)${consequence}.*` },
  {
    name: 'Faults of the suite',
    matchedStatuses: [Status.BROKEN],
    messageRegex: '(?s).*fault of the suite.*',
  },
  { name: 'Inconclusive: another party got in the way', matchedStatuses: [Status.BROKEN] },
  { name: 'Declared, not tested, or not applicable', matchedStatuses: [Status.SKIPPED] },
];

/**
 * Returns the suite as the executor, and the run as its build. Allure sorts its trends by `buildOrder`: the end of the
 * run, in seconds since 1970.
 */
export function executorInfo(report: Report): ExecutorInfo {
  const { run, suite } = report;
  return {
    name: `${suite.name} ${suite.version}`,
    type: 'conform',
    buildName: formatToMinute(run.finishedAt),
    buildOrder: Math.floor(Date.parse(run.finishedAt) / 1000),
    reportName: reportName(report),
  };
}

/** Puts a text on one line, because a value in environment.properties and a title must each be a single line. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
