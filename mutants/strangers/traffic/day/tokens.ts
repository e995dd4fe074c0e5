import type { DayDimension } from './values';
import { behaving, behavingIn, usual } from './values';

const minutes = (count: number): number => count * 60_000;
const cached = 'Cache and reuse the token until near expiry (clause 5.1.4)';
const fetched = 'Fetch the certificate once with the gateway token, cache it per service (clause 6.3.1)';

/** Dimensions of the clients' use of tokens and certificates. */
export const tokenDimensions: readonly DayDimension[] = [
  {
    name: 'restarts',
    sentence: cached,
    seam: 'habits: restarts',
    offer: true,
    values: [
      usual('some restarts'),
      behaving('no restarts', 'a process may run all day', () => ({ restarts: 0 })),
      behaving('more restarts', "rule of TOK-01: 'three restarts an hour are possible'", () => ({
        restarts: 0.08,
      })),
    ],
  },
  {
    name: 'life of tokens',
    sentence: 'lifetime of the access token in seconds (1200 in the shown response) (clause 2.2)',
    seam: 'habits: token.lifetimeSeconds',
    offer: true,
    values: [
      usual('tokens of twenty minutes or less'),
      ...(
        [
          ['tokens of two minutes', 120],
          ['tokens of five minutes', 300],
          ['tokens of two hours', 7200],
          ['tokens of a day', 86_400],
        ] as const
      ).map(([words, lifetimeSeconds]) =>
        behavingIn('token', words, 'clause 2.2 gives 1200 as an example', { lifetimeSeconds }),
      ),
    ],
  },
  {
    name: 'renewal',
    sentence: cached,
    seam: 'habits: token.marginMs',
    offer: true,
    values: [
      usual('tokens renewed up to two minutes early'),
      behavingIn('token', 'tokens renewed at their end', cached, { marginMs: 0 }),
      behavingIn('token', 'tokens renewed five minutes early', "rule of TOK-01: 'the last five minutes'", {
        marginMs: minutes(5),
      }),
      behavingIn('token', 'tokens renewed at half their life', "rule of TOK-01: 'past half its life'", {
        marginMs: minutes(1e6),
      }),
    ],
  },
  {
    name: 'claims of tokens',
    sentence: 'The document names no claims of tokens.',
    seam: 'habits: token.claims',
    offer: true,
    values: [
      usual('usual claims'),
      behavingIn(
        'token',
        'many claims',
        "latitude of SES-06: 'the tokens have another algorithm and fewer claims'",
        {
          claims: (claims) => ({
            ...claims,
            iss: 'https://gateway.example/realms/central',
            aud: ['account', 'gateway'],
            sub: '4f6b6b0e-7a32-4f0e-9f64-0a8a53d7a7c1',
            typ: 'Bearer',
            scope: 'openid email',
            realm_access: { roles: Array.from({ length: 60 }, (_, number) => `role-${number}`) },
          }),
        },
      ),
      behavingIn('token', 'no iat', "latitude of SES-10: 'the token has no iat'", {
        claims: ({ iat: _iat, ...others }) => others,
      }),
      behavingIn(
        'token',
        'an exp with a fraction',
        'RFC 7519, section 2: a NumericDate may have a fraction',
        {
          claims: (claims) => ({ ...claims, exp: Number(claims.exp) + 0.25 }),
        },
      ),
      behavingIn('token', 'azp in tokens', 'a gateway may name the authorized party', {
        claims: (claims) => ({ ...claims, azp: 'gateway-portal', client_id: 'gateway-portal' }),
      }),
    ],
  },
  {
    name: 'revocation',
    sentence: 'Both return 401 without authentication (clause 4.2)',
    seam: 'habits: token.revokedAfterMs',
    offer: true,
    values: [
      usual('tokens that last'),
      behavingIn(
        'token',
        'tokens forgotten after an hour',
        "latitude of TOK-01: 'a 401 causes a new session at the next call'",
        {
          revokedAfterMs: minutes(60),
        },
      ),
      behavingIn(
        'token',
        'tokens forgotten after three hours',
        "latitude of TOK-01: 'a 401 causes a new session at the next call'",
        {
          revokedAfterMs: minutes(180),
        },
      ),
    ],
  },
  {
    name: 'keeping of tokens',
    sentence: cached,
    seam: 'habits: token.isShared',
    offer: true,
    values: [
      usual('a token for each process'),
      behavingIn('token', 'a token for all processes of a client', cached, { isShared: true }),
    ],
  },
  {
    name: 'threads',
    sentence: 'one session per request is not to be created (clause 5.1.4)',
    seam: 'habits: token.atOnce',
    offer: true,
    values: [
      usual('one session at a time'),
      behavingIn(
        'token',
        'two sessions at once',
        "latitude of TOK-01: 'two threads request their first session at the same time'",
        {
          atOnce: 2,
        },
      ),
    ],
  },
  {
    name: 'keeping of certificates',
    sentence: fetched,
    seam: 'habits: certificates.areShared',
    offer: true,
    values: [
      usual('certificates for each process'),
      behavingIn('certificates', 'certificates for all processes of a client', fetched, { areShared: true }),
    ],
  },
  {
    name: 'fetching of certificates',
    sentence: fetched,
    seam: 'habits: certificates.areFetchedFirst',
    offer: true,
    values: [
      usual('certificates fetched when needed'),
      behavingIn(
        'certificates',
        'both certificates fetched first',
        "latitude of CRT-07: 'both certificates are fetched before the first value'",
        {
          areFetchedFirst: true,
        },
      ),
    ],
  },
  {
    name: 'age of certificates',
    sentence: fetched,
    seam: 'habits: certificates.maxAgeMs',
    offer: true,
    values: [
      usual('certificates of any age'),
      behavingIn('certificates', 'certificates of an hour at most', "rule of CRT-07: 'or an hour after it'", {
        maxAgeMs: minutes(61),
      }),
    ],
  },
  {
    name: 'refresh after rejection',
    sentence: 'refresh it after any decryption or padding error (clause 6.3.1)',
    seam: 'habits: certificates.refreshesBoth',
    offer: true,
    values: [
      usual('one or both certificates fetched again'),
      behavingIn(
        'certificates',
        'both certificates fetched again',
        "latitude of CRT-07: 'a rejection makes the client fetch both certificates'",
        {
          refreshesBoth: true,
        },
      ),
      behavingIn('certificates', 'the rejected certificate fetched again', fetched, { refreshesBoth: false }),
    ],
  },
  {
    name: 'new keys',
    sentence: 'refresh it after any decryption or padding error (clause 6.3.1)',
    seam: 'habits: rotations',
    offer: true,
    values: [
      usual('one new key of each service'),
      behaving('no new keys', 'clause 6.3.1 sets no lifetime of a key', () => ({
        rotations: { identity: [], registry: [] },
      })),
      behaving('new keys of both services at once', 'clause 6.3.1 sets no lifetime of a key', () => ({
        rotations: { identity: [90], registry: [90] },
      })),
      behaving('new keys every half hour', 'clause 6.3.1 sets no lifetime of a key', () => ({
        rotations: { identity: [60, 90, 120, 150, 180], registry: [75, 105, 135, 165] },
      })),
    ],
  },
  {
    name: 'form of PEM',
    sentence: 'Response body: PEM text, a PUBLIC KEY block (clause 4.2)',
    seam: 'habits: pem',
    offer: true,
    values: [
      usual('PEM with LF'),
      behaving('PEM with CR LF', "latitude of CRT-01: 'lines of PEM end with CR LF'", () => ({
        pem: (text: string) => text.replaceAll('\n', '\r\n'),
      })),
      behaving('PEM in one line', "latitude of CRT-01: 'the Base64 is one line'", () => ({
        pem: (text: string) => text.replace(/(?<=[A-Za-z0-9+/=])\n(?=[A-Za-z0-9+/=])/g, ''),
      })),
      behaving('text before PEM', "latitude of CRT-01: 'text before the block'", () => ({
        pem: (text: string) => `Public key of the service\n${text}`,
      })),
    ],
  },
];
