import type { ServiceAddresses } from '../contract/bases';
import { baseAddressesOf } from '../contract/bases';
import type { ServiceName } from '../contract/operations';
import { TargetHosts } from '../contract/target-hosts';
import type { ClientTrafficSpan, SeenHost, SeenTool } from './traffic-span';

/**
 * The party that a host belongs to:
 * - `target`: the target names a service at this host
 * - `other`: another system than the target
 * - `integrator`: the host receives callbacks
 * - `suite`: the suite played the services
 * - `unknown`: the address does not show it, because the host is local or not recorded, or because the target
 *   does not name any address
 */
export const hostOwners = ['target', 'other', 'integrator', 'suite', 'unknown'] as const;

export type HostOwner = (typeof hostOwners)[number];

/** A host that exchanges were made with. */
export interface ObservedHost {
  /** Scheme, host and port, as in `https://gateway.example:8443`. */
  readonly address: string;
  readonly owner: HostOwner;
  /** The target's services at this host; `undefined` if the host is not the target's. */
  readonly services?: readonly ServiceName[];
  readonly exchanges: number;
}

/** The system that was observed, as the recording shows it. */
export interface Observed {
  /** The hosts with the most exchanges, in descending order. */
  readonly hosts: readonly ObservedHost[];
  /** Number of exchanges with hosts that `hosts` does not list; `undefined` if it lists all. */
  readonly furtherHosts?: number;
  /** Number of exchanges by owner of the host. The sum is the number of all exchanges with a host. */
  readonly exchanges: Readonly<Record<HostOwner, number>>;
  /** The names of the audited files. */
  readonly files: readonly string[];
  /** ISO 8601; `undefined` if no exchange has a time that can be written so. */
  readonly from?: string;
  readonly to?: string;
  /** Number of clients that could be distinguished. */
  readonly clients: number;
  /** The known tools that User-Agent names, with the number of their requests. */
  readonly tools: readonly SeenTool[];
}

/** Most hosts that results list. */
const mostHosts = 20;

interface ObservedInput {
  readonly profile: string;
  /** The audited files; `wire` is the form of traffic that the suite received itself. */
  readonly files: readonly { readonly name: string; readonly form: string }[];
  readonly target: ServiceAddresses;
  /** The traffic of each client. */
  readonly spans: readonly ClientTrafficSpan[];
  readonly clients: number;
}

/** Describes the observed system. The result does not depend on the order of the spans. */
export function describeObserved(input: ObservedInput): Observed {
  const { spans, files, clients } = input;
  const all = hostsOf(input);
  const listed = all.slice(0, mostHosts);
  const uncounted = spans.reduce((sum, { furtherHosts = 0 }) => sum + furtherHosts, 0);
  const further = uncounted + sumOf(all.slice(mostHosts));
  const counts = hostOwners.map((each): [HostOwner, number] => [
    each,
    sumOf(all.filter(({ owner }) => owner === each)) + (each === 'unknown' ? uncounted : 0),
  ]);
  const times = spans.flatMap(({ firstAt, lastAt }) =>
    firstAt === undefined || lastAt === undefined ? [] : [{ firstAt, lastAt }],
  );
  return {
    hosts: listed,
    ...(further > 0 && { furtherHosts: further }),
    exchanges: Object.fromEntries(counts) as Record<HostOwner, number>,
    files: files.filter(({ form }) => form !== 'wire').map(({ name }) => name),
    ...(times.length > 0 && {
      from: new Date(least(times.map(({ firstAt }) => firstAt))).toISOString(),
      to: new Date(-least(times.map(({ lastAt }) => -lastAt))).toISOString(),
    }),
    clients,
    tools: toolsOf(spans),
  };
}

/** Unlike `Math.min` with a spread array, this does not overflow the stack. */
const least = (all: readonly number[]): number => all.reduce((one, other) => Math.min(one, other), Infinity);

const sumOf = (all: readonly { readonly exchanges: number }[]): number =>
  all.reduce((sum, { exchanges }) => sum + exchanges, 0);

function toolsOf(spans: readonly ClientTrafficSpan[]): SeenTool[] {
  const counts = new Map<string, number>();
  for (const { tools } of spans)
    for (const { name, exchanges } of tools) counts.set(name, (counts.get(name) ?? 0) + exchanges);
  return [...counts].map(([name, exchanges]) => ({ name, exchanges })).sort(byCount(({ name }) => name));
}

/** Adds up the hosts of all clients. */
function hostsOf({ spans, target, profile }: ObservedInput): ObservedHost[] {
  const targetHosts = new TargetHosts(target);
  const found = new Map<string, { host: Omit<ObservedHost, 'exchanges'>; exchanges: number }>();
  const services = new Map<string, Set<ServiceName>>();
  for (const seen of spans.flatMap(({ hosts }) => hosts)) {
    const at = profile === 'proxy' ? behindProxy(seen, target) : seen;
    const owner = profile === 'mock' ? (at.owner ?? 'suite') : ownerOf(at, targetHosts);
    const key = `${at.address} ${owner}`;
    const known = found.get(key) ?? { host: { address: at.address, owner }, exchanges: 0 };
    known.exchanges += seen.exchanges;
    found.set(key, known);
    if (owner !== 'target') continue;
    const named = targetHosts.servicesAt(at.address);
    const placed = named.filter((service) => service === at.service);
    services.set(key, new Set([...(services.get(key) ?? []), ...placed]));
  }
  return [...found]
    .map(([key, { host, exchanges }]): ObservedHost => {
      const placed = services.get(key);
      // A request to another service's host, such as a payer's request to the gateway, still reaches this host.
      const own = placed?.size === 0 ? targetHosts.servicesAt(host.address) : placed;
      return { ...host, ...(own && { services: [...own].sort() }), exchanges };
    })
    .sort(byCount(({ address, owner }) => `${address} ${owner}`));
}

function ownerOf({ address, owner }: SeenHost, targetHosts: TargetHosts): HostOwner {
  if (owner !== undefined) return owner;
  if (targetHosts.servicesAt(address).length > 0) return 'target';
  return targetHosts.isOther(address) ? 'other' : 'unknown';
}

/**
 * A proxy records its own address for clients that speak plain http with it. It forwards the requests to a service's
 * address in the target, so this returns that address, if there is only one.
 */
function behindProxy(seen: SeenHost, target: ServiceAddresses): SeenHost {
  if (seen.owner !== undefined) return seen;
  const bases = baseAddressesOf(target).filter(([service]) => service === seen.service);
  const [only, another] = bases.flatMap(([, base]) => (URL.canParse(base) ? [new URL(base).origin] : []));
  return only === undefined || another !== undefined ? seen : { ...seen, address: only };
}

/** Sorts by count, the highest first; equal counts by text. */
const byCount =
  <Of extends { readonly exchanges: number }>(textOf: (each: Of) => string) =>
  (one: Of, other: Of): number =>
    other.exchanges - one.exchanges || (textOf(one) < textOf(other) ? -1 : 1);
