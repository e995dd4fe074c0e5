import type { Row } from './jwt-signing';
import {
  audience,
  cases,
  claims,
  issuer,
  jwk,
  keys,
  now,
  part,
  right,
  signJwt,
  withHmac,
} from './jwt-signing';
import { byKid } from './jwts-by-kid';
import type { VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';

function replaced(jwt: string, index: number, text: (old: string) => string): string {
  return jwt
    .split('.')
    .map((each, at) => (at === index ? text(each) : each))
    .join('.');
}

const good = signJwt(right, claims);
const turned = (text: string): string => {
  const bytes = Buffer.from(text, 'base64url');
  bytes.writeUInt8((bytes[10] ?? 0) ^ 1, 10);
  return bytes.toString('base64url');
};

const accepted: readonly Row[] = [
  ['plain', 'a JWT as it is met', 'Right', good],
  [
    'no-typ',
    'typ is optional (RFC 7519, section 5.1)',
    'Right',
    signJwt({ alg: 'RS256', kid: 'signing' }, claims),
  ],
  [
    'extra-claims',
    'claims that are not understood are ignored (section 4)',
    'Right',
    signJwt(right, { ...claims, scope: ['a'] }),
  ],
  [
    'audience-list',
    'aud may be a list (section 4.1.3)',
    'Right',
    signJwt(right, { ...claims, aud: ['other', audience] }),
  ],
  [
    'fractional-exp',
    'a NumericDate may have a fraction (section 2)',
    'Right',
    signJwt(right, { ...claims, exp: now + 0.5 }),
  ],
  ['expires-next', 'the last second before the end', 'Time', signJwt(right, { ...claims, exp: now + 1 })],
  ['nbf-now', 'not before this very second', 'Time', signJwt(right, { ...claims, nbf: now })],
  [
    'no-exp',
    'exp is optional (section 4.1.4)',
    'Time',
    signJwt(right, { iss: issuer, aud: audience, iat: now }),
  ],
];

const refused: readonly Row[] = [
  ['empty', 'no JWT', 'Shape', ''],
  ['two-parts', 'the signature is cut off', 'Shape', good.split('.').slice(0, 2).join('.')],
  ['no-json', 'no JWT, but three words', 'Shape', 'one.two.three'],
  ['expired', 'exp is not checked', 'Time', signJwt(right, { ...claims, exp: now - 60 })],
  ['expires-now', 'exp itself is too late (section 4.1.4)', 'Time', signJwt(right, { ...claims, exp: now })],
  ['exp-text', 'exp is a text', 'Time', signJwt(right, { ...claims, exp: String(now + 300) })],
  ['not-yet', 'nbf is not checked', 'Time', signJwt(right, { ...claims, nbf: now + 120 })],
  [
    'payload-changed',
    'the signature is not verified',
    'Signature',
    replaced(good, 1, () => part({ ...claims, sub: 'stranger' })),
  ],
  ['signature-changed', 'the signature is not verified', 'Signature', replaced(good, 2, turned)],
  ['signature-empty', 'an empty signature is taken for none', 'Signature', replaced(good, 2, () => '')],
  [
    'header-changed',
    'the header is not part of what is verified',
    'Signature',
    replaced(good, 0, () => part({ ...right, extra: 1 })),
  ],
  [
    'foreign-key',
    'signed by a key that is not published, under the kid of one that is',
    'Key',
    signJwt(right, claims, keys.unpublished.privateKey),
  ],
  [
    'unknown-kid',
    'keys[0] is taken where no key has the kid',
    'Key',
    signJwt({ ...right, kid: 'unknown' }, claims),
  ],
  [
    'no-kid',
    'signed by a key that is not published, and without kid',
    'Key',
    signJwt({ alg: 'RS256', typ: 'JWT' }, claims, keys.unpublished.privateKey),
  ],
  [
    'first-key',
    'signed by the first of the published keys, under the kid of the second: keys[0] is taken',
    'Key',
    signJwt({ ...right, kid: 'signing' }, claims, keys.other.privateKey),
  ],
  [
    'alg-none',
    'alg is taken from the token: none',
    'Algorithm',
    `${part({ alg: 'none', kid: 'signing' })}.${part(claims)}.`,
  ],
  [
    'alg-none-signed',
    'alg none, with a signature',
    'Algorithm',
    signJwt({ alg: 'none', kid: 'signing' }, claims),
  ],
  ['hmac', 'alg is taken from the token: HMAC keyed with the public key', 'Algorithm', withHmac()],
  [
    'rs512',
    'another algorithm than the one that is agreed',
    'Algorithm',
    signJwt({ ...right, alg: 'RS512' }, claims),
  ],
  ['issuer', 'another issuer', 'Audience', signJwt(right, { ...claims, iss: 'https://elsewhere.example' })],
  ['no-issuer', 'no issuer where one is agreed', 'Audience', signJwt(right, { ...claims, iss: undefined })],
  [
    'embedded-key',
    'the key is taken from the token',
    'Key',
    signJwt({ ...right, jwk: jwk(keys.unpublished.privateKey, {}) }, claims, keys.unpublished.privateKey),
  ],
  [
    'crit',
    'an extension that has to be understood, and is not (RFC 7515, section 4.1.11)',
    'Shape',
    signJwt({ ...right, crit: ['unknown'], unknown: 1 }, claims),
  ],
  ['claims-list', 'the claims are a list', 'Shape', signJwt(right, [claims])],
  ['nbf-text', 'nbf is a text', 'Time', signJwt(right, { ...claims, nbf: String(now - 10) })],
  [
    'no-audience',
    'no audience where one is agreed',
    'Audience',
    signJwt(right, { ...claims, aud: undefined }),
  ],
  [
    'audience',
    'meant for another provider',
    'Audience',
    signJwt(right, { ...claims, aud: '1000000002@sbx' }),
  ],
];

/** Returns the test vectors for the JWT of a callback (clause 5.1.6). */
export function jwts(): VectorFile {
  return vectorFile({
    schema: 'vectors/jwt',
    title: 'The JWT of a callback verifies against the published keys',
    clauses: ['5.1.6'],
    provenance: commonSources,
    flags: {
      Right: 'A JWT that verifies.',
      Time: 'exp and nbf (RFC 7519, sections 4.1.4 and 4.1.5), at the instant `now`.',
      Shape: 'No JWT.',
      Signature: 'A signature that does not fit what it stands behind.',
      Key: 'Which of the published keys is taken.',
      Algorithm: 'An algorithm that the receiver did not choose.',
      Audience: 'Issuer and audience, where both sides have agreed on them.',
    },
    groups: [
      {
        now: new Date(now * 1000).toISOString(),
        algorithms: ['RS256'],
        issuer,
        audience,
        // The signing key is second, to catch receivers that always use `keys[0]`.
        jwks: {
          keys: [
            jwk(keys.other.publicKey, { kid: 'encryption', alg: 'RS512', use: 'sig' }),
            jwk(keys.service.publicKey, { kid: 'signing', alg: 'RS256', use: 'sig' }),
          ],
        },
        cases: [...cases('valid', accepted), ...cases('invalid', refused)],
      },
      byKid(),
    ],
  });
}
