import type { Argument, Command, Option } from 'commander';
import { integratorRoles } from '../../adapter/roles';
import { contractObligations } from '../../obligations';

/** What may stand in a place of a command line. */
export type Takes =
  | { readonly kind: 'nothing' | 'file' | 'folder' | 'text' }
  /** `list`: several, with commas between them. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly list?: true };

export interface CompletedOption {
  readonly long: string;
  readonly description: string;
  readonly takes: Takes;
}

/** A command as shells complete it. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** What its arguments are; nothing where it has none. */
  readonly argument: Takes;
}

/** Every command of a program with its options, as commander knows them. */
export function completedCommands(program: Command): CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: firstSentence(command.description()),
    options: [
      ...command.options.flatMap(optionOf),
      { long: '--help', description: 'tell more', takes: nothing },
    ],
    argument: argumentOf(command.registeredArguments[0]),
  }));
}

const nothing: Takes = { kind: 'nothing' };

/** By the name in angle brackets, as in `--only <ids>`. */
const byName: Readonly<Record<string, Takes>> = {
  ids: { kind: 'words', words: contractObligations.all.map(({ id }) => id), list: true },
  roles: { kind: 'words', words: integratorRoles, list: true },
  file: { kind: 'file' },
  files: { kind: 'file' },
  pack: { kind: 'file' },
  command: { kind: 'file' },
  dir: { kind: 'folder' },
  folder: { kind: 'folder' },
  old: { kind: 'folder' },
};

function optionOf({
  short,
  long,
  description,
  argChoices,
  flags,
  required,
  optional,
}: Option): CompletedOption[] {
  if (long == null) return [];
  const name = /[<[](\w+)/.exec(flags)?.[1] ?? '';
  const takes = required || optional ? placeOf(name, argChoices) : nothing;
  // Another word for the same stands where a single letter may.
  const names = short?.startsWith('--') ? [short, long] : [long];
  return names.map((each) => ({ long: each, description: firstSentence(description), takes }));
}

function argumentOf(argument: Argument | undefined): Takes {
  return argument === undefined ? nothing : placeOf(argument.name(), argument.argChoices);
}

function placeOf(name: string, choices: readonly string[] | undefined): Takes {
  return choices === undefined ? (byName[name] ?? { kind: 'text' }) : { kind: 'words', words: choices };
}

/** What one line beside a word has room for, without what shells would read in it. */
function firstSentence(text: string): string {
  return (text.split(/[.;:](?:\s|$)/)[0] ?? '').replace(/['"`$\\[\]]/g, '');
}
