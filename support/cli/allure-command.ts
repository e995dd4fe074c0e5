import type { Command } from 'commander';
import { ending } from './boundary';

/** `conform allure`: makes Allure's report of a folder of reports. */
export function addAllureCommand(conform: Command): void {
  conform
    .command('allure')
    .description(
      "Make Allure's report of the results, the messages and the recording in a folder. Needs Java.",
    )
    .argument('[folder]', 'folder for the reports, as a run left it', 'reports')
    .addHelpText(
      'after',
      '\nExit codes: 0 the report is made, 2 usage or configuration, 3 no Java: its results are made.',
    )
    .action(
      ending((folder: string) => {
        // Loaded late: no other command needs the libraries of Allure. import() would leave CommonJS.
        // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
        const { makeAllure } = require('./make-allure') as typeof import('./make-allure');
        return makeAllure(folder);
      }),
    );
}
