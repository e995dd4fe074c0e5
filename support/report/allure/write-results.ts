import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attachment, TestResult } from 'allure-js-commons';
import { ContentType } from 'allure-js-commons';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import type { Results } from '../../judging/results';
import type { ObligationResult } from '../../judging/verdict';
import { placeOf } from '../../exchange/evidence';
import type { EvidenceBySeq } from '../evidence';
import { messagesOf } from '../messages-of-run';
import type { Report, Shown } from '../model/report';
import { reportOf } from '../model/report';
import { readReports } from '../read-reports';
import { categories, environmentInfo, executorInfo } from './about-run';
import { obligationTest } from './obligation-test';
import { replaceFolder, runOf } from './own-folder';
import { replay } from './replay';
import { scenarioStep } from './scenario-step';

/** The folder that keeps the history of reports from run to run; Allure's own folders do not outlive their run. */
export const historyFolder = 'allure-history';

/** How many exchanges are attached to one obligation; the results name the others. */
const mostAttached = 10;

/**
 * Writes `allure-results` into a folder of reports, whole or not at all: a test for each obligation of the plan, its
 * scenarios as allure-cucumberjs tells them, and the history of earlier reports. Throws a ConfigurationError where the
 * reports are missing or broken, or a folder of that name is not ours.
 */
export async function writeAllureResults(folder: string): Promise<Report> {
  const { results, evidence } = await readReports(folder);
  const report = reportOf(results);
  const { id } = report.run;
  const contents = new Map<string, string | Buffer>();
  const tests = testsOf({ report, evidence }, results, folder, contents);
  const history = historyBefore(folder, id);
  await replaceFolder(join(folder, 'allure-results'), id, (draft) => {
    const writer = new FileSystemWriter({ resultsDir: draft });
    for (const test of tests) writer.writeResult(test);
    // Its own way to write attachments waits for the disk each time.
    for (const [name, content] of contents) writeFileSync(join(draft, name), content);
    writer.writeEnvironmentInfo(environmentInfo(report));
    writer.writeCategoriesDefinitions(categories);
    const executor = JSON.stringify(executorInfo(report), null, 2);
    writeFileSync(join(draft, 'executor.json'), `${executor}\n`);
    if (history !== undefined) cpSync(history, join(draft, 'history'), { recursive: true });
  });
  return report;
}

/** A test for each obligation of the plan; `contents` gains what is attached to them, by file. */
function testsOf(
  { report, evidence }: Shown,
  results: Results,
  folder: string,
  contents: Map<string, string | Buffer>,
): TestResult[] {
  const { scenarios, attachments } = replay(messagesOf(results, folder));
  for (const [name, content] of Object.entries(attachments)) contents.set(name, content);
  return report.planned.map((row) =>
    obligationTest(row, report, {
      steps: row.scenarios.flatMap((each) => {
        const replayed = scenarios.get(each.location);
        return replayed === undefined ? [] : [scenarioStep(each, replayed)];
      }),
      attachments: attachExchanges(row, evidence, contents),
    }),
  );
}

/** The exchanges that show it, those of breaches first; each exchange is one file, however often it is referred to. */
function attachExchanges(
  { evidence: seqs, breaches = [] }: ObligationResult,
  evidence: EvidenceBySeq,
  contents: Map<string, string | Buffer>,
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
        : placeOf(shown);
    return [{ name: `exchange ${seq}: ${what}`, source, type: ContentType.JSON }];
  });
}

/** The history before this run: a report that is made again must not follow itself. */
function historyBefore(folder: string, run: string): string | undefined {
  const isAgain = runOf(join(folder, 'allure-results')) === run;
  const history = isAgain ? join(folder, 'allure-results', 'history') : join(folder, historyFolder);
  return existsSync(history) ? history : undefined;
}
