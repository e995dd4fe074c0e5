import { conformingEnvelope } from '../../../support/client/integrator/payer/envelope';
import type { EnvelopeCodec } from '../../../support/client/integrator/payer/envelope';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { ReadingOverrides } from '../../../support/contract/readings';
import { EnvelopeError, jsonObjectIn, jweBodyType, withBodyType } from '../../../support/crypto/jose/jwe';
import type { ObligationId } from '../../../support/obligations';
import type { HarmlessSubject, Mutant } from '../../mutant';
import { harmlessIntegrator, targetReadings } from '../specimens';
import { payerTarget, startClientWithSeams } from '../stage';
import { providerSeamsMutant } from './paying';

/** Returns a codec that refuses bodies for which `isWanted` is false. */
function accepting(isWanted: (body: { readonly type?: unknown }) => boolean): EnvelopeCodec {
  return {
    ...conformingEnvelope,
    unwrap: async (message, envelope, key) => {
      if (!isWanted(jsonObjectIn(message.body))) throw new EnvelopeError('another body');
      return conformingEnvelope.unwrap(message, envelope, key);
    },
  };
}

/** Reads the type first, as clients of a deployed exchange do. */
const byType = accepting(({ type }) => type === jweBodyType);

/** Refuses every member except `payload`. */
const payloadAlone = accepting((body) => Object.keys(body).every((name) => name === 'payload'));

/** Writes the type into every message to the payer. */
const writingType: EnvelopeCodec = {
  ...conformingEnvelope,
  wrap: async (...given) => {
    const wrapped = await conformingEnvelope.wrap(...given);
    return { ...wrapped, body: withBodyType(wrapped.body, { 'callback-body': 'with-type' }) };
  },
};

/** The obligations that a client breaks if it does not accept the body of any callback. */
const all: readonly ObligationId[] = [
  'CBK-03',
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

function refusing(name: string, story: string, envelope: EnvelopeCodec, overrides: ReadingOverrides): Mutant {
  const cause = 'readings callback-jwt, envelope, callback-body, payer-content';
  return {
    ...providerSeamsMutant(name, all, story, { envelope }, targetReadings(overrides)),
    diagnosis: { 'CBK-03': cause },
  };
}

/** Providers that refuse the body on which both sides agreed (CBK-03, FLW-01 to 10). */
export const bodyTypeMutants: readonly Mutant[] = [
  refusing('type-demanded-where-none-is-agreed', 'A body without a type is not a message.', byType, {
    'callback-body': 'bare',
  }),
  refusing('type-refused-where-it-is-agreed', 'A member besides payload is not expected.', payloadAlone, {
    'callback-body': 'with-type',
  }),
];

function reading(
  name: string,
  story: string,
  envelope: EnvelopeCodec,
  overrides?: ReadingOverrides,
  except: HarmlessSubject['except'] = {},
): HarmlessSubject {
  const agreed = overrides === undefined ? {} : targetReadings(overrides);
  const start = startClientWithSeams(
    { payer: { ...conformingProvider, envelope } },
    { ...payerTarget, ...agreed },
  );
  return harmlessIntegrator(name, story, { start }, except);
}

/** Providers that read or write the type of a body, or refuse it although no target sets the reading. */
export const harmlessBodyTypes: readonly HarmlessSubject[] = [
  reading('callbacks-read-by-type', 'A body without the type JWEPayload is refused.', byType),
  reading('messages-with-type', "The client's own messages have a type, too.", writingType),
  reading(
    'payload-alone-agreed',
    'A body with a member besides payload is refused, and the target says so.',
    payloadAlone,
    {
      'callback-body': 'bare',
    },
  ),
  reading(
    'payload-alone-unsaid',
    'A body with a member besides payload is refused, and the target does not say so.',
    payloadAlone,
    undefined,
    {
      ...Object.fromEntries(all.map((id) => [id, 'inconclusive'])),
      'CBK-04': 'inconclusive',
      'CBK-05': 'not-tested',
      'CBK-06': 'not-tested',
    },
  ),
];
