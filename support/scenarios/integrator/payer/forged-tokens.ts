import type { KeyObject } from 'node:crypto';
import type { CompactJWSHeaderParameters } from 'jose';
import { CompactSign, decodeJwt, decodeProtectedHeader, exportJWK } from 'jose';
import type { ReadingValues } from '../../../contract/readings';
import type { KeyObjectPair } from '../../../mock/keys';

/** What forgeries are made of. */
export interface ForgeryParts {
  /** A JWT that the gateway signed just now. */
  readonly valid: string;
  /** The gateway's own key, for tokens whose signature is right. */
  readonly own: KeyObjectPair;
  /** A key that is published nowhere. */
  readonly foreign: KeyObjectPair;
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
  const header = decodeProtectedHeader(valid) as CompactJWSHeaderParameters;
  const claims = decodeJwt(valid) as Members;
  const now = Math.floor(Date.now() / 1000);
  const beyond = readings['jwt-leeway'] + hourSeconds;
  const past = { iat: now - beyond - hourSeconds, exp: now - beyond };
  const future = { nbf: now + beyond, exp: now + beyond + hourSeconds };
  const [head = '', payload = '', signature = ''] = valid.split('.');
  const changed = { ...claims, sub: 'another subject' };
  const jwk = await exportJWK(foreign.publicKey);
  const pem = Buffer.from(own.publicKey.export({ type: 'spki', format: 'pem' }));
  const { issuer, audience } = readings['callback-jwt'];
  const made: Readonly<Record<string, string | undefined | Signing>> = {
    'no JWT': undefined,
    'expired long ago': [own.privateKey, header, { ...claims, ...past }],
    'not yet valid (nbf)': [own.privateKey, header, { ...claims, ...future }],
    'tampered payload': [head, encode(changed), signature].join('.'),
    'tampered signature': [head, payload, spoil(signature)].join('.'),
    'signed by a foreign key': [foreign.privateKey, header, claims],
    'unknown kid': [foreign.privateKey, { ...header, kid: 'unpublished-key' }, claims],
    'foreign key in its own jwk header': [foreign.privateKey, { ...header, jwk }, claims],
    'alg none': `${encode({ ...header, alg: 'none' })}.${payload}.`,
    'HMAC with the public key': [pem, { ...header, alg: 'HS256' }, claims],
    ...(audience !== null && { 'another audience': [own.privateKey, header, { ...claims, aud: 'others' }] }),
    ...(issuer !== null && {
      'another issuer': [own.privateKey, header, { ...claims, iss: 'https://gateway.example' }],
    }),
  };
  const tokens = Object.entries(made).map(async ([variant, token]) => ({
    variant,
    token: typeof token === 'object' ? await signed(...token) : token,
  }));
  return Promise.all(tokens);
}

type Signing = readonly [key: KeyObject | Buffer, header: CompactJWSHeaderParameters, claims: Members];

function signed(...[key, header, claims]: Signing): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims));
  return new CompactSign(payload).setProtectedHeader(header).sign(key);
}

/** For what jose would not make: a token whose parts do not belong together. */
function encode(value: Members): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The first character carries six bits of the signature; the last would carry fewer. */
function spoil(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
}
