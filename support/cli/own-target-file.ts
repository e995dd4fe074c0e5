import { existsSync } from 'node:fs';
import { ConfigurationError } from '../targets/errors';

/** The default target file, in the current folder. */
export const ownTargetFile = 'target.yaml';

/**
 * Returns `given`, or the default target file if `given` is undefined. Throws a ConfigurationError if `given`
 * is empty, or if the default file is needed but does not exist.
 *
 * @param more text to append to the error message, about other ways to use the command
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
