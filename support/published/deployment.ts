import type { OwnSegments, ServiceName } from '../contract/operations';
import { constants } from '../contract/constants';
import { services } from '../contract/services';

/** Where the services are, and what stands in their paths where the document prints stand-ins. */
export interface Deployment {
  readonly bases: Readonly<Record<ServiceName, string>>;
  readonly paths: OwnSegments;
  readonly cmId: string;
}

export const serviceNames = Object.keys(services) as readonly ServiceName[];

/** Addresses that lead nowhere (RFC 2606), as the document shows placeholders alone. */
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

/** What the document calls the base address of a service; it shows none for the operations of the provider. */
export const baseVariable = (service: ServiceName): string => services[service].base ?? 'provider_url';
