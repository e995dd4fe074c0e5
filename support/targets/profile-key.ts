import { resolve } from 'node:path';

/** The environment variable with the path of the public key by which an operator's field profile must be signed. */
export const profileKeyVariable = 'CONFORM_PROFILE_KEY';

/**
 * Returns the environment in which `file`, the value of `--profile-key`, is the key of field profiles. If there is no
 * such value, returns the environment unchanged. A relative path is relative to the current folder.
 */
export function withProfileKey(environment: NodeJS.ProcessEnv, file: string | undefined): NodeJS.ProcessEnv {
  return file === undefined ? environment : { ...environment, [profileKeyVariable]: resolve(file) };
}
