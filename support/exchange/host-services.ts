import { keyOfHost } from '../contract/target-hosts';
import type { ServiceName } from '../contract/operations';

/** The services at one host, as plain data for other processes. */
export type ServicesOfHost = readonly [host: string, services: readonly ServiceName[]];

/** Maximum number of hosts: more than the traffic of one system has. A hostile file has thousands. */
const mostHosts = 1000;

/** The order in which a service is chosen for a host that has several. The order of the requests does not matter. */
const ranks: readonly ServiceName[] = ['gateway', 'identity', 'registry', 'provider', 'dummyPayer'];

/** The services at each host of recorded traffic. Each request to such a host goes to one of its services. */
export class HostServices {
  readonly #seen: Map<string, Set<ServiceName>>;

  constructor(known: readonly ServicesOfHost[] = []) {
    this.#seen = new Map(known.map(([host, services]) => [host, new Set(services)]));
  }

  /** Notes that the host of an address has a service. */
  note(address: string, service: ServiceName): void {
    const host = keyOfHost(address);
    const known = host === undefined ? undefined : this.#seen.get(host);
    if (known !== undefined) known.add(service);
    else if (host !== undefined && this.#seen.size < mostHosts) this.#seen.set(host, new Set([service]));
  }

  /** Returns the services at the host of an address, in an order that does not depend on the order of the requests. */
  at(address: string): readonly ServiceName[] {
    const host = keyOfHost(address);
    const found = host === undefined ? undefined : this.#seen.get(host);
    return found === undefined ? [] : ranks.filter((service) => found.has(service));
  }

  get all(): ServicesOfHost[] {
    return [...this.#seen].map(([host, services]) => [host, ranks.filter((each) => services.has(each))]);
  }
}
