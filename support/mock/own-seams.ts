import { constants } from '../contract/constants';
import type { ReadingValues } from '../contract/readings';
import { readingForService } from '../contract/readings';
import {
  createFieldCipher,
  defaultKeyPair,
  generateRsaKeyPair,
  generateSigningKeyPair,
  type RsaKeyPair,
} from './keys';
import { defaultHandlers } from './services';
import { conformingPayer } from './payer/seams';
import type { MockKeys, MockSeams, SeamOverrides } from './seams';
import { createTokenIssuer } from './token-issuer';

/**
 * Algorithm for signing tokens, and also callbacks unless the reading `callback-jwt` names another algorithm.
 */
const usualAlgorithm = 'RS256';

function callbackAlgorithm(readings: ReadingValues): string {
  return readings['callback-jwt'].algorithms[0] ?? usualAlgorithm;
}

/**
 * Returns `own`, completed with the default keys that all mocks of the process share. If the readings require
 * other keys than those (of another size, or for another algorithm than RS256 on callbacks), generates them
 * unless `own` contains them.
 */
export async function chooseKeys(own: Partial<MockKeys> = {}, readings: ReadingValues): Promise<MockKeys> {
  const choose = (use: Exclude<keyof MockKeys, 'callbacks'>): RsaKeyPair | Promise<RsaKeyPair> =>
    own[use] ?? defaultKeyPair(use);
  const chooseOfService = (service: 'identity' | 'registry'): RsaKeyPair | Promise<RsaKeyPair> => {
    const bits = readingForService(readings, 'key-bits', service);
    const usual = bits === constants.rsaBits;
    return own[service] ?? (usual ? defaultKeyPair(service) : generateRsaKeyPair(bits));
  };
  const [tokens, tokens512, identity, registry, payer] = await Promise.all([
    choose('tokens'),
    choose('tokens512'),
    chooseOfService('identity'),
    chooseOfService('registry'),
    choose('payer'),
  ]);
  const algorithm = callbackAlgorithm(readings);
  const callbacks =
    own.callbacks ?? (algorithm === usualAlgorithm ? tokens : await generateSigningKeyPair(algorithm));
  return { tokens, tokens512, callbacks, identity, registry, payer };
}

/**
 * Returns the mock's replaceable parts (clock, tokens, ciphers, handlers, payer): the defaults, with the
 * overrides applied.
 */
export async function chooseSeams(
  keys: MockKeys,
  readings: ReadingValues,
  overrides: SeamOverrides | ((own: MockSeams) => SeamOverrides) = {},
): Promise<MockSeams> {
  let clock: () => number = Date.now;
  const pem = (pair: RsaKeyPair) => pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const algorithm = callbackAlgorithm(readings);
  const own: MockSeams = {
    clock,
    // Read `clock` at each call: the assignment below may replace it.
    tokens: await createTokenIssuer({
      keys: keys.tokens,
      other: keys.tokens512,
      ...(keys.callbacks !== keys.tokens && { callbacks: { algorithm, keys: keys.callbacks } }),
      clock: () => clock(),
    }),
    cipher: createFieldCipher(keys.registry.privateKey),
    identityCipher: createFieldCipher(keys.identity.privateKey),
    certificate: { identity: () => pem(keys.identity), registry: () => pem(keys.registry) },
    handlers: defaultHandlers,
    payer: conformingPayer,
  };
  const given = typeof overrides === 'function' ? overrides(own) : overrides;
  const seams = {
    ...own,
    ...given,
    certificate: { ...own.certificate, ...given.certificate },
    handlers: { ...own.handlers, ...given.handlers },
    payer: { ...own.payer, ...given.payer },
  };
  clock = seams.clock;
  return seams;
}
