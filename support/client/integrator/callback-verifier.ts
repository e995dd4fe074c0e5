import type { JWK } from 'jose';
import { importJWK, jwtVerify } from 'jose';
import type { JwsRules } from '../../crypto/jose/jws';
import { jwsHeaderOf } from '../../crypto/jose/jws';

/** The gateway's published keys, which verify the JWTs of callbacks (clause 5.1.6). */
export interface PublishedKeySource {
  /** Returns the cached keys, or fetches them if none are cached. */
  all(): Promise<readonly JWK[]>;
  /**
   * Returns the key with this id. Fetches the keys again if the id is unknown. Resolves with `undefined` if
   * the id is still missing.
   */
  find(kid: string): Promise<JWK | undefined>;
}

/**
 * Returns whether a JWT is valid and was signed by the gateway; `undefined` (no JWT) counts as invalid.
 * Rejects if the published keys cannot be fetched.
 */
export type CallbackVerifier = (
  jwt: string | undefined,
  keys: PublishedKeySource,
  rules: JwsRules,
) => Promise<boolean>;

/**
 * Selects the key by the JWT's `kid`, never `keys[0]`. Without a `kid`, tries every published key. Accepts only the
 * algorithms in `rules`, even if the JWT names another one.
 */
export const verifyCallbackJwt: CallbackVerifier = async (jwt, keys, rules) => {
  const { kid, alg } = jwsHeaderOf(jwt ?? '') ?? {};
  if (jwt === undefined || typeof alg !== 'string' || !rules.algorithms.includes(alg)) return false;
  // If the keys cannot be fetched, this rejects instead of reporting an invalid JWT.
  const named = typeof kid === 'string' ? [await keys.find(kid)] : kid === undefined ? await keys.all() : [];
  for (const jwk of named) if (jwk !== undefined && (await isVerifiedBy(jwk, jwt, alg, rules))) return true;
  return false;
};

async function isVerifiedBy(jwk: JWK, jwt: string, alg: string, rules: JwsRules): Promise<boolean> {
  if (jwk.use === 'enc' || (jwk.alg ?? alg) !== alg) return false;
  try {
    await jwtVerify(jwt, await importJWK({ ...jwk, alg }, alg), {
      clockTolerance: rules.leeway,
      currentDate: rules.now,
      ...(rules.issuer !== null && { issuer: rules.issuer }),
      ...(rules.audience !== null && { audience: rules.audience }),
    });
    return true;
  } catch {
    return false;
  }
}
