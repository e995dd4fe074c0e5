import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printableLine } from '../contract/printable';
import { hasJava, makeAllureReport, requireOwnFolders } from '../report/allure/make';
import { writeAllureResults } from '../report/allure/results';
import { errorLine, exitCodes } from './exit-codes';
import type { Surroundings } from './surroundings';
import { printErrorLine, printLine } from './surroundings';

export { requireOwnFolders };

/**
 * Writes Allure's results for a run, and Allure's report if Java is installed. Returns the exit code:
 * `incomplete` without Java.
 * @param folder the folder in which to create `allure-results` and `allure-report`
 */
export async function makeAllure(run: string, folder: string, surroundings: Surroundings): Promise<number> {
  const report = await writeAllureResults(run, folder);
  if (!(await hasJava(surroundings.env))) {
    printErrorLine(
      surroundings,
      errorLine(
        `there is no Java here, so that ${printableLine(join(folder, 'allure-results'))} is made and its report is not — install Java 17 (apt-get install default-jre-headless) or set JAVA_HOME, then do this again`,
      ),
    );
    return exitCodes.incomplete;
  }
  await makeAllureReport(folder, report);
  const { statistic } = JSON.parse(
    readFileSync(join(folder, 'allure-report/widgets/summary.json'), 'utf8'),
  ) as { statistic: Record<string, number> };
  const counts = ['passed', 'failed', 'broken', 'skipped'].map((name) => `${statistic[name] ?? 0} ${name}`);
  printLine(surroundings, `${statistic.total ?? 0} obligations: ${counts.join(', ')}`);
  printLine(
    surroundings,
    `Allure report: ${printableLine(join(folder, 'allure-report/index.html'))} (serve the folder, as with npx allure open)`,
  );
  return 0;
}
