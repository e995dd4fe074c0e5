import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addVectorsCommand(conform: Command): void {
  conform
    .command('vectors')
    .description("Run the known answers on the suite's own crypto, or on an adapter.")
    .argument('[file...]', 'vector files to run instead of those of the suite')
    .addOption(options.target('run them on the adapter of this target file'))
    .addOption(options.json('the outcome as JSON'))
    .action(endingLater(async () => (await import('../vectors-command.ts')).run));
}
