import { createHash } from 'node:crypto';
import type { Attachment, Label, Link, StepResult, TestResult } from 'allure-js-commons';
import { LabelName, Severity, Stage, Status } from 'allure-js-commons';
import type { Level } from '../../contract/words';
import type { ObligationResult, Verdict } from '../../judging/verdict';

import type { Results } from '../../judging/results';
import { waiverOf, waiverText, whyText } from '../wording';

/**
 * How our verdicts are counted by Allure, which has no words for most of them; each is also a tag. A broken `should`
 * fails nobody, so that it is passed here as it is in the overall verdict.
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
  /** Address of the compliance page as seen from the report; absent: there is none. */
  readonly page?: string;
}

/** One obligation of the plan as one test of Allure. */
export function obligationTest(row: ObligationResult, results: Results, shown: Shown): TestResult {
  const { run } = results;
  const identity = digest(run.target.name, run.environment, row.id);
  const why = row.verdict === 'passed' ? '' : whyText(row, results);
  const waiver = waiverOf(results, row.id);
  const message = [waiver === undefined ? '' : waiverText(waiver), why].filter(Boolean).join('\n\n');
  return {
    uuid: digest(run.id, row.id),
    // One test all the time that an obligation is checked on a target: its history.
    historyId: identity,
    testCaseId: identity,
    fullName: `${row.subject}/${row.area}/${row.id}`,
    titlePath: [row.subject, row.area],
    name: `${row.id} ${row.title}`,
    description: `${row.rule}\n\nClause ${row.clause}, ${row.level}, ${row.role}. Observed ${row.observations} times.`,
    status: allureStatuses[row.verdict],
    statusDetails: message === '' ? {} : { message },
    stage: Stage.FINISHED,
    labels: labelsOf(row, waiver !== undefined),
    links: linksOf(row, shown.page),
    parameters: [],
    steps: [...shown.steps],
    attachments: [...shown.attachments],
    ...timesOf(shown.steps, Date.parse(run.finishedAt)),
  };
}

function labelsOf(row: ObligationResult, isWaived: boolean): Label[] {
  const area = row.area;
  const tags = [row.subject, row.level, row.verdict, ...(isWaived ? ['waived'] : [])];
  return [
    { name: LabelName.EPIC, value: area },
    { name: LabelName.FEATURE, value: `${row.id} ${row.title}` },
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
function storyOf({ scenarios }: ObligationResult): Label[] {
  const names = new Set(scenarios.map(({ name }) => name));
  return names.size === 0 ? [] : [{ name: LabelName.STORY, value: [...names].join('; ') }];
}

/** Only to what lies beside the report: it is to be read without a network. */
function linksOf({ clause, id }: ObligationResult, page: string | undefined): Link[] {
  return page === undefined ? [] : [{ type: 'clause', name: `clause ${clause}`, url: `${page}#${id}` }];
}

/** From the first to the last of its scenarios; an instant where it has none. */
function timesOf(steps: readonly StepResult[], otherwise: number): { start: number; stop: number } {
  const start = Math.min(...steps.map((step) => step.start ?? otherwise), otherwise);
  return { start, stop: Math.max(start, ...steps.map((step) => step.stop ?? otherwise)) };
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
}
