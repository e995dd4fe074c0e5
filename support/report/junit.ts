import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces';
import type { ObligationResult, Verdict } from '../judging/verdict';
import type { Results } from '../judging/results';
import {
  besidesOf,
  withScope,
  isPartial,
  ownNotes,
  plannedRows,
  productName,
  waiverOf,
  waiverText,
  whyText,
} from './wording';

/** How JUnit's readers count a test case. */
type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

const outcomes: Readonly<Record<Verdict, Outcome>> = {
  passed: 'passed',
  observed: 'passed',
  declared: 'passed',
  // A should never fails anybody: what was seen stands in the output of the case.
  warning: 'passed',
  failed: 'failure',
  inconclusive: 'error',
  'not-tested': 'skipped',
  'not-applicable': 'skipped',
};

interface Case {
  readonly name: string;
  readonly outcome: Outcome;
  /** What kind of failure it is, and what a pass that is not plain is called. */
  readonly type: string;
  /** Why it is no plain pass; may be empty. */
  readonly text: string;
}

interface Suite {
  readonly name: string;
  readonly area: string;
  readonly cases: readonly Case[];
}

/**
 * `junit.xml`: a suite for each subject and area, a case for each obligation of the plan; and one of the run, where
 * something else fails it.
 */
export function renderJunit({ results }: { readonly results: Results }): string {
  const suites = suitesOf(results);
  const document = newDocument();
  const root = document.ele('testsuites', {
    name: plain(results.run.target.name),
    ...countsOf(suites.flatMap(({ cases }) => cases)),
    time: seconds(results.run),
  });
  for (const suite of suites) addSuite(root, suite, results);
  return `${document.end({ prettyPrint: true })}\n`;
}

/** The builder takes what looks like an entity for one, as in the `&nbsp;` of a page that somebody answered with. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;');
}

function newDocument(): XMLBuilder {
  // Loaded late: it takes longer to load than to use, and not every command renders.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
  const { create } = require('xmlbuilder2') as typeof import('xmlbuilder2');
  // A body of an exchange may hold any character; XML may not.
  return create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\ufffd' });
}

function suitesOf(results: Results): Suite[] {
  const others = besidesCases(results);
  const groups = Map.groupBy(plannedRows(results), ({ subject, area }) => `${subject}: ${area}`);
  return [
    ...(others.length === 0 ? [] : [{ name: 'run', area: 'run', cases: others }]),
    ...[...groups].map(([name, rows]) => ({
      name,
      area: rows[0]?.area ?? '',
      cases: rows.map((row) => caseOf(row, results)),
    })),
  ];
}

/** What fails the run without being a verdict: otherwise all could be green, and the exit code 1 or 3. */
function besidesCases(results: Results): Case[] {
  return besidesOf(results).map(({ kind, title, text }, index) =>
    kind === 'fault'
      ? { name: `${title} ${index + 1}`, outcome: 'error', type: kind, text }
      : { name: title, outcome: 'failure', type: kind, text },
  );
}

function caseOf(row: ObligationResult, results: Results): Case {
  const waiver = waiverOf(results, row.id);
  const name = `${row.id} ${row.title}`;
  const type = row.verdict === 'failed' ? row.level : row.verdict;
  if (row.verdict === 'failed' && waiver !== undefined)
    return { name, type, outcome: 'skipped', text: waiverText(waiver) };
  return {
    name,
    type,
    outcome: outcomes[row.verdict],
    text: row.verdict === 'passed' ? '' : whyText(row, results),
  };
}

function countsOf(cases: readonly Case[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const count = (outcome: Outcome): number => cases.filter((each) => each.outcome === outcome).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function addSuite(root: XMLBuilder, { name, area, cases }: Suite, results: Results): void {
  const suite = root.ele('testsuite', {
    name,
    ...countsOf(cases),
    timestamp: results.run.startedAt.replace(/\.\d+Z$/, ''),
  });
  const properties = suite.ele('properties');
  for (const [key, value] of propertiesOf(results))
    properties.ele('property', { name: key, value: plain(value) });
  for (const each of cases) addCase(suite, area, each);
}

function propertiesOf({ run, suite }: Results): [string, string][] {
  return [
    ...Object.entries(run.overall).map(([subject, is]): [string, string] => [
      `overall ${subject}`,
      withScope(is),
    ]),
    ['partial', String(isPartial(run))],
    ['self-test', String(run.selfTest)],
    ...ownNotes(run).map((note): [string, string] => ['certifies nobody', note]),
    ['target', run.target.name],
    ['environment', run.environment],
    ['product', productName(run) ?? 'not stated'],
    ['suite', `${suite.name} ${suite.version}`],
    ['suite digest', suite.digest],
    ['run', run.id],
  ];
}

function addCase(suite: XMLBuilder, area: string, { name, outcome, type, text }: Case): void {
  const element = suite.ele('testcase', { classname: area, name: plain(name) });
  const message = plain(text.split('\n', 1)[0] ?? '');
  if (outcome === 'failure' || outcome === 'error') element.ele(outcome, { message, type }).txt(plain(text));
  else if (outcome === 'skipped') element.ele('skipped', { message: plain(oneLine(text)) });
  else if (type !== 'passed') element.ele('system-out').txt(plain(`${type}\n${text}`.trimEnd()));
}

/** All of it: readers show nothing of a skipped case but its attribute. */
function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, '; ');
}

/** How long the run took, as JUnit's readers want it. */
function seconds({ startedAt, finishedAt }: Results['run']): string {
  return ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(3);
}
