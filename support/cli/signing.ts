import { commandSigner, keySigner, readPublicKey, readSigningKey, signingKeyName } from '../report/pack/sign';
import type { Signer } from '../report/pack/sign';
import { ConfigurationError } from '../targets/errors';

/** How something is to be signed. */
export interface SigningOptions {
  readonly signWith?: string;
  readonly publicKey?: string;
}

/**
 * What signs: a command, or the key of the environment; `undefined` where there is neither. Throws a ConfigurationError
 * where there are both, or nothing is to be signed.
 */
export function signerOf({ signWith, publicKey }: SigningOptions, isWanted: boolean): Signer | undefined {
  const at = signWith === undefined ? '--public-key' : '--sign-with';
  if (publicKey !== undefined && signWith === undefined)
    throw new ConfigurationError('goes with --sign-with', { at }, 'name the command that signs');
  if (signWith !== undefined && !isWanted)
    throw new ConfigurationError('has nothing to sign', { at }, 'add --pack');
  if (!isWanted) return undefined;
  if (signWith === undefined) {
    const key = readSigningKey();
    return key && keySigner(key);
  }
  if (process.env[signingKeyName] !== undefined)
    throw new ConfigurationError(`stands beside ${signingKeyName}`, { at }, 'unset one of them');
  const key = publicKey === undefined ? undefined : readPublicKey(publicKey, '--public-key');
  return commandSigner(signWith, key);
}
