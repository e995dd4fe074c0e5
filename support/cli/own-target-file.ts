import { existsSync } from 'node:fs';
import { ConfigurationError } from '../targets/errors';

/** The target file of a command that names none. */
export const ownTargetFile = 'target.yaml';

/**
 * The target file that a command was given, else that of this folder. Throws a ConfigurationError where neither is there.
 *
 * @param more what else the command can do without one
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
