import type { ServiceName } from '../contract/operations';
import { findOperation } from '../contract/operations';
import { requestAddress } from '../exchange/address';
import type { Exchange } from '../exchange/exchange';
import { callbackOperation } from '../exchange/operation-map';
import { decodeContent, recordedBodyLimit } from '../exchange/recorder';
import type { RawExchange } from '../exchange/recorder';
import type { TlsMaterial } from '../mock/tls';
import type { Target } from '../targets/target';
import type { Relay, Forwarded } from './relay';
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
  readonly judge: TrafficJudge;
  readonly listen: { readonly host: string; readonly port: number };
  readonly tls?: TlsMaterial;
  /** Base of the integrator's own callbacks, where they are to come through the proxy too. */
  readonly callbacks?: string;
  /** Told of what went through, secrets and all, with its address at the service; a seam for tests. */
  readonly observe?: (forwarded: Forwarded, url: string) => void;
  /** Told of each exchange, once it is judged. */
  readonly tell: (exchange: Exchange) => void;
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
        url: `${scheme}://${listen.host}:${pass.port}${pathname.replace(/\/$/, '')}`,
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { services, close };
}

function listenFor(
  { target, judge, listen, tls, tell, observe }: ProxyOptions,
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
    observe(forwarded) {
      const scheme = tls === undefined ? 'http' : 'https';
      // What the client configured is what it can be judged by; the host stays that of the service.
      const url = requestAddress(
        `${scheme}://${tls === undefined ? listen.host : origin.host}`,
        forwarded.target,
      );
      observe?.(forwarded, requestAddress(origin.origin, forwarded.target));
      const raw = toRaw(forwarded, url);
      tell(judge.takeFrom(placeOf(target, name, upstream, raw), raw));
    },
  });
}

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

function toRaw(forwarded: Forwarded, url: string): Omit<RawExchange, 'sender'> {
  const { arrivedAt, answeredAt, method, headers, body, bytes, broken, answer, failure, unreadable } =
    forwarded;
  return {
    arrivedAt,
    answeredAt,
    request: {
      method,
      url,
      headers: [...headers],
      ...(bytes > 0 && { body: decoded(headers, body), ...(bytes > body.length && { bytes }) }),
      ...(broken && { flaw: { kind: 'incomplete', code: 'ECONNRESET' } }),
      ...(unreadable !== undefined && { flaw: { kind: 'unreadable', code: unreadable } }),
    },
    ...(answer && {
      response: {
        status: answer.status,
        headers: [...answer.headers],
        body: decoded(answer.headers, answer.body),
        ...(answer.bytes > answer.body.length && { bytes: answer.bytes }),
      },
    }),
    ...(failure && { failure }),
  };
}

/** As it is read, where its coding is one that is known and whole. */
function decoded(headers: Forwarded['headers'], body: Buffer): Buffer {
  const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  try {
    return decodeContent(body, coding, 4 * recordedBodyLimit);
  } catch {
    return body;
  }
}
