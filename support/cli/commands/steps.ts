import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addStepsCommand(conform: Command): void {
  conform
    .command('steps')
    .description('List the steps that features are written in, by noun, each with an example.')
    .addOption(options.json('the steps as JSON'))
    .action(endingLater(async () => (await import('../steps-command.ts')).tellSteps));
}
