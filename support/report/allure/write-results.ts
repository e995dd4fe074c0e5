import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { messagesOf } from '../messages-of-run';
import type { Reports } from '../read-reports';
import { readReports } from '../read-reports';
import { categories, environmentInfo, executorInfo } from './about-run';
import { replaceFolder, runOf } from './own-folder';
import { replay } from './replay';
import type { ResultSet } from './result-set';
import { resultSet } from './result-set';

/** The page that clauses are looked up on, and its address as seen from `allure-report/index.html`. */
const compliancePage = 'compliance.html';

/**
 * Writes `allure-results` into a folder of reports, whole or not at all: a test for each obligation of the plan, its
 * scenarios as allure-cucumberjs tells them, and the history of earlier reports. Throws a ConfigurationError where the
 * reports are missing or broken, or a folder of that name is somebody else's.
 */
export async function writeAllureResults(folder: string): Promise<Reports> {
  const reports = await readReports(folder);
  const { results } = reports;
  const replayed = replay(messagesOf(results, folder));
  const page = existsSync(join(folder, compliancePage)) ? `../${compliancePage}` : undefined;
  const set = resultSet(reports, replayed, page);
  const history = historyBefore(folder, results.run.id);
  await replaceFolder(join(folder, 'allure-results'), results.run.id, (draft) => {
    writeSet(draft, set, reports);
    if (history !== undefined) cpSync(history, join(draft, 'history'), { recursive: true });
  });
  return reports;
}

function writeSet(draft: string, { tests, attachments }: ResultSet, { results }: Reports): void {
  const writer = new FileSystemWriter({ resultsDir: draft });
  for (const test of tests) writer.writeResult(test);
  // Its own way to write attachments waits for the disk each time.
  for (const [name, content] of Object.entries(attachments)) writeFileSync(join(draft, name), content);
  writer.writeEnvironmentInfo(environmentInfo(results));
  writer.writeCategoriesDefinitions(categories);
  writeFileSync(join(draft, 'executor.json'), `${JSON.stringify(executorInfo(results), null, 2)}\n`);
}

/** The folder that keeps the history of reports from run to run; Allure's own folders do not outlive their run. */
export const historyFolder = 'allure-history';

/** The history before this run: a report that is made again must not follow itself. */
function historyBefore(folder: string, run: string): string | undefined {
  const isAgain = runOf(join(folder, 'allure-results')) === run;
  const history = isAgain ? join(folder, 'allure-results', 'history') : join(folder, historyFolder);
  return existsSync(history) ? history : undefined;
}
