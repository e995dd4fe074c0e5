import type { JWK } from 'jose';
import { importJWK, jwtVerify } from 'jose';
import { ConnectionError, ServiceError, UnreadableAnswerError } from './failures';

/** The published keys that verify callbacks (clause 5.1.6). */
export interface KeySource {
  /** The keys as they are known, fetched where none are. */
  all(): Promise<readonly JWK[]>;
  /** The key of that id; an unknown one is looked for once more at the source. */
  find(kid: string): Promise<JWK | undefined>;
}

/** What besides the signature a JWT has to fulfil; all but `now` are readings. */
export interface JwtRules {
  readonly algorithms: readonly string[];
  readonly issuer: string | null;
  readonly audience: string | null;
  /** For exp and nbf, in seconds. */
  readonly leeway: number;
  readonly now: Date;
}

/** jose takes line ends and padding too, which are no part of a compact JWS (RFC 7515, section 7.1). */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether a callback's JWT, if it has one, is one of the gateway's; rejects where its keys cannot be had. */
export type CallbackVerifier = (
  jwt: string | undefined,
  keys: KeySource,
  rules: JwtRules,
) => Promise<boolean>;

/** The key comes from `kid`, never `keys[0]`; the algorithm from the rules, never the token. */
export const verifyAgainstPublished: CallbackVerifier = async (jwt, keys, rules) => {
  if (jwt === undefined || !compactForm.test(jwt)) return false;
  try {
    await jwtVerify(jwt, ({ kid, alg }) => keyFor(keys, kid, alg), {
      algorithms: [...rules.algorithms],
      clockTolerance: rules.leeway,
      currentDate: rules.now,
      ...(rules.issuer !== null && { issuer: rules.issuer }),
      ...(rules.audience !== null && { audience: rules.audience }),
    });
    return true;
  } catch (error) {
    if (error instanceof KeysUnavailableError) throw error;
    return false;
  }
};

/** The gateway's keys could not be fetched: nothing is known about the JWT. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

async function keyFor(keys: KeySource, kid: string | undefined, alg: string) {
  const jwk = kid === undefined ? undefined : await found(keys, kid);
  if (jwk?.kty === undefined) throw new Error('no published key has that kid');
  if (jwk.use === 'enc' || (jwk.alg ?? alg) !== alg) throw new Error('the key is for something else');
  return importJWK({ ...jwk, alg }, alg);
}

async function found(keys: KeySource, kid: string): Promise<JWK | undefined> {
  try {
    return await keys.find(kid);
  } catch (error) {
    const kinds = [ConnectionError, ServiceError, UnreadableAnswerError];
    throw kinds.some((kind) => error instanceof kind)
      ? new KeysUnavailableError('the published keys cannot be had', { cause: error })
      : error;
  }
}
