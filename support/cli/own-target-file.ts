import { existsSync } from 'node:fs';
import { ConfigurationError } from '../targets/errors';

/** The default target file, in the current folder. */
export const ownTargetFile = 'target.yaml';

/**
 * Returns `given`, the path of a target file, or else the default path. Throws a ConfigurationError if
 * `given` is empty, or if it is undefined and the default file does not exist.
 *
 * @param more end of the error message, about other ways to use the command
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
