import { Status } from 'allure-js-commons';
import type { Category, EnvironmentInfo, ExecutorInfo } from 'allure-js-commons/sdk';
import type { Report } from '../model/report';
import { formatToMinute } from '../model/words';
import { approvedExceptionText } from '../wording';

/** The title of the report: what was certified, with what outcome. Allure shows shares of tests below it. */
export function reportName({ name, run, headlines }: Report): string {
  const found = headlines
    .map(({ subject, verdict }) => `${subject} ${verdict.replaceAll('-', ' ')}`)
    .join(', ');
  const what = `${run.selfTest ? 'Self-test' : 'Conformance'} of ${oneLine(name)}`;
  return `${what}: ${found}`;
}

/** What the report says of the run as a whole. */
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
    ['Obligations', `${planned.length}: ${told.join(', ')}`],
    ['Not in the plan', String(notPlanned.length)],
    ...facts.map(({ term, value }) => [term, value ?? 'not stated'] as const),
  ];
  return Object.fromEntries(info.map(([name, value]) => [name, oneLine(value)]));
}

/** How the message of a failure begins that follows from another one. */
const consequence = String.raw`(?:${approvedExceptionText} until [^\n]*\n\n)?follows [A-Z]{3}-\d`;

/** The kinds of what did not pass. Allure puts a test into each that fits, so that no two fit one test. */
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

/** Who made the report, and of which run; the trends go by the order of runs. */
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

/** The readers of environment.properties and of titles know no other line ends. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
