import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addExplainCommand(conform: Command): void {
  conform
    .command('explain')
    .description(
      'Explain obligations: the words of the document, what shows them, a right and a wrong exchange.',
    )
    .argument('<ids...>', 'obligation ids, upper or lower case')
    .addOption(options.json('the explanations as JSON'))
    .action(endingLater(async () => (await import('../explain-command.ts')).explainAll));
}
