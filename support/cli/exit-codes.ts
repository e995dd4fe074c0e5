import { CommanderError } from 'commander';
import pc from 'picocolors';
import { EnvironmentError } from '../contract/outcome';
import { printableBlock, printableLine } from '../contract/printable';
import { toDiskError } from '../targets/disk-trouble';
import { ConfigurationError } from '../targets/errors';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

/**
 * The exit codes of all commands, by outcome of a run; `--help` and the docs use these names. A fault in the
 * suite or its environment makes a run incomplete.
 */
export const exitCodes = {
  conforms: 0,
  'does-not-conform': 1,
  'usage-or-configuration': 2,
  incomplete: 3,
} as const;

/** All exit codes in words. A command that asks for less than a whole run ends with 0 unless it finds a failure. */
export const exitCodesText =
  `${exitCodes.conforms} conforms (less than a whole run: no failure), ` +
  `${exitCodes['does-not-conform']} does not conform, ` +
  `${exitCodes['usage-or-configuration']} usage or configuration, ` +
  `${exitCodes.incomplete} incomplete, or a whole run that left something out`;

const { incomplete, 'usage-or-configuration': badInput } = exitCodes;

export const errorLine = (text: string): string => `${pc.red('error:')} ${text}`;

/** Prints the error that ended a command, on one line if the user can fix it. Returns the exit code. */
export function printErrorOfCommand(error: unknown, surroundings: Pick<Surroundings, 'stderr'>): number {
  // Print nothing, because commander has already printed its own error message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : badInput;
  const bad = error instanceof ConfigurationError ? error : toDiskError(error);
  if (bad !== undefined) {
    printErrorLine(surroundings, errorLine(printableLine(bad.line)));
    return badInput;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printErrorLine(
    surroundings,
    error instanceof EnvironmentError
      ? `${pc.red('✗')} ${printableBlock(error.message)}`
      : `fault of the suite: ${printableBlock(text)}`,
  );
  return incomplete;
}
