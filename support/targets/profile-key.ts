import { resolve } from 'node:path';

/** The environment variable with the path of the public key that must have signed an operator's field profile. */
export const profileKeyVariable = 'CONFORM_PROFILE_KEY';

/**
 * Returns the environment in which `file`, the value of `--profile-key`, is the key of field profiles. Without a value,
 * returns the environment unchanged. A relative path is relative to the current folder.
 */
export function withProfileKey(environment: NodeJS.ProcessEnv, file: string | undefined): NodeJS.ProcessEnv {
  return file === undefined ? environment : { ...environment, [profileKeyVariable]: resolve(file) };
}
