import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import { calculateJwkThumbprint, createLocalJWKSet, errors, exportJWK, jwtVerify, SignJWT } from 'jose';
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
  /** Signs with another key from now on; what was signed before stays valid. */
  rotate(keys: RsaKeyPair): Promise<void>;
}

export interface TokenIssuerOptions {
  readonly keys: RsaKeyPair;
  /** Published too, for RS512, and in front: only by its kid does a reader find the right key. */
  readonly other?: RsaKeyPair;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const alg = 'RS256';
const typ = 'JWT';

interface Signer {
  readonly pair: RsaKeyPair;
  readonly jwk: JWK & { readonly kid: string };
}

async function signerOf(pair: RsaKeyPair, algorithm = alg): Promise<Signer> {
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { pair, jwk: { ...jwk, kid, alg: algorithm, use: 'sig' } };
}

/** An issuer of RS256 JWTs whose `kid` is the RFC 7638 thumbprint of its key. */
export async function createTokenIssuer({ keys, other, clock }: TokenIssuerOptions): Promise<TokenIssuer> {
  let current = await signerOf(keys);
  const published: JWK[] = [
    ...(other === undefined ? [] : [(await signerOf(other, 'RS512')).jwk]),
    current.jwk,
  ];
  let known = createLocalJWKSet({ keys: published });
  // Mocks of one process share a key. Its own name keeps one from taking another's tokens.
  const issuer = `urn:uuid:${randomUUID()}`;
  const seconds = () => Math.floor(clock() / 1000);

  return {
    issue: (claims, kind, lifetimeSeconds) => {
      const issuedAt = seconds();
      const { audience } = claims;
      return new SignJWT({ clientId: claims.clientId, token_use: kind, ...(audience && { aud: audience }) })
        .setProtectedHeader({ alg, typ, kid: current.jwk.kid })
        .setIssuer(claims.issuer ?? issuer)
        .setSubject(claims.clientId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(randomUUID())
        .sign(current.pair.privateKey);
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
        const { payload } = await jwtVerify(token, known, options);
        return payload.token_use === 'access' ? 'valid' : 'invalid';
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
    jwks: () => Promise.resolve({ keys: [...published] }),
    rotate: async (pair) => {
      current = await signerOf(pair);
      published.push(current.jwk);
      known = createLocalJWKSet({ keys: published });
    },
  };
}
