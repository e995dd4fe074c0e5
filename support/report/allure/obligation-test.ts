import { createHash } from 'node:crypto';
import type { Attachment, Label, Link, StepResult, TestResult } from 'allure-js-commons';
import { LabelName, Severity, Stage, Status } from 'allure-js-commons';
import type { Level } from '../../contract/words';
import type { Verdict } from '../../judging/verdict';
import { waiverText } from '../model/caveats';
import type { Report } from '../model/report';
import type { Row } from '../model/row';
import { facetText } from '../model/row';
import { counted } from '../../contract/counted';
import { approvedException } from '../wording';

/**
 * How our verdicts are counted by Allure, which has no words for most of them; each is also a tag. A broken `should`
 * fails no subject, so it is passed here as it is in the overall verdict.
 */
export const allureStatuses: Readonly<Record<Verdict, Status>> = {
  passed: Status.PASSED,
  observed: Status.PASSED,
  declared: Status.PASSED,
  warning: Status.PASSED,
  failed: Status.FAILED,
  inconclusive: Status.BROKEN,
  'not-tested': Status.SKIPPED,
  'not-applicable': Status.SKIPPED,
};

const severities: Readonly<Record<Level, Severity>> = {
  must: Severity.CRITICAL,
  should: Severity.NORMAL,
  observe: Severity.MINOR,
};

/** What is shown with one obligation. */
export interface Shown {
  readonly steps: readonly StepResult[];
  readonly attachments: readonly Attachment[];
}

/** One obligation of the plan as one test of Allure. */
export function obligationTest(row: Row, { run }: Report, shown: Shown): TestResult {
  const { id, name, verdict, subject, area, waiver, why } = row;
  const identity = digest(run.target.name, run.environment, id);
  const message = [waiver === undefined ? '' : waiverText(waiver), why].filter(Boolean).join('\n\n');
  return {
    uuid: digest(run.id, id),
    // One test all the time that an obligation is checked on a target: its history.
    historyId: identity,
    testCaseId: identity,
    fullName: `${subject}/${area}/${id}`,
    titlePath: [subject, area],
    name,
    description: descriptionOf(row),
    status: allureStatuses[verdict],
    statusDetails: message === '' ? {} : { message },
    stage: Stage.FINISHED,
    labels: labelsOf(row),
    links: linksOf(row),
    parameters: [],
    steps: [...shown.steps],
    attachments: [...shown.attachments],
    ...timesOf(shown.steps, Date.parse(run.finishedAt)),
  };
}

/** What it demands, and the verdict on each facet. */
function descriptionOf({ rule, clause, level, role, observations, facets = [] }: Row): string {
  const about = `Clause ${clause}, ${level}, ${role}. ${counted(observations, 'observation')}.`;
  const parts = facets.map((facet) => `- ${facetText(facet)}`).join('\n');
  return [rule, about, parts].filter(Boolean).join('\n\n');
}

function labelsOf(row: Row): Label[] {
  const { area, follows, waiver } = row;
  const tags = [
    row.subject,
    row.level,
    row.verdict,
    ...(waiver === undefined ? [] : [approvedException]),
    ...follows.map((id) => `follows ${id}`),
  ];
  return [
    { name: LabelName.EPIC, value: area },
    { name: LabelName.FEATURE, value: row.name },
    ...storyOf(row),
    { name: LabelName.PARENT_SUITE, value: row.subject },
    { name: LabelName.SUITE, value: area },
    { name: LabelName.PACKAGE, value: `${row.subject}.${area}` },
    { name: LabelName.SEVERITY, value: severities[row.level] },
    { name: 'clause', value: row.clause },
    { name: 'obligation', value: row.id },
    { name: 'role', value: row.role },
    ...tags.map((value) => ({ name: LabelName.TAG, value })),
  ];
}

/** One for all scenarios: a test with several stories is counted once for each of them. */
function storyOf({ scenarios }: Row): Label[] {
  const names = new Set(scenarios.map(({ name }) => name));
  return names.size === 0 ? [] : [{ name: LabelName.STORY, value: [...names].join('; ') }];
}

/** Only to what lies beside the report: it is to be read without a network. */
/** Clauses are looked up on the compliance page, which is seen from `allure-report/index.html` so. */
const compliancePage = '../compliance.html';

function linksOf({ clause, id }: Row): Link[] {
  return [{ type: 'clause', name: `clause ${clause}`, url: `${compliancePage}#${id}` }];
}

/** From the first to the last of its scenarios; an instant where it has none. */
function timesOf(steps: readonly StepResult[], otherwise: number): { start: number; stop: number } {
  const start = Math.min(...steps.map((step) => step.start ?? otherwise), otherwise);
  return { start, stop: Math.max(start, ...steps.map((step) => step.stop ?? otherwise)) };
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
}
