import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, errors, exportJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import type { RsaKeyPair } from './keys';

export type TokenKind = 'access' | 'refresh' | 'callback';

/** What a token says about the account that it was issued to. */
export interface TokenClaims {
  readonly clientId: string;
  /** The issuer's own name where absent. */
  readonly issuer?: string;
  readonly audience?: string;
}

/** Issues and verifies the tokens of clause 2.2. A lifetime is in whole seconds. */
export interface TokenIssuer {
  issue(claims: TokenClaims, kind: TokenKind, lifetimeSeconds: number): Promise<string>;
  /** Whether this is an access token that the issuer itself made and that has not run out. */
  verify(token: string): Promise<'valid' | 'expired' | 'invalid'>;
  /** The public keys, as published to those who verify callbacks (clause 5.1.6). */
  jwks(): Promise<{ keys: JWK[] }>;
}

export interface TokenIssuerOptions {
  readonly keys: RsaKeyPair;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const alg = 'RS256';
const typ = 'JWT';

/** An issuer of RS256 JWTs whose `kid` is the RFC 7638 thumbprint of its key. */
export async function createTokenIssuer({ keys, clock }: TokenIssuerOptions): Promise<TokenIssuer> {
  const jwk = await exportJWK(keys.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  // Mocks of one process share a key. Its own name keeps one from taking another's tokens.
  const issuer = `urn:uuid:${randomUUID()}`;
  const seconds = () => Math.floor(clock() / 1000);

  return {
    issue: (claims, kind, lifetimeSeconds) => {
      const issuedAt = seconds();
      const { audience } = claims;
      return new SignJWT({ clientId: claims.clientId, token_use: kind, ...(audience && { aud: audience }) })
        .setProtectedHeader({ alg, typ, kid })
        .setIssuer(claims.issuer ?? issuer)
        .setSubject(claims.clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(randomUUID())
        .sign(keys.privateKey);
    },
    verify: async (token) => {
      const options = {
        algorithms: [alg],
        typ,
        issuer,
        requiredClaims: ['exp'],
        currentDate: new Date(clock()),
      };
      try {
        const { payload } = await jwtVerify(token, keys.publicKey, options);
        return payload.token_use === 'access' ? 'valid' : 'invalid';
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
    jwks: () => Promise.resolve({ keys: [{ ...jwk, kid, alg, use: 'sig' }] }),
  };
}
