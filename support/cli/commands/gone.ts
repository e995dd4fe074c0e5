import type { Command } from 'commander';
import { Option } from 'commander';
import { ConfigurationError } from '../../targets/errors';

/** Commands of version 1, each with what to use instead. */
const goneCommands = {
  completion: 'conform --help lists the commands, and conform COMMAND --help their options',
  steps: 'features/ shows each step in use, and steps/ defines it',
} as const;

/** Throws a ConfigurationError. */
function refuse(what: string, instead: string): never {
  throw new ConfigurationError('is gone since version 2', { at: what }, instead);
}

/** Answers each command of version 1 that is gone by what to use instead; none is listed. */
export function addGoneCommands(conform: Command): void {
  for (const [name, instead] of Object.entries(goneCommands))
    conform
      .command(name, { hidden: true })
      .helpOption(false)
      .allowUnknownOption()
      .argument('[words...]')
      .action(() => refuse(`conform ${name}`, instead));
}

/** An option of version 1: it is not listed, and answers by what to use instead. */
export function goneOption(flags: string, instead: string): Option {
  // With a preset, one without a value is parsed too.
  const option = new Option(flags).hideHelp().preset('');
  return option.argParser(() => refuse(option.long ?? flags, instead));
}
