import type { Command } from 'commander';
import { endingLater } from '../cli/boundary';
import { options, wholeNumber } from '../cli/commands/options';
import { ownTargetFile } from '../cli/own-target-file';

export function addUiCommand(conform: Command): void {
  conform
    .command('ui')
    .description('Open the desk: set up, run, watch and look into a certification in the browser.')
    .addOption(options.target('target file to open').default(ownTargetFile))
    .addOption(options.port('port of the page (0: a free one)', wholeNumber(0, 65_535)))
    .option('--open', 'open it in the browser')
    .addOption(options.from())
    .action(endingLater(async () => (await import('./serve-desk.ts')).serveDesk));
}
