import type { Row } from './jwt-signing';
import { audience, cases, claims, issuer, jwk, keys, now, signJwt } from './jwt-signing';
import type { Group } from './vector-file';

/**
 * Returns cases for a receiver that accepts two algorithms, RS256 and RS512, each with its own key. The JWKS
 * also contains an encryption key.
 */
export function byKid(): Group {
  const rs512 = { alg: 'RS512', typ: 'JWT', kid: 'rs512' };
  const rs256 = { alg: 'RS256', typ: 'JWT', kid: 'rs256' };
  const { service, other, unpublished: wrapping } = keys;
  const good: readonly Row[] = [
    ['kid-rs256', 'the one algorithm with its key', 'Key', signJwt(rs256, claims)],
    ['kid-rs512', 'the other algorithm with its key', 'Key', signJwt(rs512, claims, other.privateKey)],
  ];
  const bad: readonly Row[] = [
    [
      'kid-rs512-on-rs256',
      'RS512 under the key of RS256',
      'Key',
      signJwt({ ...rs512, kid: 'rs256' }, claims),
    ],
    [
      'kid-rs256-on-rs512',
      'RS256 under the key of RS512',
      'Key',
      signJwt({ ...rs256, kid: 'rs512' }, claims, other.privateKey),
    ],
    ['kid-swapped', 'every published key is tried, whatever the kid', 'Key', signJwt(rs512, claims)],
    [
      'kid-encryption',
      'a key that is published for encryption',
      'Key',
      signJwt({ ...rs256, kid: 'wrapping' }, claims, wrapping.privateKey),
    ],
  ];
  return {
    now: new Date(now * 1000).toISOString(),
    algorithms: ['RS256', 'RS512'],
    issuer,
    audience,
    jwks: {
      keys: [
        jwk(other.publicKey, { kid: 'rs512', alg: 'RS512', use: 'sig' }),
        jwk(service.publicKey, { kid: 'rs256', alg: 'RS256', use: 'sig' }),
        jwk(wrapping.privateKey, { kid: 'wrapping', use: 'enc' }),
      ],
    },
    cases: [...cases('valid', good), ...cases('invalid', bad)],
  };
}
