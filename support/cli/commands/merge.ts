import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { addJudgingOptions, options } from './options';

export function addMergeCommand(conform: Command): void {
  const command = conform
    .command('merge')
    .description('Merge the parts of an audit into one report: of each client, and of all.')
    .argument('<folders...>', 'folders of all parts, as conform audit --partition wrote them')
    .addOption(options.perClient());
  addJudgingOptions(command, 'reports/audit').action(
    endingLater(async () => (await import('../part-commands.ts')).merge),
  );
}
