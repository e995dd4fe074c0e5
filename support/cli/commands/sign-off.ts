import type { Command } from 'commander';
import { Option } from 'commander';
import { decisions } from '../../report/sign-off/sign-off';

export const appended = (text: string, before?: readonly string[]): readonly string[] => [
  ...(before ?? []),
  text,
];

export const signOffOption = (help: string): Option =>
  new Option('--sign-off <decision>', help).choices(decisions);

/** What a decision consists of, on a report and on a pack. */
export function addDecisionOptions(command: Command): Command {
  return command
    .option('--by <name>', 'with --sign-off: who decides')
    .option('--remarks <text>', 'with --sign-off: why')
    .addOption(
      new Option(
        '--condition <text>',
        'with --sign-off accepted-with-conditions: what must hold; may be repeated',
      ).argParser(appended),
    );
}
