import { Status } from 'allure-js-commons';
import type { Category, EnvironmentInfo, ExecutorInfo } from 'allure-js-commons/sdk';
import type { Results } from '../../judging/results';
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
} from '../wording';

/** The title of the report: what was certified, and that nobody was where that is so. */
export function reportName({ run }: Results): string {
  const partial = isPartial(run) ? ' (partial)' : '';
  return `${run.selfTest ? 'Self-test' : 'Conformance'} of ${oneLine(productName(run) ?? run.target.name)}${partial}`;
}

/** What the report says of the run as a whole. */
export function environmentInfo(results: Results): EnvironmentInfo {
  const { run, suite, exchanges } = results;
  const overall = Object.entries(run.overall).map(
    ([subject, is]) => [`Overall ${subject}`, withScope(is)] as const,
  );
  const counts = plannedCounts(results).map(([verdict, count]) => `${count} ${verdict}`);
  const own = ownNotes(run);
  const info: Record<string, string> = {
    ...Object.fromEntries(overall),
    ...(isPartial(run) && { Partial: partialNote }),
    ...(own.length > 0 && { 'Certifies nobody': own.join(' ') }),
    ...besidesInfo(results),
    ...(run.traffic && { Traffic: run.traffic.note }),
    ...(run.challenge && { Challenge: run.challenge.note }),
    Product: productName(run) ?? 'not stated',
    Target: run.target.name,
    Environment: run.environment,
    Obligations: `${plannedRows(results).length}: ${counts.join(', ')}`,
    Exchanges: String(exchanges),
    Suite: `${suite.name} ${suite.version}`,
    'Suite digest': suite.digest,
    'Source document': run.sourceDigest,
    Run: run.id,
    Finished: run.finishedAt,
  };
  return Object.fromEntries(Object.entries(info).map(([name, value]) => [name, oneLine(value)]));
}

/** What fails or hides the run, and is no test of an obligation. */
function besidesInfo(results: Results): Record<string, string> {
  const { faults, warnings = [], seed } = results.run;
  const waivers = besidesOf(results).filter(({ kind }) => kind === 'waiver');
  return {
    ...(faults.length > 0 && { 'Faults of the suite': faults.join('; ') }),
    ...Object.fromEntries(waivers.map(({ title, text }) => [title, text])),
    ...(warnings.length > 0 && { Warnings: warnings.join('; ') }),
    ...(seed !== null && { Seed: String(seed) }),
  };
}

/** The kinds of what did not pass; the first that fits is shown. */
export const categories: Category[] = [
  { name: 'Broken obligations', matchedStatuses: [Status.FAILED] },
  {
    name: 'Faults of the suite',
    matchedStatuses: [Status.BROKEN],
    messageRegex: '(?s).*fault of the suite.*',
  },
  { name: 'Inconclusive: somebody else got in the way', matchedStatuses: [Status.BROKEN] },
  { name: 'Not tested, or not applicable', matchedStatuses: [Status.SKIPPED] },
];

/** Who made the report, and of which run; the trends go by the order of runs. */
export function executorInfo(results: Results): ExecutorInfo {
  const { run, suite } = results;
  return {
    name: `${suite.name} ${suite.version}`,
    type: 'conform',
    buildName: minuteOf(run.finishedAt),
    buildOrder: Math.floor(Date.parse(run.finishedAt) / 1000),
    reportName: reportName(results),
  };
}

/** The readers of environment.properties and of titles know no other line ends. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
