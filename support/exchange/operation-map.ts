import type { ServiceAddresses } from '../contract/bases';
import { baseAddressesOf } from '../contract/bases';
import { verifiesOtherIdentifier } from '../contract/meant-verification';
import type { Operation, OperationId, ConfiguredSegments, ServiceName } from '../contract/operations';
import {
  findOperation,
  operationPattern,
  operations,
  pathsOfOperation,
  withConfiguredSegments,
} from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import { mobileOtpPath, mobileOtpPaths } from '../contract/readings';
import { comparableOrigin, pathBehindBase, readAddress } from './address';
import type { Exchange } from './exchange';
import { HostServices } from './host-services';
import { TextCache } from './text-cache';

/** The party, service and operation that a request belongs to. */
export interface Mapped {
  readonly sender: Exchange['sender'];
  readonly service: ServiceName;
  readonly operation?: OperationId;
  /** Set if only the path shows the service, and the path belongs to none of its operations. */
  readonly unplaced?: true;
}

/** The addresses and readings that decide where requests belong. Without addresses, only the path decides. */
interface MapOptions extends ServiceAddresses {
  readonly paths: ConfiguredSegments;
  readonly readings: Pick<
    ReadingValues,
    | 'plan-answer'
    | 'eligibility-answer'
    | 'payment-prompt'
    | 'payment-ack'
    | 'callback-certificates'
    | 'payer-segment'
    | 'mobile-otp-path'
    | 'registry-session'
  >;
}

/** Paths that only one service has. The document does not name their operations. */
const hints: readonly (readonly [ServiceName, RegExp])[] = [
  ['gateway', /\/gateway\/(v[\d.]+\/)?\w+/],
  ['gateway', /^\/v0\.\d\/(sessions?|bridges?|heartbeat|certs|users)\b/],
  ['registry', /\/v\d+(\.\d+)?\/(registration|auth\/cert)\b/],
  ['registry', /\/auth\/cert\/?$/],
  ['identity', /\/public\/certificate\/?$/],
  ['identity', /^\/[^/]+\/api\/v\d+\//],
  ['provider', /\/v[\d.]+\/(insuranceplan|coverageeligibility|preauth|claim|communication|paymentnotice)\//],
  ['dummyPayer', /\/(process\/request|paymentNotice\/init)$/i],
];

/** Matches the v3 paths of the identity service behind any base. No other service has such paths. */
const identityPath = /^\/[^/]+\/api\/v3\//;

/** Maps requests of recorded traffic to operations, by the target's addresses or only by path. */
export class OperationMap {
  readonly #options: MapOptions;
  readonly #bases: readonly (readonly [service: ServiceName, base: string])[];
  /** The hosts that received a request with a path of a service. Other requests to such a host go to this service. */
  readonly #hosts: HostServices;
  readonly #learns: boolean;
  readonly #patterns: readonly { readonly each: Operation; readonly pattern: RegExp }[];
  readonly #atPaths = new TextCache<readonly Operation[]>();
  readonly #callbacks: readonly string[];

  /**
   * @param known the services at each host, if they are known beforehand. A request is then mapped in the same way
   * whatever came before it. Without them, the map learns from each request.
   */
  constructor(options: MapOptions, known?: HostServices) {
    this.#hosts = known ?? new HostServices();
    this.#learns = known === undefined;
    this.#options = options;
    this.#bases = baseAddressesOf(options).sort(([, one], [, other]) => other.length - one.length);
    const { readings } = options;
    this.#patterns = operations.map((each) => {
      // Behind any base: what ends in the path with v1 ends in the one without.
      const [path = ''] = pathsOfOperation(each, readings['payer-segment']);
      return {
        each,
        pattern: new RegExp(`${operationPattern(withConfiguredSegments(path, options.paths))}$`),
      };
    });
    this.#callbacks = [readings['plan-answer'], readings['eligibility-answer'], readings['payment-prompt']];
  }

  /** Returns `undefined` for traffic that does not concern the contract. */
  map(method: string, url: string): Mapped | undefined {
    const { pathname } = readAddress(url);
    const received = this.#operationsAt(pathname).find(({ receiver }) => receiver === 'provider');
    if (received !== undefined)
      return {
        sender: 'service',
        service: 'provider',
        ...(method === 'POST' && { operation: received.id }),
      };
    if (this.#callbacks.some((path) => pathname.endsWith(path)))
      return { sender: 'service', service: 'provider' };
    return (
      this.#toPayer(method, pathname, url) ??
      this.#byAddress(method, url, pathname) ??
      this.#byPath(method, pathname, url)
    );
  }

  /** Returns the service that has the path of a request, with any method; `undefined` for other paths. */
  documentedServiceAt(url: string): ServiceName | undefined {
    const { pathname } = readAddress(url);
    return this.#operationsAt(pathname)[0]?.service;
  }

  /** Maps a message of a provider by the end of its path, even at the address of another service. */
  #toPayer(method: string, pathname: string, url: string): Mapped | undefined {
    const named = this.#operationsAt(pathname).find(({ service }) => service === 'provider');
    if (named !== undefined) this.#learn(url, 'provider');
    if (named === undefined && !pathname.endsWith(this.#options.readings['payment-ack'])) return undefined;
    const isSent = named?.method === method;
    return { sender: 'integrator', service: 'provider', ...(isSent && { operation: named.id }) };
  }

  #operationsAt(pathname: string): readonly Operation[] {
    return this.#atPaths.of(pathname, () =>
      this.#patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ each }) => each),
    );
  }

  #byAddress(method: string, url: string, pathname: string): Mapped | undefined {
    const { paths, readings } = this.#options;
    const within = this.#bases.flatMap(([service, base]) => {
      const path = pathBehindBase(url, base);
      if (path === undefined) return [];
      const operation = findOperation(service, method, path, paths, readings['payer-segment']);
      return { service, base, operation };
    });
    // Several services may have one address.
    const found = within.find(({ operation }) => operation !== undefined);
    const closest = within.filter(({ base }) => base.length === within[0]?.base.length);
    const able = within.length > 0 ? closest.map(({ service }) => service) : this.#servicesAt(url);
    const service = found?.service ?? likeliest(able, pathname);
    if (service === undefined) return undefined;
    return { sender: 'integrator', service, ...(found?.operation && { operation: found.operation.id }) };
  }

  #servicesAt(url: string): readonly ServiceName[] {
    const origin = comparableOrigin(url);
    if (origin === undefined) return [];
    return this.#bases.filter(([, base]) => comparableOrigin(base) === origin).map(([service]) => service);
  }

  #byPath(method: string, pathname: string, url: string): Mapped | undefined {
    const known = this.#operationsAt(pathname);
    const operation = known.find((each) => each.method === method);
    const named = operation ?? known[0];
    const likely = this.#likelyAt(url, pathname);
    const verifier = this.#mobileVerifierAt(pathname, likely);
    const service = named?.service ?? this.#readingAt(pathname) ?? verifier ?? likely;
    if (service === undefined) return undefined;
    if (named !== undefined) this.#learn(url, service);
    return {
      sender: 'integrator',
      service,
      // Clause 2.4 mentions the verification of another identifier, so its service is as certain as a documented one.
      ...(operation
        ? { operation: operation.id }
        : verifier === undefined && !verifiesOtherIdentifier(pathname) && ({ unplaced: true } as const)),
    };
  }

  /**
   * Returns the service that verifies the OTPs of mobile numbers at this path, by the reading `mobile-otp-path`; `undefined` for any
   * other path. If both services have the path, `likely` decides, and without it the registry.
   */
  #mobileVerifierAt(pathname: string, likely: ServiceName | undefined): ServiceName | undefined {
    const { readings } = this.#options;
    if (!mobileOtpPaths(readings).some((path) => pathname.endsWith(path))) return undefined;
    const able = (['registry', 'identity'] as const).filter((service) => {
      const path = mobileOtpPath(readings, service);
      return path !== undefined && pathname.endsWith(path);
    });
    return able.find((service) => service === likely) ?? able[0];
  }

  /** Returns the service that has this path by a reading of the target. */
  #readingAt(pathname: string): ServiceName | undefined {
    const { 'callback-certificates': certificates, 'registry-session': session } = this.#options.readings;
    if (pathname.endsWith(certificates)) return 'gateway';
    return session.path !== null && pathname.endsWith(session.path) ? 'registry' : undefined;
  }

  #likelyAt(url: string, pathname: string): ServiceName | undefined {
    const atHost = this.#hosts.at(url);
    const hinted = hintedAt(pathname);
    if (atHost.length === 0) return hinted;
    // The identity service may be behind the address of the gateway, although the traffic shows only the gateway there.
    if (atHost[0] === 'gateway' && identityPath.test(pathname)) return 'identity';
    return likeliest(atHost, pathname);
  }

  #learn(url: string, service: ServiceName): void {
    if (this.#learns) this.#hosts.note(url, service);
  }
}

const hintedAt = (pathname: string): ServiceName | undefined =>
  hints.find(([, path]) => path.test(pathname))?.[0];

/** Returns that of several services which a path suggests; otherwise the first. */
function likeliest(able: readonly ServiceName[], pathname: string): ServiceName | undefined {
  const hinted = hintedAt(pathname);
  return able.find((service) => service === hinted) ?? able[0];
}

/** Returns the documented operation that a callback addresses, with any base of the receiver. */
export function callbackOperation(url: string): OperationId | undefined {
  const { pathname } = readAddress(url);
  return operations.find(({ receiver, path }) => receiver === 'provider' && pathname.endsWith(path))?.id;
}
