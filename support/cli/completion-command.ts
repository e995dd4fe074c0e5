import type { Command } from 'commander';
import { bashScript } from './completion/bash';
import { fishScript } from './completion/fish';
import type { Shell } from './completion/shells';
import { completedCommands } from './completion/words-of';
import { zshScript } from './completion/zsh';
import { exitCodes } from './exit-codes';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** `conform completion`: a script by which a shell completes commands, options, ids and roles. */
export const completionOf =
  (conform: Command) =>
  (shell: Shell): number => {
    process.stdout.write(scripts[shell](completedCommands(conform)));
    return exitCodes.conforms;
  };
