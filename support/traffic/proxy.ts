import type { WireRecord } from '../exchange/raw-exchange';
import type { TlsMaterial } from '../mock/tls';
import type { Front } from './front';
import { addressed, inAddress } from './front';
import type { Room } from './live/room';
import type { Passed } from './passed';
import { wireRecordOf } from './passed';
import type { Relay } from './relay';
import { startRelay } from './relay';

/** Where a client finds a service through the proxy. */
export interface ProxiedService {
  readonly name: Front['name'];
  /** The address to configure, with the path that the service's own has. */
  readonly url: string;
  readonly upstream: string;
}

export interface ProxyOptions {
  readonly fronts: readonly Front[];
  /** Of the first front; the others take the next. 0: free ones. */
  readonly port: number;
  readonly tls?: TlsMaterial;
  /** PEM of the authority of the services, where it is not a public one. */
  readonly ca?: string | undefined;
  /** Told of what went through, secrets and all, at its address at the service; a seam for tests. */
  readonly observe?: (forwarded: WireRecord) => void;
  /** Takes what went through a front, to record and to judge it. */
  readonly take: (front: Front, passed: Passed) => void;
  /** For what is taken; a request waits until there is some. Without bounds where absent. */
  readonly room?: Room;
  /** So many connections clients may have open to each front; without bounds where absent. */
  readonly maxConnections?: number;
}

export interface RunningProxy {
  readonly services: readonly ProxiedService[];
  /** How many connections it closed unheard, since too many were open. */
  readonly refused: number;
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
    close,
  };
}

function addressOf({ upstream, host, tls }: Front, port: number): string {
  const { pathname } = new URL(upstream);
  return `${tls ? 'https' : 'http'}://${inAddress(host)}:${port}${pathname.replace(/\/$/, '')}`;
}

function listenFor(
  { tls, ca, maxConnections, room, take, observe }: ProxyOptions,
  front: Front,
  port: number,
): Promise<Relay> {
  const upstream = new URL(front.upstream);
  return startRelay({
    upstream,
    listen: { host: front.host, port },
    ...(tls && { tls }),
    ...(ca !== undefined && { ca }),
    ...(maxConnections !== undefined && { maxConnections }),
    ...(room && { room }),
    observe(passed) {
      observe?.(addressed(upstream.origin, wireRecordOf(passed)));
      take(front, passed);
    },
  });
}
