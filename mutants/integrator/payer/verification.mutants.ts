import { createHmac, createPublicKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { JWK } from 'jose';
import type { CallbackVerifier } from '../../../support/client/integrator/callback-verifier';
import { verifyCallbackJwt } from '../../../support/client/integrator/callback-verifier';
import { defaultReadings } from '../../../support/contract/readings';
import type { ObligationId } from '../../../support/obligations';
import type { Mutant } from '../../mutant';
import { targetReadings } from '../specimens';
import { providerMutant } from './paying';

const verifying = (
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  verifier: CallbackVerifier,
): Mutant => providerMutant(name, breaks, story, { verifier });

/** Whatever depends on callbacks, where none is taken. */
const allFlows: readonly ObligationId[] = [
  'FLW-01',
  'FLW-02',
  'FLW-03',
  'FLW-04',
  'FLW-05',
  'FLW-06',
  'FLW-07',
  'FLW-08',
  'FLW-09',
  'FLW-10',
];

/** Verifies with other rules, and by jose. */
const withKeys =
  (
    choose: (keys: readonly JWK[], header: { readonly kid?: string | undefined }) => JWK | undefined,
  ): CallbackVerifier =>
  async (jwt, keys, { algorithms, now }) => {
    try {
      if (jwt === undefined) return false;
      const header = decodeProtectedHeader(jwt);
      const key = choose(await keys.all(), header);
      await jwtVerify(jwt, await importJWK({ ...key, alg: 'RS256' }, 'RS256'), {
        algorithms: [...algorithms],
        currentDate: now,
      });
      return true;
    } catch {
      return false;
    }
  };

/** Valid callbacks that are refused (CBK-03). */
const refusing: readonly Mutant[] = [
  verifying(
    'first-key-whatever-the-kid',
    ['CBK-03', ...allFlows],
    'keys[0] of the JWKS is taken.',
    withKeys((keys) => keys[0]),
  ),
  verifying(
    'audience-demanded',
    ['CBK-03', ...allFlows],
    'A claim is demanded that was not agreed on.',
    (jwt, keys, rules) => verifyCallbackJwt(jwt, keys, { ...rules, audience: 'this-provider' }),
  ),
  verifying(
    'rs512-only',
    ['CBK-03', ...allFlows],
    'The algorithm of the newer key is configured.',
    (jwt, keys, rules) => verifyCallbackJwt(jwt, keys, { ...rules, algorithms: ['RS512'] }),
  ),
];

/** Takes the algorithm from the token, as libraries once did. */
const algorithmOfTheToken: CallbackVerifier = async (jwt, keys, rules) => {
  if (jwt === undefined) return false;
  const { alg, kid } = decodeProtectedHeader(jwt);
  if (alg === 'none') return true;
  if (alg !== 'HS256') return verifyCallbackJwt(jwt, keys, rules);
  const key = await keys.find(kid ?? '');
  if (key === undefined) return false;
  const secret = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const [head, payload, signature] = jwt.split('.');
  return createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url') === signature;
};

const without =
  (claim: 'exp' | 'nbf'): CallbackVerifier =>
  async (jwt, keys, rules) => {
    if (jwt === undefined) return false;
    const { exp = 0, nbf = 0 } = decodeJwt(jwt);
    const now =
      claim === 'exp'
        ? Math.min(rules.now.getTime(), exp * 1000 - 1000)
        : Math.max(rules.now.getTime(), nbf * 1000);
    return verifyCallbackJwt(jwt, keys, { ...rules, now: new Date(now) });
  };

const decodable: CallbackVerifier = (jwt, _keys, { now }) => {
  try {
    const { exp = 0, nbf = 0 } = decodeJwt(jwt ?? '');
    return Promise.resolve(exp * 1000 > now.getTime() && nbf * 1000 <= now.getTime());
  } catch {
    return Promise.resolve(false);
  }
};

const byEs256 = targetReadings({
  'callback-jwt': { ...defaultReadings['callback-jwt'], algorithms: ['ES256'] },
});

/** Forged callbacks that are taken (CBK-04). */
const accepting: readonly Mutant[] = [
  {
    ...verifying('jwt-ignored', ['CBK-04'], 'Callbacks are thought to come through a private network.', () =>
      Promise.resolve(true),
    ),
    diagnosis: { 'CBK-04': 'no JWT is looked at: callbacks are taken from any sender' },
  },
  verifying('jwt-optional', ['CBK-04'], 'A JWT is verified where there is one.', (jwt, keys, rules) =>
    jwt === undefined ? Promise.resolve(true) : verifyCallbackJwt(jwt, keys, rules),
  ),
  verifying('jwt-only-decoded', ['CBK-04'], 'The JWT is decoded and its times are read.', decodable),
  verifying('expiry-unchecked', ['CBK-04'], 'Clocks of gateways are not to be trusted.', without('exp')),
  verifying('leeway-of-hours', ['CBK-04'], 'Clocks may differ by half a day.', (jwt, keys, rules) =>
    verifyCallbackJwt(jwt, keys, { ...rules, leeway: 12 * 3600 }),
  ),
  providerMutant(
    'algorithm-of-the-token-beside-es256',
    ['CBK-04'],
    'The token says how it is to be verified, where ES256 is agreed on.',
    { verifier: algorithmOfTheToken },
    byEs256,
  ),
  providerMutant(
    'jwt-only-decoded-beside-es256',
    ['CBK-04'],
    'The JWT is decoded and its times are read, where ES256 is agreed on.',
    { verifier: decodable },
    byEs256,
  ),
  verifying('not-before-unchecked', ['CBK-04'], 'nbf is not known to the library.', without('nbf')),
  verifying(
    'algorithm-of-the-token',
    ['CBK-04'],
    'The token says how it is to be verified.',
    algorithmOfTheToken,
  ),
  verifying(
    'key-of-the-token',
    ['CBK-04'],
    'A key that the token brings is taken.',
    async (jwt, keys, rules) => {
      if (jwt === undefined) return false;
      const { jwk } = decodeProtectedHeader(jwt) as { jwk?: JWK };
      if (jwk === undefined) return verifyCallbackJwt(jwt, keys, rules);
      return withKeys(() => jwk)(jwt, keys, rules);
    },
  ),
];

/** JWTs for others that are taken (CBK-08). */
const parties = targetReadings({
  'callback-jwt': {
    ...defaultReadings['callback-jwt'],
    issuer: 'https://gateway.test',
    audience: 'the provider',
  },
});
const others: readonly Mutant[] = [
  providerMutant(
    'issuer-unchecked',
    ['CBK-08'],
    'Any party with a published key may issue.',
    { verifier: (jwt, keys, rules) => verifyCallbackJwt(jwt, keys, { ...rules, issuer: null }) },
    parties,
  ),
  providerMutant(
    'audience-unchecked',
    ['CBK-08'],
    'A callback for another provider is taken.',
    { verifier: (jwt, keys, rules) => verifyCallbackJwt(jwt, keys, { ...rules, audience: null }) },
    parties,
  ),
];

/** How the JWTs of callbacks are verified (CBK-03, CBK-04, CBK-08). */
export const verificationMutants: readonly Mutant[] = [...refusing, ...accepting, ...others];
