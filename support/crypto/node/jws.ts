import { createPublicKey, verify } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';

/** What a JWT has to fulfil besides its signature. */
export interface JwsRules {
  readonly algorithms: readonly string[];
  readonly issuer: string | null;
  readonly audience: string | null;
  readonly now: Date;
}

export interface JwsVerdict {
  readonly valid: boolean;
  /** Why it is not, in a few words. */
  readonly flaw?: string;
}

interface PublishedKey {
  readonly kid?: string | undefined;
  readonly alg?: string | undefined;
  readonly use?: string | undefined;
}

/** RSASSA-PKCS1-v1_5 (RFC 7518, section 3.3), which is what gateways sign with; others are not verified here. */
const hashes: Readonly<Record<string, string>> = { RS256: 'sha256', RS384: 'sha384', RS512: 'sha512' };

/** Verifies a compact JWS (RFC 7515) with the published key that its kid names, and its claims (RFC 7519). */
export function verifyJws(compact: string, keys: readonly PublishedKey[], rules: JwsRules): JwsVerdict {
  const flaw = flawOf(compact, keys, rules);
  return flaw === undefined ? { valid: true } : { valid: false, flaw };
}

function flawOf(compact: string, keys: readonly PublishedKey[], rules: JwsRules): string | undefined {
  const [header = '', payload = '', signature = '', ...more] = compact.split('.');
  const [head, claims] = [objectIn(header), objectIn(payload)];
  if (head === undefined || claims === undefined || more.length > 0) return 'no JWT';
  const { alg, kid, crit } = head;
  if (typeof alg !== 'string' || !rules.algorithms.includes(alg)) return `its alg is ${String(alg)}`;
  const hash = hashes[alg];
  if (hash === undefined) return `its alg ${alg} is not verified here`;
  // Extensions that have to be understood (RFC 7515, section 4.1.11): none is here.
  if (crit !== undefined) return 'it has a crit';
  if (typeof kid !== 'string') return 'it has no kid';
  const [key, another] = keys.filter((each) => each.kid === kid);
  if (key === undefined) return 'no published key has its kid';
  if (another !== undefined) return 'two published keys have its kid';
  if (key.use === 'enc' || (key.alg ?? alg) !== alg) return 'the key with its kid is for something else';
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  if (!verify(hash, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url')))
    return 'its signature does not fit';
  return flawOfClaims(claims, rules);
}

function flawOfClaims(claims: Readonly<Record<string, unknown>>, rules: JwsRules): string | undefined {
  const { exp, nbf, iss, aud } = claims;
  // NumericDate: whole seconds are all that anyone compares.
  const now = Math.floor(rules.now.getTime() / 1000);
  if (typeof exp !== 'number') return 'it has no exp';
  if (exp <= now) return 'it has expired';
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > now)) return 'it is not valid yet';
  if (rules.issuer !== null && iss !== rules.issuer) return 'it has another issuer';
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (rules.audience !== null && !audiences.includes(rules.audience))
    return 'it is meant for another audience';
  return undefined;
}

function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
