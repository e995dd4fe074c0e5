import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { EncryptJWT, SignJWT, decodeJwt, UnsecuredJWT } from 'jose';
import type { TokenIssuer } from '../../../support/mock/token-issuer';
import type { Dimension, ForbiddenPair } from '../dimension';
import type { ServicePart } from './shape';
import { changing, ofJson, replying, repliesOf, usual } from './values';

type Layer = (own: TokenIssuer) => TokenIssuer;

/** Issues the tokens of sessions in another form, and recognises them when they come back. */
const reissuing =
  (make: (claims: JWTPayload) => Promise<string> | string): (() => ServicePart) =>
  () => {
    const layer: Layer = (own) => {
      const real = new Map<string, string>();
      return {
        ...own,
        issue: async (claims, kind, seconds) => {
          const token = await own.issue(claims, kind, seconds);
          if (kind === 'callback') return token;
          const shown = await make(decodeJwt(token));
          real.set(shown, token);
          return shown;
        },
        verify: (token) => own.verify(real.get(token) ?? token),
      };
    };
    return { tokens: [layer] };
  };

const signing = (alg: string, key: () => Parameters<SignJWT['sign']>[0]) =>
  reissuing((claims) => new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid: 'k/1' }).sign(key()));

const secret = randomBytes(32);
/** Keys are made when they are first needed. */
let curve: KeyObject | undefined;
const curveKey = (): KeyObject => (curve ??= generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
let edwards: KeyObject | undefined;
const edwardsKey = (): KeyObject => (edwards ??= generateKeyPairSync('ed25519').privateKey);

const form: Dimension<ServicePart> = {
  name: 'form of tokens',
  sentence: 'accessToken | string (JWT) | bearer token (clause 2.2). It names no algorithm.',
  seam: 'tokens: form of session tokens',
  values: [
    usual('tokens signed with RS256'),
    {
      words: 'tokens signed with ES256',
      allowedBy: "latitude of SES-06: 'the tokens have another algorithm and fewer claims'",
      change: signing('ES256', curveKey),
    },
    {
      words: 'tokens signed with EdDSA',
      allowedBy: "latitude of SES-06: 'the tokens have another algorithm and fewer claims'",
      change: signing('EdDSA', edwardsKey),
    },
    {
      words: 'tokens signed with HS256',
      allowedBy: "latitude of SES-06: 'the tokens have another algorithm and fewer claims'",
      change: signing('HS256', () => secret),
    },
    {
      words: 'tokens without a signature',
      allowedBy: "latitude of SES-06: 'a JWT without a signature'",
      change: reissuing((claims) => new UnsecuredJWT(claims).encode()),
    },
    {
      words: 'encrypted tokens',
      allowedBy:
        "latitude of SES-06: 'an encrypted JWT of five parts'; SES-10 and SES-12 note a token that cannot be read",
      change: reissuing((claims) =>
        new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'JWT' }).encrypt(secret),
      ),
      allows: { 'SES-10': ['inconclusive'], 'SES-12': ['inconclusive'] },
    },
  ],
};

/** Adds claims to the tokens of sessions, or removes some. The layer below issues them in the form of the mock. */
const claiming = (change: (claims: JWTPayload) => JWTPayload): (() => ServicePart) =>
  reissuing((claims) => new SignJWT(change(claims)).setProtectedHeader({ alg: 'HS256' }).sign(secret));

const claims: Dimension<ServicePart> = {
  name: 'claims of tokens',
  sentence: 'The document names no claims of tokens.',
  seam: 'tokens: claims of session tokens',
  values: [
    usual('usual claims'),
    {
      words: 'few claims',
      allowedBy: "latitude of SES-06: 'the tokens have another algorithm and fewer claims'",
      change: claiming(({ exp, jti }) => ({ exp: exp ?? 0, jti: jti ?? '' })),
    },
    {
      words: 'tokens of three thousand characters',
      allowedBy: 'no clause limits the length of a token',
      change: claiming((all) => ({
        ...all,
        realm_access: { roles: Array.from({ length: 120 }, (_, n) => `role-${n}-of-hip`) },
      })),
    },
    {
      words: 'an audience list and a scope',
      allowedBy: 'RFC 7519, section 4.1.3',
      change: claiming((all) => ({
        ...all,
        aud: ['gateway', 'registry'],
        scope: 'openid',
        nbf: (all.iat ?? 0) - 5,
        azp: 'sbx',
      })),
    },
    {
      words: 'an exp with a fraction',
      allowedBy: 'RFC 7519, section 2: a NumericDate may have a fraction',
      change: claiming((all) => ({ ...all, exp: (all.exp ?? 0) + 0.25 })),
    },
  ],
};

const life: Dimension<ServicePart> = {
  name: 'life of access tokens',
  sentence: 'lifetime of the access token in seconds (1200 in the shown response) (clause 2.2)',
  seam: 'replies: lifetimes of the account',
  values: [
    usual('sessions of twenty minutes'),
    changing('sessions of ten seconds', "latitude of SES-07: 'the access token lives for five seconds'", {
      account: { lifetimes: { access: 10, refresh: 1800 } },
    }),
    changing('sessions of two hours', "latitude of SES-07: 'both tokens live for two hours'", {
      account: { lifetimes: { access: 7200, refresh: 7200 } },
    }),
    changing(
      'sessions that outlive their refresh token',
      "latitude of SES-07: 'the refresh token ends before the access token'",
      { account: { lifetimes: { access: 1800, refresh: 60 } } },
    ),
    changing('sessions of thirty days', 'clause 2.2 gives 1200 as an example', {
      account: { lifetimes: { access: 2_592_000, refresh: 5_184_000 } },
    }),
  ],
};

const refresh: Dimension<ServicePart> = {
  name: 'refresh',
  sentence: 'Use of refreshToken (no refresh operation is given): not shown. (clause 5.1.9)',
  seam: 'replies: refreshToken and refreshExpiresIn',
  values: [
    usual('refresh tokens'),
    {
      ...replying(
        'refresh switched off',
        "latitude of SES-06: 'an empty refresh token with a refreshExpiresIn of 0'",
        repliesOf(
          ['session.create', 'session.registry'],
          (status) => status < 300,
          ofJson((body) =>
            typeof body.refreshToken === 'string' && typeof body.refreshExpiresIn === 'number'
              ? { ...body, refreshExpiresIn: 0, refreshToken: '' }
              : body,
          ),
        ),
      ),
      allows: { 'SES-12': ['inconclusive'] },
    },
  ],
};

/** Dimensions of sessions and their tokens. */
export const tokenDimensions: readonly Dimension<ServicePart>[] = [claims, form, life, refresh];

export const tokenForbidden: readonly ForbiddenPair[] = [
  {
    words: ['few claims', 'answers without Date'],
    reason: 'nothing shows when the token was issued, so its lifetime cannot be compared (SES-10, SES-12)',
  },
];
