import type { Command } from 'commander';
import { defaultReports } from '../../run/keep';
import { endingLater } from '../boundary';
import { toldAllureCodes } from './report';

export function addAllureCommand(conform: Command): void {
  conform
    .command('allure')
    .description("Another name of report --allure: makes Allure's report too. Needs Java.")
    .argument('[entry]', 'an earlier report: its name in the history, the beginning of its id, or its folder')
    .addHelpText('after', toldAllureCodes)
    .action(
      endingLater(async () => {
        const { report } = await import('../report-command.ts');
        return (entry: string | undefined) => report(entry, { reports: defaultReports, allure: true });
      }),
    );
}
