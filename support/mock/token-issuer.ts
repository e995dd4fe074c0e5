import { randomUUID } from 'node:crypto';
import type { JWK, JWTPayload } from 'jose';
import { calculateJwkThumbprint, createLocalJWKSet, errors, exportJWK, jwtVerify, SignJWT } from 'jose';
import type { KeyObjectPair, RsaKeyPair } from './keys';

export type TokenKind = 'access' | 'refresh' | 'callback';

export interface TokenClaims {
  readonly clientId: string;
  /** Defaults to a name that is unique to this issuer. */
  readonly issuer?: string;
  readonly audience?: string;
}

/** Issues and verifies the tokens of clause 2.2. */
export interface TokenIssuer {
  issue(claims: TokenClaims, kind: TokenKind, lifetimeSeconds: number): Promise<string>;
  /** Signs the claims unchanged, with the algorithm and key for callbacks. */
  signCallback(claims: JWTPayload): Promise<string>;
  /** Returns `valid` only for an access token that this issuer made and that has not expired. */
  verify(token: string): Promise<'valid' | 'expired' | 'invalid'>;
  /** Returns the public keys, as published for verifying callbacks (clause 5.1.6). */
  jwks(): Promise<{ keys: JWK[] }>;
  /** Replaces the keys that sign callbacks. The earlier public keys remain in the JWKS. */
  rotate(keys: KeyObjectPair): Promise<void>;
}

interface TokenIssuerOptions {
  readonly keys: RsaKeyPair;
  /**
   * A second published key, for RS512. It is first in the JWKS, so that a reader that ignores `kid` picks the
   * wrong key.
   */
  readonly other?: RsaKeyPair;
  /** Algorithm and keys for signing callbacks; by default the same as for all other tokens. */
  readonly callbacks?: { readonly algorithm: string; readonly keys: KeyObjectPair };
  /** Returns the current time in milliseconds since the epoch. */
  readonly clock: () => number;
}

const alg = 'RS256';
const typ = 'JWT';

interface Signer {
  readonly algorithm: string;
  readonly pair: KeyObjectPair;
  readonly jwk: JWK & { readonly kid: string };
}

async function signerOf(pair: KeyObjectPair, algorithm = alg): Promise<Signer> {
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { algorithm, pair, jwk: { ...jwk, kid, alg: algorithm, use: 'sig' } };
}

function sign(claims: JWTPayload, { algorithm, pair, jwk }: Signer): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ, kid: jwk.kid }).sign(pair.privateKey);
}

function payloadOf(claims: TokenClaims, kind: TokenKind, iat: number, lifetimeSeconds: number): JWTPayload {
  const { clientId, issuer, audience } = claims;
  return {
    clientId,
    token_use: kind,
    ...(audience && { aud: audience }),
    ...(issuer && { iss: issuer }),
    sub: clientId,
    iat,
    exp: iat + lifetimeSeconds,
    jti: randomUUID(),
  };
}

/**
 * Creates an issuer of JWTs. Each `kid` is the RFC 7638 thumbprint of the signing key. The algorithm is
 * RS256, except for callbacks if `callbacks` names another.
 */
export async function createTokenIssuer(options: TokenIssuerOptions): Promise<TokenIssuer> {
  const { keys, other, callbacks, clock } = options;
  const own = await signerOf(keys);
  let current = callbacks === undefined ? own : await signerOf(callbacks.keys, callbacks.algorithm);
  const published: JWK[] = [
    ...(other === undefined ? [] : [(await signerOf(other, 'RS512')).jwk]),
    ...(callbacks === undefined ? [] : [own.jwk]),
    current.jwk,
  ];
  const known = createLocalJWKSet({ keys: [own.jwk] });
  // Mocks of one process share a key, so a unique issuer name keeps one mock from accepting another's tokens.
  const issuer = `urn:uuid:${randomUUID()}`;
  const seconds = () => Math.floor(clock() / 1000);

  return {
    issue: (claims, kind, lifetimeSeconds) => {
      const payload = payloadOf({ issuer, ...claims }, kind, seconds(), lifetimeSeconds);
      return sign(payload, kind === 'callback' ? current : own);
    },
    signCallback: (claims) => sign(claims, current),
    verify: async (token) => {
      const options = {
        algorithms: [alg],
        typ,
        issuer,
        requiredClaims: ['exp'],
        currentDate: new Date(clock()),
      };
      try {
        const { payload } = await jwtVerify(token, known, options);
        return payload.token_use === 'access' ? 'valid' : 'invalid';
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
    jwks: () => Promise.resolve({ keys: [...published] }),
    rotate: async (pair) => {
      current = await signerOf(pair, current.algorithm);
      published.push(current.jwk);
    },
  };
}
