import type { Command } from 'commander';
import { endingLater } from '../boundary';

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
    .action(endingLater(async () => (await import('../make-allure.ts')).makeAllure));
}
