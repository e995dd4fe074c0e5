import type { OperationId, ServiceName } from './operations';

/** What a provider sends; the operation of the acknowledgment is not shown, and its path a reading. */
export type ProviderOperation = OperationId | 'payment.acknowledge';

/** Base addresses of services without a trailing slash. */
export interface Addresses {
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  /**
   * Those of what a provider sends, where each operation has its own (clause 4.6 shows none). `services` names the first of
   * them.
   */
  readonly providerBases?: Readonly<Partial<Record<ProviderOperation, string>>> | undefined;
}

/** Every base address, with its service. */
export function basesOf({ services, providerBases = {} }: Addresses): (readonly [ServiceName, string])[] {
  const own = new Set(Object.values(providerBases));
  return [
    ...(Object.entries(services) as [ServiceName, string][]).filter(([, base]) => !own.has(base)),
    ...[...own].map((base) => ['provider', base] as const),
  ];
}

/** The base address behind which an operation is found, if there is one. */
export function baseOfOperation(
  { services, providerBases }: Addresses,
  service: ServiceName,
  id: ProviderOperation,
): string | undefined {
  return (service === 'provider' ? providerBases?.[id] : undefined) ?? services[service];
}

/** Base addresses as people read them, by service. */
export function shownBases({ services, providerBases }: Addresses): Addresses['services'] {
  if (providerBases === undefined) return services;
  const byBase = Map.groupBy(Object.entries(providerBases), ([, base]) => base);
  const provider = [...byBase].map(([base, each]) => `${base} (${each.map(([id]) => id).join(', ')})`);
  return { ...services, provider: provider.join(', ') };
}
