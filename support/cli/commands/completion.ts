import type { Command } from 'commander';
import { Argument } from 'commander';
import { endingLater } from '../boundary';
import { shells } from '../completion/shells';

export function addCompletionCommand(conform: Command): void {
  conform
    .command('completion')
    .description(
      'Print a script that completes commands, options, ids and roles. Use it with: source <(conform completion bash)',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .action(endingLater(async () => (await import('../completion-command.ts')).completionOf(conform)));
}
