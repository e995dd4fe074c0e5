import type { OperationId, ServiceName } from './operations';

/**
 * An operation between provider and payer. `payment.acknowledge` is not in the document: the reading
 * `payment-ack` sets its path.
 */
export type ProviderOperation = OperationId | 'payment.acknowledge';

/** The base addresses of the services, without a trailing slash. */
export interface ServiceAddresses {
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  /**
   * The base address of each provider operation, if the target file lists one per operation.
   * `services.provider` is then the first address in that list.
   */
  readonly providerBases?: Readonly<Partial<Record<ProviderOperation, string>>> | undefined;
}

/**
 * Returns each service with its base address. If the operations of the provider have different addresses,
 * returns one pair for each distinct address.
 */
export function baseAddressesOf({
  services,
  providerBases = {},
}: ServiceAddresses): (readonly [ServiceName, string])[] {
  const own = new Set(Object.values(providerBases));
  return [
    ...(Object.entries(services) as [ServiceName, string][]).filter(
      ([service, base]) => service !== 'provider' || !own.has(base),
    ),
    ...[...own].map((base) => ['provider', base] as const),
  ];
}

/**
 * Returns the base address of an operation: a provider operation's own address if the target file lists one,
 * or else the address of the service. `undefined` if the target file does not list the service.
 */
export function baseAddressOfOperation(
  { services, providerBases }: ServiceAddresses,
  service: ServiceName,
  id: ProviderOperation,
): string | undefined {
  return (service === 'provider' ? providerBases?.[id] : undefined) ?? services[service];
}

/**
 * Returns a path without the path of a base address in front; `undefined` if the path is not behind that base path. A
 * slash at the end of the base path does not count.
 */
export function pathBehind(basePath: string, path: string): string | undefined {
  const base = basePath.replace(/\/$/, '');
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
}

/** The version prefix at the end of the registry's base address in the sandbox (clause 9.2). */
export const registryPrefix = '/v4';

/**
 * Returns a path without the path of the service's base address: of its longest one that is in front of the path.
 * Compares no hosts, because a recording may lack them. Without a base address of the service, only the registry's
 * version prefix counts as the path of one.
 */
export function withoutBasePath(
  service: ServiceName | undefined,
  path: string,
  bases: readonly (readonly [ServiceName, string])[],
): string {
  const own = bases.filter(([name, base]) => name === service && URL.canParse(base));
  const ofBases = own.map(([, base]) => new URL(base).pathname);
  const known = own.length === 0 && service === 'registry' ? [registryPrefix] : ofBases;
  const behind = known.flatMap((base) => pathBehind(base, path) ?? []);
  return behind.reduce((shortest, each) => (each.length < shortest.length ? each : shortest), path);
}

/**
 * Returns the base address of each service, as a string to display. If provider operations have different
 * base addresses, the string for `provider` lists each address with its operations.
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
