import type { Command } from 'commander';
import { requireOptional } from '../../targets/optional-package';
import { endingLater } from '../boundary';

const needed = ['allure-commandline', 'allure-cucumberjs', 'allure-js-commons'];

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
      endingLater(async () => {
        requireOptional('allure', needed);
        return (await import('../make-allure.ts')).makeAllure;
      }),
    );
}
