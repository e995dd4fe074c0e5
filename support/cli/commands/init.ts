import type { Command } from 'commander';
import { endingLater } from '../boundary';

export function addInitCommand(conform: Command): void {
  conform
    .command('init')
    .description('Write a commented target file and an adapter stub.')
    .option(
      '--out <file>',
      'where to write the target file; the stub goes into the same folder',
      'target.yaml',
    )
    .option('--role <roles>', 'roles of your system, separated by commas, such as session,registry')
    .action(endingLater(async () => (await import('../init-command.ts')).init));
}
