import type { ServiceAddresses } from './bases';
import { baseAddressesOf } from './bases';
import { isLoopback } from './loopback';
import type { ServiceName } from './operations';

/** A host in a form in which two spellings of one host are equal. */
interface ComparableHost {
  readonly name: string;
  /** Empty for the default ports of http and https, because a log may be written behind the end of TLS. */
  readonly port: string;
}

/** Compares the hosts of recorded addresses with the addresses of a target's services. */
export class TargetHosts {
  readonly #bases: readonly { readonly service: ServiceName; readonly host: ComparableHost }[];

  constructor(addresses: ServiceAddresses) {
    this.#bases = baseAddressesOf(addresses).flatMap(([service, base]) => {
      const host = comparableHostOf(base);
      return host === undefined ? [] : [{ service, host }];
    });
  }

  /** Whether the target lacks addresses, so that nothing can be compared. */
  get isEmpty(): boolean {
    return this.#bases.length === 0;
  }

  /** Returns the services that the target names at the host of an address. */
  servicesAt(address: string): ServiceName[] {
    const host = comparableHostOf(address);
    const found = this.#bases.filter((base) => base.host.name === host?.name && base.host.port === host.port);
    return [...new Set(found.map(({ service }) => service))];
  }

  /**
   * Whether an address belongs to another system than the target. Returns `false` if that is not certain: if
   * the target names the same host with another port, or if the host is local (see {@link namesSystem}).
   */
  isOther(address: string): boolean {
    const host = comparableHostOf(address);
    if (this.isEmpty || host === undefined || !namesSystem(host.name)) return false;
    return this.#bases.every((base) => base.host.name !== host.name);
  }
}

/** Returns the host of an address in a form in which two spellings of one host are equal; `undefined` for other texts. */
export function keyOfHost(address: string): string | undefined {
  const host = comparableHostOf(address);
  return host && `${host.name}${host.port === '' ? '' : `:${host.port}`}`;
}

/** Whether the host of an address identifies one system for everyone; see {@link namesSystem}. */
export function identifiesSystem(address: string): boolean {
  const host = comparableHostOf(address);
  return host !== undefined && namesSystem(host.name);
}

function comparableHostOf(address: string): ComparableHost | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, port } = new URL(address);
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const isDefault = port === '80' || port === '443';
  return { name: isLoopback(name) ? 'localhost' : name, port: isDefault ? '' : port };
}

/** Names that have another meaning on each machine or network (RFC 6761, 6762 and 8375; ICANN's `internal`). */
const localNames = /(?:^|\.)(?:localhost|local|internal|invalid|home\.arpa)$/;

/**
 * Whether a host name identifies one system for everyone. An IP address, a name without a dot and a local name do
 * not: a proxy, a forwarded port or a cluster may lead to any system. The form that replaces a name that was not
 * recorded does not identify a system either.
 */
function namesSystem(name: string): boolean {
  const isName = /^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/.test(name);
  const isIpAddress = /^\d+(?:\.\d+){3}$/.test(name);
  return isName && !isIpAddress && !localNames.test(name);
}
