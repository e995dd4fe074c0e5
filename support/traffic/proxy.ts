import { isIPv6 } from 'node:net';
import type { ServiceName } from '../contract/operations';
import { findOperation } from '../contract/operations';
import { requestAddress } from '../exchange/address';
import type { Exchange } from '../exchange/exchange';
import { callbackOperation } from '../exchange/operation-map';
import type { RawExchange, WireRecord } from '../exchange/raw-exchange';
import type { TlsMaterial } from '../mock/tls';
import type { Target } from '../targets/target';
import type { Connections } from './connections';
import type { Relay } from './relay';
import { startRelay } from './relay';
import type { TrafficJudge } from './traffic-judge';

/** Where a client finds a service through the proxy. */
export interface ProxiedService {
  readonly name: ServiceName | 'callbacks';
  /** The address to configure, with the path that the service's own has. */
  readonly url: string;
  readonly upstream: string;
}

export interface ProxyOptions {
  readonly target: Target;
  readonly judge: Pick<TrafficJudge, 'takeFrom'>;
  readonly listen: { readonly host: string; readonly port: number };
  readonly tls?: TlsMaterial;
  /** Base of the integrator's own callbacks, where they are to come through the proxy too. */
  readonly callbacks?: string;
  /** Told of what went through, secrets and all, at its address at the service; a seam for tests. */
  readonly observe?: (forwarded: WireRecord) => void;
  /** Told of each exchange, once it is judged. */
  readonly tell: (exchange: Exchange) => void;
  /** Told of one that was passed on, and could not be recorded or judged. */
  readonly fail: (error: unknown) => void;
  /** Bounds what clients hold open; without bounds where absent. */
  readonly connections?: Connections;
}

export interface RunningProxy {
  readonly services: readonly ProxiedService[];
  close(): Promise<void>;
}

/** One listener in front of each service of the target; rejects with node's own error, and leaves none listening. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { target, listen, callbacks } = options;
  const bases = Object.entries(target.services) as [ServiceName, string][];
  const wanted: readonly (readonly [ProxiedService['name'], string])[] = [
    ...bases,
    ...(callbacks === undefined ? [] : [['callbacks', callbacks] as const]),
  ];
  const passes: Relay[] = [];
  const services: ProxiedService[] = [];
  const close = async () => {
    await Promise.all(passes.map((each) => each.close()));
  };
  try {
    for (const [index, [name, upstream]] of wanted.entries()) {
      const port = listen.port === 0 ? 0 : listen.port + index;
      const pass = await listenFor(options, name, upstream, port);
      passes.push(pass);
      const { pathname } = new URL(upstream);
      const scheme = options.tls === undefined ? 'http' : 'https';
      services.push({
        name,
        upstream,
        url: `${scheme}://${inAddress(listen.host)}:${pass.port}${pathname.replace(/\/$/, '')}`,
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { services, close };
}

function listenFor(
  { target, judge, listen, tls, connections, tell, fail, observe }: ProxyOptions,
  name: ProxiedService['name'],
  upstream: string,
  port: number,
): Promise<Relay> {
  const origin = new URL(upstream);
  return startRelay({
    upstream: origin,
    listen: { host: listen.host, port },
    ...(tls && { tls }),
    ...(target.ca !== undefined && { ca: target.ca }),
    ...(connections && { connections }),
    observe(forwarded) {
      const at = (base: string): WireRecord => {
        const { request } = forwarded;
        return { ...forwarded, request: { ...request, url: requestAddress(base, request.url) } };
      };
      // What the client configured is what it can be judged by; the host stays that of the service.
      const raw = at(tls === undefined ? `http://${inAddress(listen.host)}` : `https://${origin.host}`);
      try {
        observe?.(at(origin.origin));
        tell(judge.takeFrom(placeOf(target, name, upstream, raw), raw));
      } catch (error) {
        fail(error);
      }
    },
  });
}

/** A host as an address names it; a zone of IPv6 means nothing to another machine. */
const inAddress = (host: string): string => (isIPv6(host) ? `[${host.replace(/%.*$/, '')}]` : host);

function placeOf(
  { paths }: Target,
  name: ProxiedService['name'],
  upstream: string,
  { request }: Pick<RawExchange, 'request'>,
): Pick<RawExchange, 'sender' | 'service' | 'operation'> {
  const { pathname } = new URL(request.url);
  if (name === 'callbacks') {
    const operation = callbackOperation(request.url);
    return { sender: 'service', service: 'provider', ...(operation && { operation }) };
  }
  const base = new URL(upstream).pathname.replace(/\/$/, '');
  // Beside the base address there is no operation, whatever the path looks like.
  const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : '';
  const operation = findOperation(name, request.method, path, paths);
  return { sender: 'integrator', service: name, ...(operation && { operation: operation.id }) };
}
