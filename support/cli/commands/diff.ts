import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addDiffCommand(conform: Command): void {
  conform
    .command('diff')
    .description(
      'Compare two reports: verdicts, and answers of services. Exit code 1 if a verdict became worse, or the exception for a failure ended.',
    )
    .argument(
      '[old]',
      'the earlier report: an entry of conform history, a folder, or its results.json (default: the previous whole run on the same target)',
    )
    .argument('[new]', 'the later report, named in the same way (default: the latest whole run)')
    .addOption(options.from('folder with the history'))
    .addOption(options.json('the differences as JSON'))
    .action(endingLater(async () => (await import('../diff-command.ts')).compare));
}
