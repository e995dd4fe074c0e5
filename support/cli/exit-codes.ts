import { CommanderError } from 'commander';
import pc from 'picocolors';
import { EnvironmentError } from '../contract/outcome';
import { printableBlock, printableLine } from '../contract/printable';
import { asDiskTrouble } from '../targets/disk-trouble';
import { ConfigurationError } from '../targets/errors';
import type { Surroundings } from './surroundings';
import { complain } from './surroundings';

/**
 * Every exit code of every command, by what it says of a run; `--help` and the docs tell them by these names. A fault of
 * the suite, and whatever else got in the way, leaves a thing incomplete.
 */
export const exitCodes = {
  conforms: 0,
  'does-not-conform': 1,
  'usage-or-configuration': 2,
  incomplete: 3,
} as const;

/** `0 conforms, 1 does not conform, …` */
export const toldExitCodes = Object.entries(exitCodes)
  .map(([name, code]) => `${code} ${name.replaceAll('-', ' ')}`)
  .join(', ');

const { incomplete, 'usage-or-configuration': badInput } = exitCodes;

/** Bad input, in one line. */
export const errorLine = (text: string): string => `${pc.red('error:')} ${text}`;

/** Says what ended a command before its time, in one line if the user can fix it, and gives the exit code. */
export function endedBy(error: unknown, surroundings: Pick<Surroundings, 'stderr'>): number {
  // Commander has printed its own line already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : badInput;
  const bad = error instanceof ConfigurationError ? error : asDiskTrouble(error);
  if (bad !== undefined) {
    complain(surroundings, errorLine(printableLine(bad.line)));
    return badInput;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  complain(
    surroundings,
    error instanceof EnvironmentError
      ? `${pc.red('✗')} ${printableBlock(error.message)}`
      : `fault of the suite: ${printableBlock(text)}`,
  );
  return incomplete;
}
