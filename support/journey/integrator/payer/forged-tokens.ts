import { createHmac, sign } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK } from 'jose';
import type { ReadingValues } from '../../../contract/readings';
import type { RsaKeyPair } from '../../../mock/keys';

/** What forgeries are made of. */
export interface ForgeryParts {
  /** A JWT that the gateway signed just now. */
  readonly valid: string;
  /** The gateway's own key, for tokens whose signature is right. */
  readonly own: RsaKeyPair;
  /** A key that nobody publishes. */
  readonly foreign: RsaKeyPair;
  readonly readings: ReadingValues;
}

type Members = Readonly<Record<string, unknown>>;

/** A JWT that differs in one fact from a valid one; `undefined`: none at all. */
export interface Forgery {
  /** What is wrong with it. */
  readonly variant: string;
  readonly token: string | undefined;
}

const hourSeconds = 3600;

/** The JWTs that a receiver has to refuse (clause 5.1.6 with RFC 7519, 7515), each wrong in one way. */
export async function forgeries({ valid, own, foreign, readings }: ForgeryParts): Promise<Forgery[]> {
  const header = decodeProtectedHeader(valid) as Members;
  const claims = decodeJwt(valid) as Members;
  const now = Math.floor(Date.now() / 1000);
  const past = { iat: now - 2 * hourSeconds, exp: now - hourSeconds };
  const future = { nbf: now + hourSeconds, exp: now + 2 * hourSeconds };
  const [head = '', payload = '', signature = ''] = valid.split('.');
  const changed = { ...claims, sub: 'somebody else' };
  const jwk = await exportJWK(foreign.publicKey);
  const { issuer, audience } = readings['callback-jwt'];
  return [
    { variant: 'no JWT', token: undefined },
    { variant: 'expired an hour ago', token: signed(header, { ...claims, ...past }, own) },
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

/** RS256, by the platform: jose would make none of these mistakes. */
function signed(header: Members, claims: Members, { privateKey }: RsaKeyPair): string {
  const input = `${encode({ ...header, alg: 'RS256' })}.${encode(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`;
}

function hmac(header: Members, claims: Members, { publicKey }: RsaKeyPair): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const secret = publicKey.export({ type: 'spki', format: 'pem' });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** The first character carries six bits of the signature; the last would carry fewer. */
function spoil(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
}
