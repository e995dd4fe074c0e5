import type { OperationId, ServiceName } from './operations';

/**
 * An operation of a provider. The document does not contain `payment.acknowledge`: the reading `payment-ack`
 * sets its path.
 */
export type ProviderOperation = OperationId | 'payment.acknowledge';

/** The base addresses of the services, without a trailing slash. */
export interface ServiceAddresses {
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  /**
   * The base address of each provider operation, if a target configures one per operation (clause 4.6 shows
   * no address). `services.provider` is then the first of these addresses.
   */
  readonly providerBases?: Readonly<Partial<Record<ProviderOperation, string>>> | undefined;
}

/** Lists every distinct base address with the service that it belongs to. */
export function baseAddressesOf({
  services,
  providerBases = {},
}: ServiceAddresses): (readonly [ServiceName, string])[] {
  const own = new Set(Object.values(providerBases));
  return [
    ...(Object.entries(services) as [ServiceName, string][]).filter(([, base]) => !own.has(base)),
    ...[...own].map((base) => ['provider', base] as const),
  ];
}

/**
 * Returns the base address that an operation is sent to. `undefined` if the target does not configure the
 * service.
 */
export function baseAddressOfOperation(
  { services, providerBases }: ServiceAddresses,
  service: ServiceName,
  id: ProviderOperation,
): string | undefined {
  return (service === 'provider' ? providerBases?.[id] : undefined) ?? services[service];
}

/**
 * Returns one display text per service. If provider operations have different base addresses, the text lists
 * each address with its operations.
 */
export function formatBaseAddresses({
  services,
  providerBases,
}: ServiceAddresses): ServiceAddresses['services'] {
  if (providerBases === undefined) return services;
  const byBase = Map.groupBy(Object.entries(providerBases), ([, base]) => base);
  const provider = [...byBase].map(([base, each]) => `${base} (${each.map(([id]) => id).join(', ')})`);
  return { ...services, provider: provider.join(', ') };
}
