import type { Command } from 'commander';
import { Argument } from 'commander';
import { ending } from './boundary';
import { bashScript } from './completion/bash';
import { fishScript } from './completion/fish';
import { completedCommands } from './completion/words-of';
import { zshScript } from './completion/zsh';
import { exitCodes } from './exit-codes';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** `conform completion`: a script by which a shell completes commands, options, ids and roles. */
export function addCompletionCommand(conform: Command): void {
  conform
    .command('completion')
    .description(
      'Print a script that completes commands, options, ids and roles. Use it with: source <(conform completion bash)',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .action(
      ending((shell: keyof typeof scripts) => {
        process.stdout.write(scripts[shell](completedCommands(conform)));
        return exitCodes.conforms;
      }),
    );
}
