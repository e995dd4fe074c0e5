import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { exitCodes } from '../exit-codes';

/** Ends a command that was asked for its version without running it, as commander's own --version does. */
export class VersionAsked extends CommanderError {
  constructor() {
    super(exitCodes.conforms, 'commander.version', '');
  }
}

/** `--version` on the program and on each of its commands. Throws a VersionAsked. */
export function addVersion(conform: Command): void {
  for (const command of [conform, ...conform.commands])
    command
      .option('-V, --version', 'print the versions of suite, contract and Node')
      .on('option:version', () => {
        throw new VersionAsked();
      });
}
