import { randomUUID } from 'node:crypto';
import type { JWK, JWTPayload } from 'jose';
import { calculateJwkThumbprint, createLocalJWKSet, errors, exportJWK, jwtVerify, SignJWT } from 'jose';
import type { KeyObjectPair, RsaKeyPair } from './keys';

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
  /** Signs claims as they are, by the algorithm and with the key of callbacks. */
  signCallback(claims: JWTPayload): Promise<string>;
  /** Whether this is an access token that the issuer itself made and that has not run out. */
  verify(token: string): Promise<'valid' | 'expired' | 'invalid'>;
  /** The public keys, as published to those who verify callbacks (clause 5.1.6). */
  jwks(): Promise<{ keys: JWK[] }>;
  /** Signs callbacks with another key from now on; what was signed before stays valid. */
  rotate(keys: KeyObjectPair): Promise<void>;
}

interface TokenIssuerOptions {
  readonly keys: RsaKeyPair;
  /** Published too, for RS512, and in front: only by its kid does a reader find the right key. */
  readonly other?: RsaKeyPair;
  /** What signs callbacks; by default what signs all else. */
  readonly callbacks?: { readonly algorithm: string; readonly keys: KeyObjectPair };
  /** Milliseconds since the epoch. */
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

/** An issuer of JWTs whose `kid` is the RFC 7638 thumbprint of its key; RS256, where callbacks have no other. */
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
  // Mocks of one process share a key. Its own name keeps one from taking another's tokens.
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
