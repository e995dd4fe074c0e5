import { withTargetContent } from '../mock/payer/content';
import type { MockOptions, ServicePaths } from '../mock/start-mock';
import type { Target } from '../targets/target';

/** Returns the options of a mock that behaves as a target describes: with its ids, paths, readings and contents. */
export function mockOptionsFor(target: Target): MockOptions {
  const { readings, cmId, paths, participants, ca, dummyPayerToken, payerContent = {} } = target;
  return {
    account: {
      cmId,
      paths,
      payer: participants.payer,
      ...(dummyPayerToken !== undefined && { dummyPayerToken }),
    },
    readings,
    ...(ca !== undefined && { callbackAuthority: ca }),
    seams: ({ payer }) => ({ payer: { bundles: withTargetContent(payer.bundles, payerContent) } }),
  };
}

/**
 * Returns the paths in the addresses of a target's services, so that a mock can have addresses with the same paths. The
 * registry's path lacks its version, which the mock adds itself (clause 9.2). Omits a provider with an address for each
 * operation, because the mock accepts any prefix before these operations.
 */
export function servicePathsOf({
  services,
  providerBases,
}: Pick<Target, 'services' | 'providerBases'>): ServicePaths {
  const paths = Object.entries(services).flatMap(([service, address]) => {
    if (service === 'provider' && providerBases !== undefined) return [];
    const path = new URL(address).pathname.replace(/\/$/, '');
    return [[service, service === 'registry' ? path.replace(/\/v\d+$/, '') : path] as const];
  });
  return Object.fromEntries(paths.filter(([, path]) => path !== ''));
}
