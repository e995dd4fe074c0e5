import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addHistoryCommand(conform: Command): void {
  conform
    .command('history')
    .description('List the latest reports and the earlier ones.')
    .addOption(options.from())
    .addOption(options.json('the entries as JSON'))
    .addHelpText(
      'after',
      '\nReport 1 is the one before the latest. diff and report take an entry by number, name, path, or the beginning of its id.',
    )
    .action(endingLater(async () => (await import('../history-command.ts')).history));
}
