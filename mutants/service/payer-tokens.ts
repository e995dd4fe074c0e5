import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { SignJWT, decodeJwt, decodeProtectedHeader, exportJWK } from 'jose';
import type { ReadingOverrides } from '../../support/contract/readings';
import { defaultReadings, resolveReadings } from '../../support/contract/readings';
import { defaultKeyPair } from '../../support/mock/keys';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { conformingPayer } from '../../support/mock/payer/seams';
import type { MockOptions } from '../../support/mock/start-mock';
import type { HarmlessSubject, Mutant, StartStage } from '../mutant';
import { harmlessService, serviceMutant } from '../mutant';
import { withAgreedReadings, stageMock, withSeams } from '../stage';

type Authorization = PayerSeams['authorization'];

const now = (): number => Math.floor(Date.now() / 1000);

/** Composes the usual JWT with other claims; `undefined` removes a claim. */
const claiming =
  (change: () => JWTPayload): Authorization =>
  async (...given) => {
    const [tokens] = given;
    const usual = await conformingPayer.authorization(...given);
    const claims = { ...decodeJwt(tokenIn(usual)), ...change() };
    return `Bearer ${await tokens.signCallback(JSON.parse(JSON.stringify(claims)) as JWTPayload)}`;
  };

/** Composes the usual JWT, but signs it with a key that is not published. */
const signingWith =
  (alg: string, key: () => KeyObject): Authorization =>
  async (...given) => {
    const token = tokenIn(await conformingPayer.authorization(...given));
    const { kid = '' } = decodeProtectedHeader(token);
    return `Bearer ${await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg, kid }).sign(key())}`;
  };

/** Composes the usual JWT without `kid`. By default, the key that signs it is published. */
const withoutKid =
  (key?: () => KeyObject): PayerSeams['authorization'] =>
  async (tokens, ...given) => {
    const claims = decodeJwt(tokenIn(await conformingPayer.authorization(tokens, ...given)));
    const signing = key?.() ?? (await defaultKeyPair('tokens')).privateKey;
    return `Bearer ${await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(signing)}`;
  };

const tokenIn = (authorization = ''): string => authorization.replace(/^Bearer /, '');

/** Stages a mock that signs callbacks with this algorithm. The target declares the algorithm only if `isSaid`. */
function by(algorithm: string, payer: Partial<PayerSeams> = {}, isSaid = true): StartStage {
  const jwt = { ...defaultReadings['callback-jwt'], algorithms: [algorithm] };
  const overrides: ReadingOverrides = { 'callback-jwt': jwt };
  return async () => {
    const stage = await stageMock({ tls: true, readings: resolveReadings(overrides), seams: { payer } });
    return isSaid ? withAgreedReadings(stage, overrides) : stage;
  };
}

const plainly = (payer: Partial<PayerSeams>): StartStage => {
  return () => stageMock({ tls: true, seams: { payer } });
};

/**
 * Stages a mock that signs callbacks with Ed25519 (RFC 8037) and publishes the key correctly. No reading offers this
 * algorithm.
 */
function byEd25519(): ReturnType<StartStage> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const header = { alg: 'EdDSA', kid: 'ed25519' };
  const authorization: Authorization = async (...given) => {
    const claims = decodeJwt(tokenIn(await conformingPayer.authorization(...given)));
    return `Bearer ${await new SignJWT(claims).setProtectedHeader(header).sign(privateKey)}`;
  };
  const seams: MockOptions['seams'] = ({ tokens }) => ({
    payer: { authorization },
    handlers: {
      jwks: async () => {
        const own = { ...(await exportJWK(publicKey)), ...header, use: 'sig' };
        return { status: 200, body: { keys: [...(await tokens.jwks()).keys, own] } };
      },
    },
  });
  return stageMock({ tls: true, seams });
}

const signed =
  (claims: { readonly lifetime: number }): PayerSeams['authorization'] =>
  async (tokens) =>
    `Bearer ${await tokens.issue({ clientId: 'gateway' }, 'callback', claims.lifetime)}`;

const keys = (change: (all: readonly object[]) => readonly object[]): StartStage =>
  withSeams(({ tokens }) => ({
    handlers: { jwks: async () => ({ status: 200, body: { keys: change((await tokens.jwks()).keys) } }) },
  }));

const unverifiable: readonly Mutant[] = [
  serviceMutant(
    'callback-without-jwt',
    ['CBK-02'],
    'Callbacks go out as they are.',
    plainly({
      authorization: () => Promise.resolve(undefined),
    }),
  ),
  serviceMutant(
    'callback-jwt-expired',
    ['CBK-02'],
    'One JWT was made for all callbacks, ten minutes ago.',
    plainly({
      authorization: signed({ lifetime: -600 }),
    }),
  ),
  serviceMutant(
    'callback-jwt-twice',
    ['CBK-02'],
    'A proxy joins its own Authorization with the one that is there.',
    plainly({
      authorization: async (...given) => {
        const jwt = await conformingPayer.authorization(...given);
        return `${jwt}, ${jwt}`;
      },
    }),
  ),
  serviceMutant(
    'callback-jwt-cut',
    ['CBK-02'],
    'A header may only be so long.',
    plainly({
      authorization: async (...given) => (await conformingPayer.authorization(...given))?.slice(0, 200),
    }),
  ),
  serviceMutant(
    'callback-keys-empty',
    ['CBK-02'],
    'The set of keys is published, and empty.',
    keys(() => []),
  ),
  serviceMutant(
    'callback-kid-twice',
    ['CBK-02'],
    'Two keys are published under one kid.',
    keys((all) => [...all, ...all]),
  ),
  serviceMutant(
    'callback-keys-old',
    ['CBK-02'],
    'The published keys are those of last year.',
    keys((all) => all.slice(0, 1)),
  ),
];

const foreign = (namedCurve: string) => () => generateKeyPairSync('ec', { namedCurve }).privateKey;
const foreignRsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/**
 * Payers that send callbacks without a verifiable JWT (CBK-02): no JWT, a damaged, expired or not yet valid one, or no
 * unique published key for its signature, with several algorithms.
 */
export const payerTokenMutants: readonly Mutant[] = [
  ...unverifiable,
  serviceMutant(
    'callback-es256-foreign-key',
    ['CBK-02'],
    'The key that signs is not the one that is published, on the same curve.',
    by('ES256', { authorization: signingWith('ES256', foreign('P-256')) }),
  ),
  serviceMutant(
    'callback-ps256-foreign-key',
    ['CBK-02'],
    'The key that signs is not the one that is published, by PS256.',
    by('PS256', { authorization: signingWith('PS256', foreignRsa) }),
  ),
  {
    ...serviceMutant(
      'callback-without-kid-foreign-key',
      ['CBK-02'],
      'The JWT names no key, and is signed by one that is not published.',
      plainly({ authorization: withoutKid(foreignRsa) }),
    ),
    diagnosis: { 'CBK-02': 'has no kid, and none of the published keys verifies it' },
  },
  serviceMutant(
    'callback-jwt-expired-beyond-leeway',
    ['CBK-02'],
    'The clock of the gateway is two minutes slow, and its JWTs live for one.',
    plainly({ authorization: claiming(() => ({ iat: now() - 122, exp: now() - 62 })) }),
  ),
  serviceMutant(
    'callback-jwt-not-yet-valid',
    ['CBK-02'],
    'The clock of the gateway is five minutes fast.',
    plainly({ authorization: claiming(() => ({ nbf: now() + 300, exp: now() + 600 })) }),
  ),
];

/** Payers that send callbacks with an unusual but valid JWT. */
export const harmlessPayerTokens: readonly HarmlessSubject[] = [
  harmlessService('callback-jwt-without-exp', 'The JWT names no end; RFC 7519 lets it.', () =>
    plainly({ authorization: claiming(() => ({ exp: undefined }) as unknown as JWTPayload) })(),
  ),
  harmlessService('callback-jwt-without-kid', 'The JWT names no key, and a published one verifies it.', () =>
    plainly({ authorization: withoutKid() })(),
  ),
  harmlessService('callback-jwt-nbf-ahead', 'The clock of the gateway is half a minute fast.', () =>
    plainly({ authorization: claiming(() => ({ iat: now() + 30, nbf: now() + 30 })) })(),
  ),
  harmlessService('callback-jwt-just-expired', 'The clock of the gateway is half a minute slow.', () =>
    plainly({ authorization: claiming(() => ({ iat: now() - 60, exp: now() - 30 })) })(),
  ),
  ...['ES256', 'ES512', 'PS256', 'RS384'].map((algorithm) =>
    harmlessService(
      `callback-jwt-${algorithm.toLowerCase()}`,
      `Callbacks are signed by ${algorithm}, and the target says so.`,
      by(algorithm),
    ),
  ),
  {
    ...harmlessService(
      'callback-jwt-es256-unsaid',
      'Callbacks are signed by ES256, and the target says nothing of it.',
      by('ES256', {}, false),
    ),
    except: { 'CBK-02': 'inconclusive' },
  },
  {
    ...harmlessService(
      'callback-jwt-ed25519',
      'Callbacks are signed by EdDSA, which no reading offers.',
      byEd25519,
    ),
    except: { 'CBK-02': 'inconclusive' },
  },
];
