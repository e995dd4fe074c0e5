import type { ConfiguredSegments, ServiceName } from '../contract/operations';
import { constants } from '../contract/constants';
import { services } from '../contract/services';

/**
 * The addresses of the services, and the values of the path segments for which the document prints
 * placeholders.
 */
export interface Deployment {
  readonly bases: Readonly<Record<ServiceName, string>>;
  readonly paths: ConfiguredSegments;
  readonly cmId: string;
}

export const serviceNames = Object.keys(services) as readonly ServiceName[];

/**
 * Addresses under the reserved domain `.example` (RFC 2606), because the document shows only placeholders.
 */
export const exampleBases: Deployment['bases'] = {
  gateway: 'https://gateway.example',
  identity: 'https://identity.example',
  registry: 'https://registry.example/v4',
  dummyPayer: 'https://payer.example',
  provider: 'https://provider.example',
};

export const documentedDeployment: Deployment = {
  bases: exampleBases,
  paths: {},
  cmId: constants.sandboxCmId,
};

/**
 * Returns the document's name for the base address of a service, such as `auth_url`. Returns `provider_url`
 * for the provider, because the document does not name the provider's base address.
 */
export const baseAddressVariable = (service: ServiceName): string => services[service].base ?? 'provider_url';
