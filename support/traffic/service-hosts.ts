import type { ServiceAddresses } from '../contract/bases';
import { TargetHosts, identifiesSystem, keyOfHost } from '../contract/target-hosts';
import type { ServicesOfHost } from '../exchange/host-services';
import { HostServices } from '../exchange/host-services';
import type { Mapped } from '../exchange/operation-map';
import type { RawExchange } from '../exchange/raw-exchange';
import type { FoundClues } from './clients/client-clues';

/** The place of a host among the services. */
export interface ServiceHost {
  /** The group of hosts that belong to one system, by its place in {@link FoundHosts.groups}. */
  readonly group: number;
  /** Whether the traffic or the target shows that the host belongs to the services. Otherwise it only may belong. */
  readonly isShown: boolean;
}

/** The hosts that the first pass found without the addresses of a target. Plain data, for other processes. */
export interface FoundHosts {
  /** The hosts of each system, first those that granted a session. Empty if the traffic does not show any host of the services. */
  readonly groups: readonly (readonly string[])[];
  /** Hosts that only may belong to the services, because the traffic does not show their tokens. */
  readonly possible: readonly string[];
  /** The services that have the documented paths requested at each host. */
  readonly services: readonly ServicesOfHost[];
}

/**
 * Decides which hosts belong to the services. With the addresses of a target, these are the services. Without them, a
 * host belongs to the services if it answered a documented session request or served a certificate, or if it received
 * the same token as such a host. If the traffic does not show any such host, each host may belong to the services.
 */
export class ServiceHosts {
  readonly #target: TargetHosts;
  readonly #found: FoundHosts;
  readonly #groups = new Map<string, number>();
  readonly #possible: ReadonlySet<string>;
  /** The services that have the documented paths requested at each host. */
  readonly services: HostServices;

  constructor(target: ServiceAddresses, found: FoundHosts) {
    this.services = new HostServices(found.services);
    this.#target = new TargetHosts(target);
    this.#found = found;
    this.#possible = new Set(found.possible);
    for (const [group, hosts] of found.groups.entries())
      for (const host of hosts) this.#groups.set(host, group);
  }

  /** Returns the place of an address among the services; `undefined` if its host is not one of them. */
  at(address: string): ServiceHost | undefined {
    if (!this.#target.isEmpty) {
      const isOther = this.#target.isOther(address);
      return isOther ? undefined : { group: 0, isShown: this.#target.servicesAt(address).length > 0 };
    }
    const key = keyOfHost(address);
    const group = key === undefined ? undefined : this.#groups.get(key);
    if (group !== undefined) return { group, isShown: true };
    const isOpen = this.#found.groups.length === 0 || key === undefined || !identifiesSystem(address);
    return isOpen || this.#possible.has(key) ? { group: 0, isShown: false } : undefined;
  }

  /** Returns one host of a group, which names the group; `undefined` if all hosts are one group. */
  nameOf(group: number): string | undefined {
    const { groups } = this.#found;
    return this.#target.isEmpty && groups.length > 1 ? groups[group]?.[0] : undefined;
  }
}

/** Maximum number of hosts in the groups. Real systems have a few; a hostile file has thousands. */
const mostHosts = 1000;

/** Finds the hosts of the services in all requests. The result does not depend on their order. */
export class HostFinder {
  /** For each host, another host of its group; the host itself if it represents the group. */
  readonly #parents = new Map<string, string>();
  /** The first host that received or granted each token, by the digest of the token. */
  readonly #tokens = new Map<string, string>();
  readonly #granted = new Set<string>();
  /** Hosts that received a token which clients may share, by this token. */
  readonly #shared = new Map<string, Set<string>>();
  /** Hosts that answered a documented session request or served a certificate. */
  readonly #shown = new Set<string>();
  /** Hosts that granted a token, by a documented session request. */
  readonly #granting = new Set<string>();
  /** Hosts that may belong to the services, because an input does not show if their requests carried a token. */
  readonly #possible = new Set<string>();
  readonly #services = new HostServices();

  /** Notes a request to a service. Returns the key of its host; `undefined` if its host is unknown or not counted. */
  note(
    raw: Omit<RawExchange, 'sender'>,
    place: Mapped,
    { clues, documented }: FoundClues,
  ): string | undefined {
    const host = keyOfHost(raw.request.url);
    if (host === undefined || place.sender === 'service' || !this.#isCounted(host)) return undefined;
    if (documented !== undefined) this.#services.note(raw.request.url, documented);
    if (showsService(place, raw)) this.#shown.add(host);
    if (raw.request.withheld?.authorization !== undefined) this.#possible.add(host);
    const { token, shared, granted } = clues;
    if (granted !== undefined) {
      this.#granted.add(granted);
      if (isSession(place)) this.#granting.add(host);
      this.#join(granted, host);
    }
    if (token !== undefined && shared !== true) this.#join(token, host);
    else if (token !== undefined) {
      const hosts = this.#shared.get(token) ?? new Set();
      this.#shared.set(token, hosts.add(host));
    }
    return host;
  }

  /** Notes that an input does not show whether its requests to these hosts carried a token. */
  notePossible(hosts: Iterable<string>): void {
    for (const host of hosts) if (this.#parents.has(host)) this.#possible.add(host);
  }

  /** Returns the hosts of the services. Call it once, after all requests. */
  conclude(): FoundHosts {
    for (const [token, hosts] of this.#shared)
      for (const host of hosts)
        if (this.#granted.has(token)) this.#join(token, host);
        else this.#possible.add(host);
    const all = [...Map.groupBy(this.#parents.keys(), (host) => this.#representative(host)).values()];
    const shown = all.filter((hosts) => hosts.some((host) => this.#shown.has(host)));
    return {
      groups: this.#systemsOf(shown),
      possible: [...this.#possible].sort(),
      services: this.#services.all,
    };
  }

  /**
   * Divides groups of hosts into systems. Only hosts that granted a token show a system of their own, because the traffic
   * may not show the tokens of all requests.
   */
  #systemsOf(shown: readonly string[][]): string[][] {
    const grants = (host: string): boolean => this.#granting.has(host);
    const granting = shown.filter((hosts) => hosts.some(grants));
    const systems = granting.length > 1 ? shown : [shown.flat()].filter((hosts) => hosts.length > 0);
    const inOrder = (one: string, other: string): number =>
      Number(grants(other)) - Number(grants(one)) || (one < other ? -1 : 1);
    return systems
      .map((hosts) => hosts.sort(inOrder))
      .sort(([one = ''], [other = '']) => inOrder(one, other));
  }

  #isCounted(host: string): boolean {
    if (!this.#parents.has(host) && this.#parents.size < mostHosts) this.#parents.set(host, host);
    return this.#parents.has(host);
  }

  /** Puts a host into the group of the hosts that received or granted the same token. */
  #join(token: string, host: string): void {
    const first = this.#tokens.get(token);
    if (first === undefined) this.#tokens.set(token, host);
    else this.#parents.set(this.#representative(host), this.#representative(first));
  }

  #representative(host: string): string {
    let last = host;
    for (
      let next = this.#parents.get(last);
      next !== undefined && next !== last;
      next = this.#parents.get(last)
    )
      last = next;
    return last;
  }
}

const isSession = ({ operation }: Mapped): boolean => operation === 'session.create';

/** Whether an answer shows that its host belongs to the services: it grants a documented session or serves a certificate. */
function showsService(place: Mapped, { response }: Omit<RawExchange, 'sender'>): boolean {
  const isFound = response !== undefined && response.status >= 200 && response.status < 300;
  return isFound && (isSession(place) || place.operation?.startsWith('certificate.') === true);
}
