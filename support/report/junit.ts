import type { Verdict } from '../judging/verdict';
import type { Report } from './model/report';
import type { ReportedObligation } from './model/reported-obligation';
import type { XmlElement } from './xml';
import { xmlDocument } from './xml';

/** The outcomes of a test case that readers of JUnit files count. */
type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

const outcomes: Readonly<Record<Verdict, Outcome>> = {
  passed: 'passed',
  observed: 'passed',
  // A broken `should` fails no subject. The output of the case describes the breach.
  warning: 'passed',
  failed: 'failure',
  inconclusive: 'error',
  // A named person declared that the subject keeps the obligation. The suite cannot observe that.
  declared: 'skipped',
  'not-tested': 'skipped',
  'not-applicable': 'skipped',
};

interface Case {
  readonly name: string;
  readonly outcome: Outcome;
  /**
   * For a failed obligation, its level, or `consequence` if it follows from another failure; for all other obligations,
   * the verdict. In the suite named `run`, the kind of the case: `fault` or `waiver`.
   */
  readonly type: string;
  /** The reason for any verdict except `passed`; may be empty. */
  readonly text: string;
}

interface Suite {
  readonly name: string;
  readonly area: string;
  readonly cases: readonly Case[];
}

/**
 * Renders `junit.xml`: a suite for each subject and area, with a case for each obligation of the plan. If anything else
 * fails the run, adds a suite named `run`.
 */
export function renderJunit(report: Report): string {
  const suites = suitesOf(report);
  const root = {
    name: 'testsuites',
    attributes: {
      name: report.run.target.name,
      ...countsOf(suites.flatMap(({ cases }) => cases)),
      time: seconds(report.run),
    },
    content: suites.map((suite) => suiteElement(suite, report)),
  };
  return xmlDocument(root);
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

/**
 * Returns a case for each fault of the suite, and for each unused or expired exception that fails the run. Without
 * these cases, all cases of a run with exit code 1 or 3 could be green.
 */
function besidesCases({ besides }: Report): Case[] {
  return besides.map(({ kind, title, text }, index) =>
    kind === 'fault'
      ? { name: `${title} ${index + 1}`, outcome: 'error', type: kind, text }
      : { name: title, outcome: 'failure', type: kind, text },
  );
}

/** Because JUnit does not nest cases, the text of a cause names its consequences, and their texts name the cause. */
function caseOf({ name, verdict, level, root, settlement, why, reason }: ReportedObligation): Case {
  const broken = root === undefined ? level : 'consequence';
  const type = verdict === 'failed' ? broken : verdict;
  if (verdict === 'failed' && settlement !== undefined)
    return { name, type, outcome: 'skipped', text: settlement.text };
  const outcome = outcomes[verdict];
  return { name, type, outcome, text: outcome === 'skipped' ? whySkippedText(verdict, reason, why) : why };
}

/**
 * Returns the reason for a skipped case. The text begins with the verdict and the kind of reason, because readers of
 * JUnit files display only one message.
 */
function whySkippedText(verdict: Verdict, reason: ReportedObligation['reason'], why: string): string {
  // This text already begins with the verdict: “declared by …”.
  if (verdict === 'declared') return why;
  const { kind, by } = reason ?? {};
  const what = kind === undefined ? verdict : `${verdict}, ${kind}${by === undefined ? '' : ` by ${by}`}`;
  return why === '' ? what : `${what}: ${why}`;
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

function suiteElement({ name, area, cases }: Suite, report: Report): XmlElement {
  const timestamp = report.run.startedAt.replace(/\.\d+Z$/, '');
  const properties = propertiesOf(report).map(([key, value]) => ({
    name: 'property',
    attributes: { name: key, value },
  }));
  return {
    name: 'testsuite',
    attributes: { name, ...countsOf(cases), timestamp },
    content: [{ name: 'properties', content: properties }, ...cases.map((each) => caseElement(area, each))],
  };
}

function propertiesOf({ headlines, run, caveats, facts }: Report): [string, string][] {
  return [
    ...headlines.map(({ subject, text }): [string, string] => [`overall ${subject}`, text]),
    ...(run.plan.narrowedBy ?? []).map((by): [string, string] => ['narrowed by', by]),
    ['self-test', String(run.selfTest)],
    ...caveats.map((caveat): [string, string] => ['note', caveat]),
    ...facts.map(({ term, value }): [string, string] => [term.toLowerCase(), value ?? 'not stated']),
  ];
}

function caseElement(area: string, of: Case): XmlElement {
  const within = outcomeElement(of);
  return {
    name: 'testcase',
    attributes: { classname: area, name: of.name },
    content: within === undefined ? [] : [within],
  };
}

/** Returns the element inside a case; `undefined` if the verdict is `passed`. */
function outcomeElement({ outcome, type, text }: Case): XmlElement | undefined {
  const message = text.split('\n', 1)[0] ?? '';
  if (outcome === 'failure' || outcome === 'error')
    return { name: outcome, attributes: { message, type }, content: text };
  if (outcome === 'skipped') return { name: 'skipped', attributes: { message: oneLine(text) } };
  return type === 'passed' ? undefined : { name: 'system-out', content: `${type}\n${text}`.trimEnd() };
}

/** Joins the lines of a text, because readers of JUnit files display only the attribute of a skipped case. */
function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, '; ');
}

/** Returns the duration of the run in seconds, with three decimals. */
function seconds({ startedAt, finishedAt }: Report['run']): string {
  return ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(3);
}
