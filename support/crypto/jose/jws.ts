import type { JWK } from 'jose';
import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import type { CallbackTokenFact } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import { callbackSignatures } from '../../contract/readings/payer';

/** The requirements for a JWT's algorithm and claims. `null` leaves the issuer or the audience unchecked. */
export interface JwsRules {
  /** The JWS algorithms that the receiver accepts, such as `RS256`. */
  readonly algorithms: readonly string[];
  readonly issuer: string | null;
  readonly audience: string | null;
  /** Tolerance for `exp` and `nbf`, in seconds. */
  readonly leeway: number;
  readonly now: Date;
}

/** A JWK as it was fetched, without any validation. */
export type PublishedKey = Readonly<Record<string, unknown>>;

/** Matches a compact JWS. jose would also accept line breaks and padding, which RFC 7515 does not allow. */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;
/** Algorithms that prove nothing: anyone can make such a token without a private key. */
const unsigned = /^(none|HS\d+)$/i;

/**
 * The flaws of a JWS that no published key verifies. The signer may have published another key meanwhile, so a
 * receiver fetches the keys again.
 */
export const unpublishedFlaws = {
  unknownKid: 'no published key has its kid',
  withoutKid: 'it has no kid, and no published key verifies it',
} as const;

/**
 * Verifies the signature of a compact JWS (RFC 7515) and its claims (RFC 7519). The `kid` of the JWS selects
 * the published key. Any published key may verify a JWS without `kid`, because RFC 7515 (section 4.1.4) makes
 * `kid` optional.
 */
export async function verifyJws(
  compact: string,
  keys: readonly PublishedKey[],
  rules: JwsRules,
): Promise<CallbackTokenFact> {
  const header = jwsHeaderOf(compact);
  if (header === undefined) return { valid: false, flaw: 'no JWT' };
  const { alg } = header;
  if (typeof alg !== 'string' || unsigned.test(alg))
    return { valid: false, flaw: `its alg is ${String(alg)}` };
  if (!callbackSignatures.includes(alg))
    return { valid: false, unjudged: `its alg ${alg} is none that the reading callback-jwt offers` };
  // Reject any JWS with `crit`, which lists extensions that a verifier must understand (RFC 7515, section
  // 4.1.11). This verifier does not support any extension.
  if (header.crit !== undefined) return { valid: false, flaw: 'it has a crit' };
  const flaw = await flawOf(compact, alg, header.kid, keys, rules);
  if (flaw !== undefined) return { valid: false, flaw };
  if (rules.algorithms.includes(alg))
    return { valid: true, ...(header.kid === undefined && { withoutKid: true }) };
  const named = rules.algorithms.join(', ');
  return {
    valid: false,
    unjudged: `it verifies, but its alg is ${alg}, and the reading callback-jwt names ${named}`,
  };
}

/**
 * Decodes the protected header of a compact JWS without verifying anything. Returns `undefined` if the string
 * is not a compact JWS.
 */
export function jwsHeaderOf(compact: string): { alg?: unknown; kid?: unknown; crit?: unknown } | undefined {
  try {
    return isCompact(compact) ? decodeProtectedHeader(compact) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a string is a well-formed compact JWS. Rejects a part with non-zero bits after its last
 * byte, because one token could then be written in several ways.
 */
function isCompact(text: string): boolean {
  const isWhole = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
  return compactForm.test(text) && text.split('.').every(isWhole);
}

async function flawOf(
  compact: string,
  alg: string,
  kid: unknown,
  keys: readonly PublishedKey[],
  rules: JwsRules,
): Promise<string | undefined> {
  if (kid === undefined) return flawWithoutKid(compact, alg, keys, rules);
  const [key, another] = keys.filter((each) => each.kid === kid);
  if (key === undefined) return unpublishedFlaws.unknownKid;
  if (another !== undefined) return 'two published keys have its kid';
  if (!isFor(key, alg)) return 'the key with its kid is for something else';
  return flawUnderKey(compact, alg, key, rules);
}

/** Returns the flaw of a JWS without `kid`. If a key verifies the signature, this is the flaw of a claim. */
async function flawWithoutKid(
  compact: string,
  alg: string,
  keys: readonly PublishedKey[],
  rules: JwsRules,
): Promise<string | undefined> {
  for (const key of keys.filter((each) => isFor(each, alg))) {
    const flaw = await flawUnderKey(compact, alg, key, rules);
    if (flaw !== wrongSignature && flaw !== wrongKey) return flaw;
  }
  return unpublishedFlaws.withoutKid;
}

/** Returns whether a published key may verify signatures of this algorithm. */
function isFor({ use = 'sig', alg: meant }: PublishedKey, alg: string): boolean {
  return use === 'sig' && (meant ?? alg) === alg;
}

async function flawUnderKey(
  compact: string,
  alg: string,
  key: PublishedKey,
  { leeway, now, issuer, audience }: JwsRules,
): Promise<string | undefined> {
  try {
    await jwtVerify(compact, await importJWK({ ...(key as JWK), alg }, alg), {
      algorithms: [alg],
      clockTolerance: leeway,
      currentDate: now,
      ...(issuer !== null && { issuer }),
      ...(audience !== null && { audience }),
    });
    return undefined;
  } catch (error) {
    return describe(error);
  }
}

const wrongSignature = 'its signature does not fit';
const wrongKey = 'the key with its kid cannot verify it';

const claims: Readonly<Record<string, string>> = {
  nbf: 'it is not valid yet',
  iss: 'it has another issuer',
  aud: 'it is meant for another audience',
};

function describe(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === 'invalid'
      ? `its ${error.claim} is not what RFC 7519 says`
      : (claims[error.claim] ?? `its ${error.claim} is not right`);
  if (error instanceof errors.JWSSignatureVerificationFailed) return wrongSignature;
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'no JWT';
  return wrongKey;
}

/**
 * Verifies the JWT of a callback (clause 5.1.6) against the published keys, as the reading `callback-jwt`
 * requires.
 */
export async function verifyCallbackToken(
  headers: readonly (readonly [name: string, value: string])[],
  readings: ReadingValues,
  keys: readonly PublishedKey[],
): Promise<CallbackTokenFact> {
  const { header, scheme, algorithms, issuer, audience } = readings['callback-jwt'];
  const value = headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1]?.trim();
  const token = scheme === '' ? value : credentialsAfter(scheme, value);
  if (token === undefined) return { valid: false, flaw: `no JWT in ${header}` };
  const leeway = readings['jwt-leeway'];
  return verifyJws(token, keys, { algorithms, issuer, audience, leeway, now: new Date() });
}

/**
 * Returns everything after the scheme of a header value; `undefined` if the value has another scheme, or nothing after
 * it. If anything follows the token, the result is not a token, because a bearer credential is one token (RFC 6750,
 * section 2.1).
 */
function credentialsAfter(scheme: string, value = ''): string | undefined {
  const [, word = '', credentials] = /^(\S+)\s+(.+)$/s.exec(value) ?? [];
  return word.toLowerCase() === scheme.toLowerCase() ? credentials : undefined;
}
