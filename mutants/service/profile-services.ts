import { resolveReadings } from '../../support/contract/readings';
import type { MockOptions } from '../../support/mock/start-mock';
import type { ObligationId } from '../../support/obligations';
import type { HarmlessSubject, Mutant, StartStage } from '../mutant';
import { harmlessService, serviceMutant } from '../mutant';
import { extending, stageMock } from '../stage';

/** Starts the mock with a target that extends a field profile. By default, the mock follows the profile. */
function underProfile(name: string, options: (agreed: MockOptions) => MockOptions): StartStage {
  return async () => {
    const target = extending(name);
    const stage = await stageMock({ tls: true, ...options({ readings: target.readings }) });
    return { ...stage, target: { ...stage.target, ...target } };
  };
}

/**
 * Services that answer as a field profile states. They break only the obligations of its departures, and the profile
 * settles these failures.
 */
function asInProfile(name: string, breaks: readonly ObligationId[], profile: string): Mutant {
  const told = 'a departure from the document';
  return {
    ...serviceMutant(
      name,
      breaks,
      'The services answer as the field profile of the target says.',
      underProfile(profile, (agreed) => agreed),
    ),
    diagnosis: Object.fromEntries(breaks.map((id) => [id, told])),
    asDeployed: profile,
  };
}

export const profileServiceMutants: readonly Mutant[] = [
  asInProfile('services-as-in-claims-exchange', ['SES-05'], 'claims-exchange-2026-09'),
  asInProfile('services-as-in-identity-and-gateway', ['CRT-01'], 'identity-and-gateway-2026-11'),
];

/** Services that follow the words of the document, although the profile departs from them. */
export const harmlessProfileServices: readonly HarmlessSubject[] = [
  harmlessService(
    'session-200-under-profile',
    'The profile of the target has status 202, and sessions come with 200.',
    underProfile('claims-exchange-2026-09', ({ readings = resolveReadings({}) }) => ({
      readings: { ...readings, 'session-status': 200 },
    })),
  ),
  harmlessService(
    'pem-key-of-2048-under-profile',
    'The profile of the target has 4096 bits as JSON, and the key is PEM text of 2048 bits.',
    underProfile('identity-and-gateway-2026-11', ({ readings = resolveReadings({}) }) => ({
      readings: { ...readings, 'key-bits': 2048, 'certificate-form': 'pem' },
    })),
  ),
];
