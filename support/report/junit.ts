import { printable } from '../contract/printable';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces';
import type { Verdict } from '../judging/verdict';
import { waiverText } from './model/caveats';
import type { Report } from './model/report';
import type { Row } from './model/row';

/** How JUnit's readers count a test case. */
type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

const outcomes: Readonly<Record<Verdict, Outcome>> = {
  passed: 'passed',
  observed: 'passed',
  declared: 'passed',
  // A should never fails a subject: what was seen stands in the output of the case.
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
export function renderJunit(report: Report): string {
  const suites = suitesOf(report);
  const document = newDocument();
  const root = document.ele('testsuites', {
    name: plain(report.run.target.name),
    ...countsOf(suites.flatMap(({ cases }) => cases)),
    time: seconds(report.run),
  });
  for (const suite of suites) addSuite(root, suite, report);
  return printable(`${document.end({ prettyPrint: true })}\n`);
}

/** The builder takes what looks like an entity for one, as in the `&nbsp;` of a page in an answer. */
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

function suitesOf(report: Report): Suite[] {
  const others = besidesCases(report);
  const groups = Map.groupBy(report.planned, ({ subject, area }) => `${subject}: ${area}`);
  return [
    ...(others.length === 0 ? [] : [{ name: 'run', area: 'run', cases: others }]),
    ...[...groups].map(([name, rows]) => ({
      name,
      area: rows[0]?.area ?? '',
      cases: rows.map(caseOf),
    })),
  ];
}

/** What fails the run without being a verdict: otherwise all could be green, and the exit code 1 or 3. */
function besidesCases({ besides }: Report): Case[] {
  return besides.map(({ kind, title, text }, index) =>
    kind === 'fault'
      ? { name: `${title} ${index + 1}`, outcome: 'error', type: kind, text }
      : { name: title, outcome: 'failure', type: kind, text },
  );
}

/** No reader knows cases below cases: a cause names its consequences, and those name it. */
function caseOf({ name, verdict, level, root, waiver, why }: Row): Case {
  const broken = root === undefined ? level : 'consequence';
  const type = verdict === 'failed' ? broken : verdict;
  if (verdict === 'failed' && waiver !== undefined)
    return { name, type, outcome: 'skipped', text: waiverText(waiver) };
  return { name, type, outcome: outcomes[verdict], text: why };
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

function addSuite(root: XMLBuilder, { name, area, cases }: Suite, report: Report): void {
  const suite = root.ele('testsuite', {
    name,
    ...countsOf(cases),
    timestamp: report.run.startedAt.replace(/\.\d+Z$/, ''),
  });
  const properties = suite.ele('properties');
  for (const [key, value] of propertiesOf(report))
    properties.ele('property', { name: key, value: plain(value) });
  for (const each of cases) addCase(suite, area, each);
}

function propertiesOf({ headlines, partial, run, caveats, facts }: Report): [string, string][] {
  return [
    ...headlines.map(({ subject, text }): [string, string] => [`overall ${subject}`, text]),
    ['partial', String(partial)],
    ['self-test', String(run.selfTest)],
    ...caveats.map((caveat): [string, string] => ['note', caveat]),
    ...facts.map(({ term, value }): [string, string] => [term.toLowerCase(), value ?? 'not stated']),
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
function seconds({ startedAt, finishedAt }: Report['run']): string {
  return ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(3);
}
