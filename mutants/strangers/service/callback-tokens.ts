import { generateKeyPairSync } from 'node:crypto';
import type { JWK, JWTPayload } from 'jose';
import { SignJWT, decodeJwt, exportJWK } from 'jose';
import { defaultKeyPair } from '../../../support/mock/keys';
import type { PayerSeams } from '../../../support/mock/payer/seams';
import type { Dimension, ForbiddenPair } from '../dimension';
import type { ServicePart } from './shape';
import { changing, usual, type ServiceValue } from './values';

type Authorization = PayerSeams['authorization'];

const authorizing = (
  words: string,
  allowedBy: string,
  change: (jwt: string, ...given: Parameters<Authorization>) => Promise<string>,
): ServiceValue =>
  changing(words, allowedBy, {
    payer: [
      ({ authorization }) => ({
        authorization: async (...given) => {
          const value = await authorization(...given);
          if (value === undefined) return undefined;
          const { scheme } = given[1]['callback-jwt'];
          const jwt = value.slice(scheme === '' ? 0 : scheme.length + 1);
          return value.slice(0, value.length - jwt.length) + (await change(jwt, ...given));
        },
      }),
    ],
  });

/** Signs the usual claims again, after a change. */
const claiming =
  (change: (claims: JWTPayload) => JWTPayload) =>
  (jwt: string, ...[tokens]: Parameters<Authorization>): Promise<string> =>
    tokens.signCallback(JSON.parse(JSON.stringify(change(decodeJwt(jwt)))) as JWTPayload);

const now = (): number => Math.floor(Date.now() / 1000);

const claims: Dimension<ServicePart> = {
  name: 'JWT of callbacks',
  sentence: 'Inbound gateway callbacks carry JWTs; a receiver validates them (clause 5.1.6)',
  seam: 'payer: claims of the JWT',
  values: [
    usual('usual JWT on callbacks'),
    authorizing(
      'a JWT without exp',
      "latitude of CBK-02: 'a JWT without exp'",
      claiming(({ exp: _left, ...rest }) => rest),
    ),
    authorizing(
      'a JWT of a fast clock',
      "latitude of CBK-02: 'a clock that is half a minute fast'",
      claiming((all) => ({ ...all, iat: now() + 30, nbf: now() + 30 })),
    ),
    authorizing(
      'a JWT of a slow clock',
      "latitude of CBK-02: 'a clock that is half a minute slow'",
      claiming((all) => ({ ...all, iat: now() - 60, exp: now() - 30 })),
    ),
    authorizing(
      'a JWT with many claims',
      'RFC 7519, section 4',
      claiming((all) => ({ ...all, aud: ['a', 'b'], scope: 'callback', note: 'x'.repeat(900) })),
    ),
    authorizing(
      'a JWT without kid',
      "latitude of CBK-02: 'the JWT names no key, and a published one verifies it'",
      async (jwt) =>
        new SignJWT(decodeJwt(jwt))
          .setProtectedHeader({ alg: 'RS256' })
          .sign((await defaultKeyPair('tokens')).privateKey),
    ),
  ],
};

const place: Dimension<ServicePart> = {
  name: 'header of the JWT',
  sentence: 'Inbound gateway callbacks carry JWTs (clause 5.1.6). It names no header.',
  seam: 'readings: callback-jwt.header',
  values: [
    usual('JWT in Authorization'),
    changing('JWT in a header that the target names', 'reading callback-jwt', {
      said: { 'callback-jwt': { header: 'X-Gateway-JWT', scheme: '' } },
    }),
  ],
};

const algorithm: Dimension<ServicePart> = {
  name: 'algorithm of the JWT',
  sentence: 'Inbound gateway callbacks carry JWTs (clause 5.1.6). It names no algorithm.',
  seam: 'readings: callback-jwt.algorithms',
  values: [
    usual('callbacks signed with RS256'),
    ...['ES256', 'PS256', 'RS512', 'ES384'].map((each) =>
      changing(`callbacks signed with ${each} as agreed`, 'reading callback-jwt', {
        said: { 'callback-jwt': { algorithms: [each] } },
      }),
    ),
  ],
};

const publishing = (
  words: string,
  allowedBy: string,
  change: (keys: readonly JWK[]) => Promise<object> | object,
): ServiceValue =>
  changing(words, allowedBy, {
    seams: [
      ({ tokens }) => ({
        handlers: { jwks: async () => ({ status: 200, body: await change((await tokens.jwks()).keys) }) },
      }),
    ],
  });

const otherKeys = async (): Promise<JWK[]> => [
  {
    ...(await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)),
    kid: 'ec-1',
    use: 'sig',
  },
  { ...(await exportJWK(generateKeyPairSync('ed25519').publicKey)), kid: 'ed-1', alg: 'EdDSA' },
  {
    ...(await exportJWK((await defaultKeyPair('payer')).publicKey)),
    kid: 'enc-1',
    use: 'enc',
    alg: 'RSA-OAEP',
  },
];

const jwks: Dimension<ServicePart> = {
  name: 'published keys',
  sentence:
    "validates them against the gateway's published certificates. Location of those certificates: not shown. (clause 5.1.6)",
  seam: 'seams: handlers.jwks',
  values: [
    usual('two published keys'),
    publishing('the signing key first', 'RFC 7517, section 5: the order has no meaning', (keys) => ({
      keys: [...keys].reverse(),
    })),
    publishing('the signing key alone', 'RFC 7517, section 5', (keys) => ({ keys: keys.slice(-1) })),
    publishing(
      'keys of other kinds beside it',
      'RFC 7517, section 5: unknown kinds are ignored',
      async (keys) => ({ keys: [...(await otherKeys()), ...keys, { kty: 'XX', kid: 'future' }] }),
    ),
    publishing('keys without use and alg', 'RFC 7517, section 4: both are optional', (keys) => ({
      keys: keys.map(({ use: _use, alg: _alg, ...key }) => key),
    })),
    publishing('keys with key_ops and further members', 'RFC 7517, section 4.3', (keys) => ({
      issuer: 'gateway',
      keys: keys.map(({ use: _use, ...key }) => ({ ...key, key_ops: ['verify'], nbf: 0, x5t: 'AQ' })),
    })),
  ],
};

const certificatesPath: Dimension<ServicePart> = {
  name: 'place of the published keys',
  sentence: 'Location of those certificates: not shown. (clause 5.1.6)',
  seam: 'readings: callback-certificates',
  values: [
    usual('keys at the usual path'),
    changing('keys at a path that the target names', 'reading callback-certificates', {
      said: { 'callback-certificates': '/.well-known/jwks.json' },
    }),
  ],
};

/** Dimensions of the JWT on callbacks, and of the keys that verify it. */
export const callbackTokenDimensions: readonly Dimension<ServicePart>[] = [
  algorithm,
  place,
  claims,
  jwks,
  certificatesPath,
];

const otherKey = 'the value signs with the RS256 key of the mock';

export const callbackTokenForbidden: readonly ForbiddenPair[] = [
  ...algorithm.values
    .slice(1)
    .map(({ words }) => ({ words: ['a JWT without kid', words] as const, reason: otherKey })),
  {
    words: ['a JWT without kid', 'keys of other kinds beside it'],
    reason: 'a JWT without kid is tried with each key, which a key for encryption makes unclear',
  },
];
