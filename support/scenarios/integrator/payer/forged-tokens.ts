import { constants, createHmac, sign } from 'node:crypto';
import type { SignKeyObjectInput } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK } from 'jose';
import type { ReadingValues } from '../../../contract/readings';
import type { KeyPair } from '../../../mock/keys';

/** What forgeries are made of. */
export interface ForgeryParts {
  /** A JWT that the gateway signed just now. */
  readonly valid: string;
  /** The gateway's own key, for tokens whose signature is right. */
  readonly own: KeyPair;
  /** A key that nobody publishes. */
  readonly foreign: KeyPair;
  readonly readings: ReadingValues;
}

type Members = Readonly<Record<string, unknown>>;

/** A JWT that differs in one fact from a valid one; `undefined`: none at all. */
export interface Forgery {
  /** What is wrong with it. */
  readonly variant: string;
  readonly token: string | undefined;
}

/** Beyond any leeway: a receiver with that of the reading `jwt-leeway`, or with less or somewhat more, refuses it. */
const hourSeconds = 3600;

/**
 * The JWTs that a receiver has to refuse (clause 5.1.6 with RFC 7519, 7515), each wrong in one way; by the algorithm of
 * the valid one.
 */
export async function forgeries({ valid, own, foreign, readings }: ForgeryParts): Promise<Forgery[]> {
  const header = decodeProtectedHeader(valid) as Members;
  const claims = decodeJwt(valid) as Members;
  const now = Math.floor(Date.now() / 1000);
  const beyond = readings['jwt-leeway'] + hourSeconds;
  const past = { iat: now - beyond - hourSeconds, exp: now - beyond };
  const future = { nbf: now + beyond, exp: now + beyond + hourSeconds };
  const [head = '', payload = '', signature = ''] = valid.split('.');
  const changed = { ...claims, sub: 'somebody else' };
  const jwk = await exportJWK(foreign.publicKey);
  const { issuer, audience } = readings['callback-jwt'];
  return [
    { variant: 'no JWT', token: undefined },
    { variant: 'expired long ago', token: signed(header, { ...claims, ...past }, own) },
    { variant: 'not yet valid (nbf)', token: signed(header, { ...claims, ...future }, own) },
    { variant: 'tampered payload', token: [head, encode(changed), signature].join('.') },
    { variant: 'tampered signature', token: [head, payload, spoil(signature)].join('.') },
    { variant: 'signed by a foreign key', token: signed(header, claims, foreign) },
    { variant: 'unknown kid', token: signed({ ...header, kid: 'nobody-publishes-this' }, claims, foreign) },
    { variant: 'foreign key in its own jwk header', token: signed({ ...header, jwk }, claims, foreign) },
    { variant: 'alg none', token: `${encode({ ...header, alg: 'none' })}.${payload}.` },
    { variant: 'HMAC with the public key', token: hmac({ ...header, alg: 'HS256' }, claims, own) },
    ...(audience === null
      ? []
      : [{ variant: 'another audience', token: signed(header, { ...claims, aud: 'others' }, own) }]),
    ...(issuer === null
      ? []
      : [
          {
            variant: 'another issuer',
            token: signed(header, { ...claims, iss: 'https://gateway.example' }, own),
          },
        ]),
  ];
}

function encode(value: Members): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** By the platform, with the algorithm that the header names: jose would make none of these mistakes. */
function signed(header: Members, claims: Members, { privateKey: key }: KeyPair): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const alg = String(header.alg);
  const signature = sign(`sha${alg.slice(2)}`, Buffer.from(input), { key, ...formOf(alg) });
  return `${input}.${signature.toString('base64url')}`;
}

/** RFC 7518, sections 3.3 to 3.5. */
function formOf(alg: string): Omit<SignKeyObjectInput, 'key'> {
  if (alg.startsWith('ES')) return { dsaEncoding: 'ieee-p1363' };
  if (!alg.startsWith('PS')) return { padding: constants.RSA_PKCS1_PADDING };
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}

function hmac(header: Members, claims: Members, { publicKey }: KeyPair): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const secret = publicKey.export({ type: 'spki', format: 'pem' });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** The first character carries six bits of the signature; the last would carry fewer. */
function spoil(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
}
