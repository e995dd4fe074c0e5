import { isIPv6 } from 'node:net';
import type { Addresses } from '../contract/bases';
import { basesOf } from '../contract/bases';
import type { ServiceName } from '../contract/operations';
import { findOperation } from '../contract/operations';
import { readAddress, requestAddress } from '../exchange/address';
import { callbackOperation } from '../exchange/operation-map';
import type { RawExchange, WireRecord } from '../exchange/raw-exchange';
import type { Target } from '../targets/target';

/** What a proxy stands in front of. */
export interface Front {
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
export function frontsOf(addresses: Addresses, standing: Standing): Front[] {
  const { host, tls, callbacks } = standing;
  const all: (readonly [Front['name'], string])[] = [
    ...basesOf(addresses),
    ...(callbacks === undefined ? [] : [['callbacks', callbacks] as const]),
  ];
  return all.map(([name, upstream]) => ({ name, upstream, host, tls }));
}

/** A host as an address names it; a zone of IPv6 means nothing to another machine. */
export const inAddress = (host: string): string => (isIPv6(host) ? `[${host.replace(/%.*$/, '')}]` : host);

/** The same at the address that a base and its own target make. */
export function addressed(base: string, passed: WireRecord): WireRecord {
  const { request } = passed;
  return { ...passed, request: { ...request, url: requestAddress(base, request.url) } };
}

/** An exchange with its place, at the address that the client configured. */
export interface Placed {
  readonly place: Pick<RawExchange, 'sender' | 'service' | 'operation'>;
  readonly raw: WireRecord;
}

/** Finds out what goes through a front: who sends it, and to what. */
export function placing(
  { paths, readings }: Pick<Target, 'paths' | 'readings'>,
  { name, upstream, host, tls }: Front,
): (passed: WireRecord) => Placed {
  const far = new URL(upstream);
  // What the client configured is what it can be judged by; the host stays that of the service.
  const origin = tls ? `https://${far.host}` : `http://${inAddress(host)}`;
  const base = far.pathname.replace(/\/$/, '');
  const placeOf = ({ method, url }: WireRecord['request']): Placed['place'] => {
    if (name === 'callbacks') {
      const operation = callbackOperation(url);
      return { sender: 'service', service: 'provider', ...(operation && { operation }) };
    }
    const { pathname } = readAddress(url);
    // Beside the base address there is no operation, whatever the path looks like; for the provider's, none is shown.
    const path =
      name === 'provider' ? pathname : pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : '';
    const operation = findOperation(name, method, path, paths, readings['payer-segment']);
    return { sender: 'integrator', service: name, ...(operation && { operation: operation.id }) };
  };
  return (passed) => {
    const raw = addressed(origin, passed);
    return { place: placeOf(raw.request), raw };
  };
}
