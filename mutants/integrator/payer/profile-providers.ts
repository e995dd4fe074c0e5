import type { IntegratorSeams } from '../../../support/client/integrator';
import { conformingEnvelope } from '../../../support/client/integrator/payer/envelope';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import { EnvelopeError, jsonObjectIn, jweBodyType } from '../../../support/crypto/jose/jwe';
import type { HarmlessSubject, Mutant } from '../../mutant';
import { extending } from '../../stage';
import { editRequests, withHeaders } from '../edits';
import { harmlessIntegrator } from '../specimens';
import { payerTarget, startClientWithSeams } from '../stage';
import { providerMutant } from './paying';

/**
 * A provider of the claims exchange as published: it sends the token of payer operations in bearer_auth and without
 * Authorization under all readings of the target, and it accepts only bodies with a type.
 */
export const publishedProvider: Partial<IntegratorSeams> = {
  ...editRequests(['payer'], (request) => {
    const { Authorization, bearer_auth } = request.headers;
    return withHeaders(request, { Authorization: undefined, bearer_auth: Authorization ?? bearer_auth });
  }),
  payer: {
    ...conformingProvider,
    envelope: {
      ...conformingEnvelope,
      unwrap: async (message, envelope, key) => {
        const body: { readonly type?: unknown } = jsonObjectIn(message.body);
        if (body.type !== jweBodyType) throw new EnvelopeError('another body');
        return conformingEnvelope.unwrap(message, envelope, key);
      },
    },
  },
};

/** The mutant's target does not extend a field profile, so the token belongs in Authorization (HDR-01). */
export const profileProviderMutants: readonly Mutant[] = [
  {
    ...providerMutant(
      'published-provider-without-profile',
      ['HDR-01'],
      'The client follows what the claims exchange publishes, and the target takes no field profile.',
      publishedProvider,
    ),
    diagnosis: { 'HDR-01': 'set the reading provider-authorization' },
  },
];

/** Under the shipped profile, {@link publishedProvider} is right, and so is the suite's own client. */
export const harmlessProfileProviders: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'published-provider-with-profile',
    'The client follows what the claims exchange publishes, and the target takes the field profile of the exchange.',
    {
      start: startClientWithSeams(publishedProvider, {
        ...payerTarget,
        ...extending('claims-exchange-2026-09'),
      }),
    },
  ),
  harmlessIntegrator(
    'own-provider-with-profile',
    "The suite's own client follows the readings of the field profile of the claims exchange.",
    { start: startClientWithSeams({}, { ...payerTarget, ...extending('claims-exchange-2026-09') }) },
  ),
];
