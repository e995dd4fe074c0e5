import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './vector-file';

interface Keys {
  readonly service: { readonly privateKey: string; readonly publicKey: string };
  readonly other: { readonly privateKey: string; readonly publicKey: string };
  readonly unpublished: { readonly privateKey: string };
}

export const keys = JSON.parse(readFileSync(join(__dirname, '../data/rsa-test-keys.json'), 'utf8')) as Keys;

/** 21 November 2026, 09:30 UTC, in seconds since the epoch. */
export const now = Date.UTC(2026, 10, 21, 9, 30) / 1000;
export const issuer = 'https://gateway.example';
export const audience = '1000000001@sbx';
export const claims = { iss: issuer, aud: audience, sub: 'gateway', iat: now - 10, exp: now + 300 };

export const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Header = Readonly<Record<string, unknown>>;

/**
 * Signs a JWT with RSASSA-PKCS1-v1_5. The hash is SHA-512 for `alg` RS512, and SHA-256 for any other `alg`.
 */
export function signJwt(header: Header, payload: unknown, privateKey = keys.service.privateKey): string {
  const input = `${part(header)}.${part(payload)}`;
  const hash = header.alg === 'RS512' ? 'sha512' : 'sha256';
  return `${input}.${sign(hash, Buffer.from(input), createPrivateKey(privateKey)).toString('base64url')}`;
}

export const right = { alg: 'RS256', typ: 'JWT', kid: 'signing' };

/**
 * Returns a forged JWT that is signed with HS256, using the published public key as the secret. A receiver
 * that trusts the token's own `alg` would accept it.
 */
export function withHmac(): string {
  const input = `${part({ ...right, alg: 'HS256' })}.${part(claims)}`;
  return `${input}.${createHmac('sha256', keys.service.publicKey).update(input).digest('base64url')}`;
}

/** Converts a PEM key, private or public, to a public JWK with additional members. */
export function jwk(pem: string, members: Readonly<Record<string, string>>): JsonWebKey {
  return { ...createPublicKey(pem).export({ format: 'jwk' }), ...members };
}

export type Row = readonly [id: string, comment: string, flag: string, jwt: string];

export const cases = (result: Case['result'], rows: readonly Row[]): Case[] =>
  rows.map(([id, comment, flag, jwt]) => ({
    id,
    comment,
    flags: [flag],
    result,
    provenance: 'generated',
    jwt,
  }));
