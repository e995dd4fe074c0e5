import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { hasJava } from '../report/allure/generate';
import { makeAllureReport, requireOwnFolders } from '../report/allure/make-report';
import { writeAllureResults } from '../report/allure/write-results';
import { ConfigurationError } from '../targets/errors';

const badInput = 2;

/** The results of Allure are there, the report is not. */
const withoutReport = 3;

/** `npm run report:allure`: makes Allure's report of a folder of reports. Gives its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  let code = 0;
  const program = new Command('report:allure')
    .description(
      "Make Allure's report of the results, the messages and the recording in a folder. Needs Java.",
    )
    .argument('[folder]', 'folder for the reports, as a run left it', 'reports')
    .addHelpText(
      'after',
      '\nExit codes: 0 the report is made, 2 usage or configuration, 3 no Java: its results are made.',
    )
    .exitOverride()
    .action(async (folder: string) => {
      code = await report(folder);
    });
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : badInput;
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(`${pc.red('error:')} ${error.line}`);
    return badInput;
  }
}

async function report(folder: string): Promise<number> {
  requireOwnFolders(folder);
  const { results } = await writeAllureResults(folder);
  if (!(await hasJava())) {
    console.error(
      `${pc.red('error:')} there is no Java here, so that ${join(folder, 'allure-results')} is made and its report is not — install Java 17 (apt-get install default-jre-headless) or set JAVA_HOME, then do this again`,
    );
    return withoutReport;
  }
  await makeAllureReport(folder, results);
  const { statistic } = JSON.parse(
    readFileSync(join(folder, 'allure-report/widgets/summary.json'), 'utf8'),
  ) as { statistic: Record<string, number> };
  const counts = ['passed', 'failed', 'broken', 'skipped'].map((name) => `${statistic[name] ?? 0} ${name}`);
  console.log(`${statistic.total ?? 0} obligations: ${counts.join(', ')}`);
  console.log(
    `Allure report: ${join(folder, 'allure-report/index.html')} (serve the folder, as with npx allure open)`,
  );
  return 0;
}
