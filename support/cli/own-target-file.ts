import { existsSync } from 'node:fs';
import { ConfigurationError } from '../targets/errors';

/** The target file to use if a command is given none. */
export const ownTargetFile = 'target.yaml';

/**
 * Returns the target file that was given, or the one in the current folder. Throws a ConfigurationError if
 * there is neither, or the given name is empty.
 *
 * @param more what else the command can do without a target, for the error message
 */
export function requireTargetFile(given: string | undefined, command: string, more = ''): string {
  if (given === '')
    throw new ConfigurationError('is empty', { at: '--target' }, 'is the variable set that names the file?');
  if (given !== undefined) return given;
  if (existsSync(ownTargetFile)) return ownTargetFile;
  throw new ConfigurationError(
    `needs a target, and this folder holds no ${ownTargetFile}`,
    { at: command },
    `conform init writes one, --target names another${more}`,
  );
}
