import { CommanderError } from 'commander';
import pc from 'picocolors';
import { EnvironmentError } from '../contract/outcome';
import { printableBlock, printableLine } from '../contract/printable';
import { asDiskTrouble } from '../targets/disk-trouble';
import { ConfigurationError } from '../targets/errors';
import { exitCodes } from './exit-codes';
import { complain } from './print';

const { incomplete, 'usage-or-configuration': badInput } = exitCodes;

/** Bad input, in one line. */
export const errorLine = (text: string): string => `${pc.red('error:')} ${text}`;

/** Says what ended a command before its time, in one line if the user can fix it, and gives the exit code. */
export function endedBy(error: unknown): number {
  // Commander has printed its own line already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : badInput;
  const bad = error instanceof ConfigurationError ? error : asDiskTrouble(error);
  if (bad !== undefined) {
    complain(errorLine(printableLine(bad.line)));
    return badInput;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  complain(
    error instanceof EnvironmentError
      ? `${pc.red('✗')} ${printableBlock(error.message)}`
      : `fault of the suite: ${printableBlock(text)}`,
  );
  return incomplete;
}

/** An action for commander: what it gives is the exit code of the process. */
export function ending<Args extends unknown[]>(
  act: (...args: Args) => Promise<number> | number,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    // If the process ends because there is nothing left to wait for, the command did not finish.
    process.exitCode = incomplete;
    process.exitCode = await act(...args);
  };
}

/** The same for an act that is loaded when its command runs: what it needs costs other commands nothing. */
export function endingLater<Args extends unknown[]>(
  load: () => Promise<(...args: Args) => Promise<number> | number>,
): (...args: Args) => Promise<void> {
  return ending(async (...args) => (await load())(...args));
}
