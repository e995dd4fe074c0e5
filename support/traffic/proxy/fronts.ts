import { isIPv6 } from 'node:net';
import type { ServiceAddresses } from '../../contract/bases';
import { baseAddressesOf, pathBehind } from '../../contract/bases';
import type { ServiceName } from '../../contract/operations';
import { findOperation } from '../../contract/operations';
import { readAddress, resolveRequestTarget } from '../../exchange/address';
import { callbackOperation } from '../../exchange/operation-map';
import type { RawExchange, WireRecord } from '../../exchange/raw-exchange';
import type { TlsMaterial } from '../../mock/tls';
import type { Target } from '../../targets/target';
import type { Relay } from './relay';
import { startRelay } from './relay';

/** What a proxy stands in front of. */
export interface ProxyEndpoint {
  readonly name: ServiceName | 'callbacks';
  /** Base address of the far side. */
  readonly upstream: string;
  /** On which address the proxy listens, as it was given. */
  readonly host: string;
  /** Whether clients speak TLS with the proxy. */
  readonly tls: boolean;
}

interface Standing {
  readonly host: string;
  readonly tls: boolean;
  /** Base of the integrator's own callbacks, where they are to come through the proxy too. */
  readonly callbacks?: string | undefined;
}

/** One for each base address of the target, and one for callbacks. */
export function proxyEndpointsFor(addresses: ServiceAddresses, standing: Standing): ProxyEndpoint[] {
  const { host, tls, callbacks } = standing;
  const all: (readonly [ProxyEndpoint['name'], string])[] = [
    ...baseAddressesOf(addresses),
    ...(callbacks === undefined ? [] : [['callbacks', callbacks] as const]),
  ];
  return all.map(([name, upstream]) => ({ name, upstream, host, tls }));
}

/** A host as an address names it; a zone of IPv6 means nothing to another machine. */
const inAddress = (host: string): string => (isIPv6(host) ? `[${host.replace(/%.*$/, '')}]` : host);

/** An exchange with its place, at the address that the client configured. */
export interface PlacedExchange {
  readonly place: Pick<RawExchange, 'sender' | 'service' | 'operation'>;
  readonly raw: WireRecord;
}

/** Finds out what goes through a front: who sends it, and to what. */
export function placing(
  { paths, readings }: Pick<Target, 'paths' | 'readings'>,
  { name, upstream, host, tls }: ProxyEndpoint,
): (passed: WireRecord) => PlacedExchange {
  const far = new URL(upstream);
  // What the client configured is what it can be judged by; the host stays that of the service.
  const origin = tls ? `https://${far.host}` : `http://${inAddress(host)}`;
  const placeOf = ({ method, url }: WireRecord['request']): PlacedExchange['place'] => {
    if (name === 'callbacks') {
      const operation = callbackOperation(url);
      return { sender: 'service', service: 'provider', ...(operation && { operation }) };
    }
    const { pathname } = readAddress(url);
    // Beside the base address there is no operation, whatever the path looks like; for the provider's, none is shown.
    const path = name === 'provider' ? pathname : (pathBehind(far.pathname, pathname) ?? '');
    const operation = findOperation(name, method, path, paths, readings['payer-segment']);
    return { sender: 'integrator', service: name, ...(operation && { operation: operation.id }) };
  };
  return (passed) => {
    const request = { ...passed.request, url: resolveRequestTarget(origin, passed.request.url) };
    return { place: placeOf(request), raw: { ...passed, request } };
  };
}

/** Where a client finds a service through the proxy. */
export interface ProxiedService {
  readonly name: ProxyEndpoint['name'];
  /** The address to configure, with the path that the service's own has. */
  readonly url: string;
  readonly upstream: string;
}

interface ProxyOptions {
  readonly fronts: readonly ProxyEndpoint[];
  /** Of the first front; the others take the next. 0: free ones. */
  readonly port: number;
  readonly tls?: TlsMaterial;
  /** PEM of the authority of the services, where it is not a public one. */
  readonly ca?: string | undefined;
  /** Takes what went through a front, to record and to judge it. */
  readonly take: (front: ProxyEndpoint, passed: WireRecord) => void;
  /** So many connections clients may have open to each front; without bounds where absent. */
  readonly maxConnections?: number;
}

/** A proxy that listens. */
export interface RunningProxy {
  readonly services: readonly ProxiedService[];
  /** How many connections it closed unheard, since too many were open. */
  readonly refused: number;
  /** Number of TLS connections that clients closed at once, without a request. */
  readonly left: number;
  close(): Promise<void>;
}

/** One listener for each front; rejects with node's own error, and leaves none listening. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const relays: Relay[] = [];
  const services: ProxiedService[] = [];
  const close = async () => {
    await Promise.all(relays.map((each) => each.close()));
  };
  try {
    for (const [index, front] of options.fronts.entries()) {
      const relay = await listenFor(options, front, options.port === 0 ? 0 : options.port + index);
      relays.push(relay);
      services.push({ name: front.name, upstream: front.upstream, url: addressOf(front, relay.port) });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    services,
    get refused() {
      return relays.reduce((sum, each) => sum + each.refused, 0);
    },
    get left() {
      return relays.reduce((sum, each) => sum + each.left, 0);
    },
    close,
  };
}

function addressOf({ upstream, host, tls }: ProxyEndpoint, port: number): string {
  const { pathname } = new URL(upstream);
  return `${tls ? 'https' : 'http'}://${inAddress(host)}:${port}${pathname.replace(/\/$/, '')}`;
}

function listenFor(
  { tls, ca, maxConnections, take }: ProxyOptions,
  front: ProxyEndpoint,
  port: number,
): Promise<Relay> {
  return startRelay({
    upstream: new URL(front.upstream),
    listen: { host: front.host, port },
    ...(tls && { tls }),
    ...(ca !== undefined && { ca }),
    ...(maxConnections !== undefined && { maxConnections }),
    observe(passed) {
      take(front, passed);
    },
  });
}
