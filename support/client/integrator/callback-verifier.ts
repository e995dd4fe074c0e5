import type { JWK } from 'jose';
import { importJWK, jwtVerify } from 'jose';
import type { JwsRules } from '../../crypto/jose/jws';
import { jwsHeaderOf } from '../../crypto/jose/jws';

/** The published keys that verify callbacks (clause 5.1.6). */
export interface KeySource {
  /** The keys as they are known, fetched where none are. */
  all(): Promise<readonly JWK[]>;
  /** The key of that id; an unknown one is looked for once more at the source. */
  find(kid: string): Promise<JWK | undefined>;
}

/** Whether a callback's JWT, if it has one, is one of the gateway's; rejects where its keys cannot be had. */
export type CallbackVerifier = (
  jwt: string | undefined,
  keys: KeySource,
  rules: JwsRules,
) => Promise<boolean>;

/** The key comes from `kid`, never `keys[0]`; the algorithm has to be one of the rules, whatever the token says. */
export const verifyAgainstPublished: CallbackVerifier = async (jwt, keys, rules) => {
  const { kid, alg } = jwsHeaderOf(jwt ?? '') ?? {};
  if (jwt === undefined || typeof kid !== 'string' || typeof alg !== 'string') return false;
  if (!rules.algorithms.includes(alg)) return false;
  // Outside of what follows: where the keys cannot be had, nothing is known about the JWT.
  const jwk = await keys.find(kid);
  if (jwk === undefined || jwk.use === 'enc' || (jwk.alg ?? alg) !== alg) return false;
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
};
