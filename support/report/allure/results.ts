import type { Envelope, Pickle, TestStepResult, Timestamp } from '@cucumber/messages';
import { TestStepResultStatus, TimeConversion } from '@cucumber/messages';
import type { Attachment, Label, StepResult, TestResult } from 'allure-js-commons';
import { ContentType, LabelName, Severity, Stage, Status } from 'allure-js-commons';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../../contract/format-count';
import type { Level } from '../../contract/words';
import { sourceOfEvidence } from '../../exchange/evidence';
import type { ObligationResult, ScenarioVerdict, Verdict } from '../../judging/verdict';
import { allureCategories, environmentInfo, executorInfo } from './about';
import { replaceFolder } from './own-folder';
import type { EvidenceBySeq } from '../evidence';
import { readCucumberMessages } from '../messages-of-run';
import type { Report } from '../model/report';
import { reportOf } from '../model/report';
import type { ReportedObligation } from '../model/reported-obligation';
import { facetText } from '../model/reported-obligation';
import { readReports } from '../runs/read-run';
import { allureHistoryFolder, runOfAllureFolder } from '../runs/stale';

/** The maximum number of exchanges attached to one obligation; the results list all of them. */
const mostAttached = 10;

/**
 * Maps each verdict to the status that Allure counts. Allure lacks words for most verdicts, so each verdict is also a
 * tag. A broken `should` is passed, because it fails no subject.
 */
export const allureStatuses: Readonly<Record<Verdict, Status>> = {
  passed: Status.PASSED,
  observed: Status.PASSED,
  warning: Status.PASSED,
  failed: Status.FAILED,
  inconclusive: Status.BROKEN,
  // A named person declared that the subject keeps the obligation. The suite cannot observe that.
  declared: Status.SKIPPED,
  'not-tested': Status.SKIPPED,
  'not-applicable': Status.SKIPPED,
};

const severities: Readonly<Record<Level, Severity>> = {
  must: Severity.CRITICAL,
  should: Severity.NORMAL,
  observe: Severity.MINOR,
};

/** The scenarios and exchanges that Allure displays with an obligation. */
interface Shown {
  readonly steps: readonly StepResult[];
  readonly attachments: readonly Attachment[];
}

/** Returns one obligation of the plan as one Allure test. */
export function obligationTest(row: ReportedObligation, { run }: Report, shown: Shown): TestResult {
  const { id, name, verdict, subject, area, settlement, why } = row;
  const identity = digest(run.target.name, run.environment, id);
  const message = [settlement?.text, why].filter(Boolean).join('\n\n');
  return {
    uuid: digest(run.id, id),
    // Equal in all runs on one target and environment, so that Allure can display the history of the obligation.
    historyId: identity,
    testCaseId: identity,
    fullName: `${subject}/${area}/${id}`,
    name,
    description: descriptionOf(row),
    status: allureStatuses[verdict],
    statusDetails: message === '' ? {} : { message },
    stage: Stage.FINISHED,
    labels: labelsOf(row),
    // The path is relative to the report, because the report must work without a network.
    links: [{ type: 'clause', name: `clause ${row.clause}`, url: `../compliance.html#${id}` }],
    parameters: [],
    steps: [...shown.steps],
    attachments: [...shown.attachments],
    ...timesOf(shown.steps, Date.parse(run.finishedAt)),
  };
}

/** Describes the obligation and the verdict on each facet. */
function descriptionOf({ rule, clause, level, role, observations, facets = [] }: ReportedObligation): string {
  const about = `Clause ${clause}, ${level}, ${role}. ${formatCount(observations, 'observation')}.`;
  const parts = facets.map((facet) => `- ${facetText(facet)}`).join('\n');
  return [rule, about, parts].filter(Boolean).join('\n\n');
}

function labelsOf(row: ReportedObligation): Label[] {
  const { area, follows, settlement } = row;
  const tags = [
    row.subject,
    row.level,
    row.verdict,
    ...(settlement === undefined ? [] : [settlement.label]),
    ...follows.map((id) => `follows ${id}`),
  ];
  return [
    { name: LabelName.EPIC, value: area },
    { name: LabelName.FEATURE, value: row.name },
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

/**
 * Returns the start of the first scenario and the end of the last one, in milliseconds since 1970.
 * @param otherwise the end of the run; used for both times of an obligation without scenarios
 */
function timesOf(steps: readonly StepResult[], otherwise: number): { start: number; stop: number } {
  const start = Math.min(...steps.map((step) => step.start ?? otherwise), otherwise);
  return { start, stop: Math.max(start, ...steps.map((step) => step.stop ?? otherwise)) };
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
}

/**
 * Writes `allure-results` of a run into a folder of reports: a test for each obligation of the plan, its scenarios with
 * the texts of their steps, and the history of earlier reports. If writing fails, the folder stays unchanged. Throws a
 * ConfigurationError if reports are missing or broken, or if the suite did not write an existing folder of that name.
 */
export async function writeAllureResults(run: string, folder = run): Promise<Report> {
  const { results, evidence } = await readReports(run);
  const report = reportOf(results, undefined, evidence);
  const { id } = report.run;
  const courses = coursesIn(readCucumberMessages(results, run));
  // Maps file names to contents. Several tests can refer to the file of one exchange.
  const contents = new Map<string, string>();
  const tests = report.planned.map((row) => {
    const steps = row.scenarios.flatMap((each) => {
      const course = courses.get(each.location);
      return course === undefined ? [] : [scenarioStep(each, course)];
    });
    return obligationTest(row, report, { steps, attachments: attachExchanges(row, evidence, contents) });
  });
  const history = historyBefore(folder, id);
  await replaceFolder(join(folder, 'allure-results'), id, (draft) => {
    const writer = new FileSystemWriter({ resultsDir: draft });
    for (const test of tests) writer.writeResult(test);
    // Allure's writer would wait for the disk after each attachment.
    for (const [name, content] of contents) writeFileSync(join(draft, name), content);
    writer.writeEnvironmentInfo(environmentInfo(report));
    writer.writeCategoriesDefinitions(allureCategories);
    const executor = JSON.stringify(executorInfo(report), null, 2);
    writeFileSync(join(draft, 'executor.json'), `${executor}\n`);
    if (history !== undefined) cpSync(history, join(draft, 'history'), { recursive: true });
  });
  return report;
}

/** Attaches the exchanges that show an obligation, the breaches first. Adds each file to `contents`. */
function attachExchanges(
  { evidence: seqs, breaches = [] }: ObligationResult,
  evidence: EvidenceBySeq,
  contents: Map<string, string>,
): Attachment[] {
  const wanted = [...new Set([...breaches.flatMap(({ exchanges }) => exchanges), ...seqs])];
  return wanted.slice(0, mostAttached).flatMap((seq) => {
    const shown = evidence.get(seq);
    if (shown === undefined) return [];
    const source = `exchange-${seq}-attachment.json`;
    contents.set(source, `${JSON.stringify(shown, null, 2)}\n`);
    const what =
      shown.kind === undefined
        ? `${shown.request.method} ${shown.operation ?? shown.request.url}`
        : sourceOfEvidence(shown);
    return [{ name: `exchange ${seq}: ${what}`, source, type: ContentType.JSON }];
  });
}

/**
 * Returns the folder with the history of the runs before this one; `undefined` if that folder does not exist. If
 * `folder` already contains Allure results of this run, returns the folder of their history, because a repeated report
 * must not contain itself as an earlier report.
 */
function historyBefore(folder: string, run: string): string | undefined {
  const isAgain = runOfAllureFolder(join(folder, 'allure-results')) === run;
  const history = isAgain ? join(folder, 'allure-results', 'history') : join(folder, allureHistoryFolder);
  return existsSync(history) ? history : undefined;
}

const statuses: Readonly<Record<ScenarioVerdict, Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  inconclusive: Status.BROKEN,
  'not-tested': Status.SKIPPED,
  'not-applicable': Status.SKIPPED,
};

/** The times of a scenario, in milliseconds since 1970, and its finished steps. */
interface Course {
  readonly start: number;
  stop: number;
  /** The steps and hooks of the scenario. `text` is `undefined` for a hook without a name. */
  readonly steps: { readonly text: string | undefined; readonly result: TestStepResult }[];
}

/** Maps the location that results use, such as `features/session/session-answer.feature:12`, to the scenario. */
function coursesIn(envelopes: readonly Envelope[]): ReadonlyMap<string, Course> {
  const pickles = new Map(envelopes.flatMap(({ pickle }) => (pickle ? [[pickle.id, pickle] as const] : [])));
  const cases = new Map<string, Pickle>();
  const texts = new Map<string, string>();
  const hooks = new Map(envelopes.flatMap(({ hook }) => (hook?.name ? [[hook.id, hook.name] as const] : [])));
  for (const testCase of envelopes.flatMap((each) => each.testCase ?? [])) {
    const pickle = pickles.get(testCase.pickleId);
    if (pickle === undefined) continue;
    cases.set(testCase.id, pickle);
    for (const { id, pickleStepId, hookId = '' } of testCase.testSteps) {
      const text = hooks.get(hookId) ?? pickle.steps.find((each) => each.id === pickleStepId)?.text;
      if (text !== undefined) texts.set(id, text);
    }
  }
  return runThrough(envelopes, cases, texts);
}

function runThrough(
  envelopes: readonly Envelope[],
  cases: ReadonlyMap<string, Pickle>,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, Course> {
  const [courses, running] = [new Map<string, Course>(), new Map<string, Course>()];
  for (const { testCaseStarted: begun, testStepFinished: step, testCaseFinished: ended } of envelopes) {
    const pickle = cases.get(begun?.testCaseId ?? '');
    if (begun !== undefined && pickle !== undefined) {
      const course = { start: msOf(begun.timestamp), stop: msOf(begun.timestamp), steps: [] };
      running.set(begun.id, course);
      courses.set(`${pickle.uri.replaceAll('\\', '/')}:${pickle.location?.line ?? 0}`, course);
    }
    if (step !== undefined)
      running.get(step.testCaseStartedId)?.steps.push({
        text: texts.get(step.testStepId),
        result: step.testStepResult,
      });
    const course = running.get(ended?.testCaseStartedId ?? '');
    if (ended !== undefined && course !== undefined) course.stop = msOf(ended.timestamp);
  }
  return courses;
}

const msOf = (timestamp: Timestamp): number => TimeConversion.timestampToMillisecondsSinceEpoch(timestamp);

/** Returns a scenario as a step of the obligation's test, with the scenario's steps below it. */
function scenarioStep(
  { name, location, verdict, message }: ObligationResult['scenarios'][number],
  { start, stop, steps }: Course,
): StepResult {
  const status = statuses[verdict];
  return {
    ...stepOf(`${name} (${location})`, status),
    statusDetails: message === undefined ? {} : { message },
    steps: steps.flatMap(({ text, result }) =>
      text === undefined ? [] : [stepOf(text, statusAfter(result, status))],
    ),
    ...{ start, stop },
  };
}

/**
 * Returns the status of a step. Cucumber lacks words for most verdicts, so the step that stopped the scenario has the
 * status of the scenario, or `failed` if the step saw a difference.
 */
function statusAfter({ status, exception }: TestStepResult, ofScenario: Status): Status {
  if (status === TestStepResultStatus.PASSED) return Status.PASSED;
  if (status === TestStepResultStatus.SKIPPED) return Status.SKIPPED;
  return exception?.type === 'StepDifferenceError' ? Status.FAILED : ofScenario;
}

const stepOf = (name: string, status: Status): StepResult => ({
  ...{ name, status, stage: Stage.FINISHED, statusDetails: {} },
  ...{ steps: [], attachments: [], parameters: [] },
});
