import type { JWK } from 'jose';
import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import type { CallbackTokenFact } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import { callbackSignatures } from '../../contract/readings/payer';

/** What a JWT has to fulfil besides its signature. */
export interface JwsRules {
  /** Those that the receiver has agreed on. */
  readonly algorithms: readonly string[];
  readonly issuer: string | null;
  readonly audience: string | null;
  /** For exp and nbf, in seconds. */
  readonly leeway: number;
  readonly now: Date;
}

/** A key as it was published, whatever that is. */
export type PublishedKey = Readonly<Record<string, unknown>>;

/** jose takes line ends and padding, which RFC 7515 has no place for. */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;
/** What anyone could have made: no published key is behind it. */
const unsigned = /^(none|HS\d+)$/i;

/** Verifies a compact JWS (RFC 7515) with the published key that its kid names, and its claims (RFC 7519). */
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
  // Extensions that have to be understood (RFC 7515, section 4.1.11): none is here.
  if (header.crit !== undefined) return { valid: false, flaw: 'it has a crit' };
  const flaw = await flawOf(compact, alg, header.kid, keys, rules);
  if (flaw !== undefined) return { valid: false, flaw };
  if (rules.algorithms.includes(alg)) return { valid: true };
  const named = rules.algorithms.join(', ');
  return {
    valid: false,
    unjudged: `it verifies, but its alg is ${alg}, and the reading callback-jwt names ${named}`,
  };
}

/** The protected header of a compact JWS, which anyone can read; `undefined` where there is none. */
export function jwsHeaderOf(compact: string): { alg?: unknown; kid?: unknown; crit?: unknown } | undefined {
  try {
    return isCompact(compact) ? decodeProtectedHeader(compact) : undefined;
  } catch {
    return undefined;
  }
}

/** One token has one form: bits behind the end of a part would make another text of the same token. */
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
  if (typeof kid !== 'string') return 'it has no kid';
  const [key, another] = keys.filter((each) => each.kid === kid);
  if (key === undefined) return 'no published key has its kid';
  if (another !== undefined) return 'two published keys have its kid';
  const { use = 'sig', alg: meant = alg } = key;
  if (use !== 'sig' || meant !== alg) return 'the key with its kid is for something else';
  try {
    const { leeway, now, issuer, audience } = rules;
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
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature does not fit';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'no JWT';
  return 'the key with its kid cannot verify it';
}

/** What is to be held of the JWT of a callback (clause 5.1.6), by the reading `callback-jwt`. */
export async function verifyCallbackToken(
  headers: readonly (readonly [name: string, value: string])[],
  readings: ReadingValues,
  keys: readonly PublishedKey[],
): Promise<CallbackTokenFact> {
  const { header, scheme, algorithms, issuer, audience } = readings['callback-jwt'];
  const value = headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1];
  const [word = '', token] = scheme === '' ? ['', value] : (value?.trim().split(/\s+/) ?? []);
  if (token === undefined || word.toLowerCase() !== scheme.toLowerCase())
    return { valid: false, flaw: `no JWT in ${header}` };
  const leeway = readings['jwt-leeway'];
  return verifyJws(token, keys, { algorithms, issuer, audience, leeway, now: new Date() });
}
