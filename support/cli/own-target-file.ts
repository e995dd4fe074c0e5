import { existsSync } from 'node:fs';
import { ConfigurationError } from '../targets/errors';

/** The default target file, in the current folder. */
export const ownTargetFile = 'target.yaml';

/**
 * Returns the given target file, or the default one in the current folder. Throws a ConfigurationError if
 * neither exists, or the given name is empty.
 *
 * @param more text for the error message about other ways to use the command
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
