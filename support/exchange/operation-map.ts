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
import { TextCache } from './text-cache';

/** Where a request belongs. */
export interface Mapped {
  readonly sender: Exchange['sender'];
  readonly service: ServiceName;
  readonly operation?: OperationId;
  /** Its path alone told, and no operation of that path. */
  readonly unplaced?: true;
}

/** What tells where requests belong. Without addresses, the path alone decides. */
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
  >;
}

/** Paths that only one service has, although the document names no such operation. */
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

/** Hosts that are remembered: more than a recording of one system has. */
const mostOrigins = 1000;

/** Maps requests of recorded traffic to operations: by the target's addresses, or by path alone. */
export class OperationMap {
  readonly #options: MapOptions;
  readonly #bases: readonly (readonly [service: ServiceName, base: string])[];
  /** Hosts at which an operation of a service was seen: what else goes there goes to it. */
  readonly #origins = new Map<string, ServiceName>();
  readonly #patterns: readonly { readonly each: Operation; readonly pattern: RegExp }[];
  readonly #atPaths = new TextCache<readonly Operation[]>();
  readonly #callbacks: readonly string[];
  readonly #mostOrigins: number;

  /** @param most hosts that are remembered; none: a request is mapped the same whatever came before */
  constructor(options: MapOptions, most = mostOrigins) {
    this.#mostOrigins = most;
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

  /** `undefined` for traffic that has nothing to do with the contract. */
  map(method: string, url: string): Mapped | undefined {
    const { pathname, protocol, host } = readAddress(url);
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
      this.#toPayer(method, pathname, `${protocol}//${host}`) ??
      this.#byAddress(method, url) ??
      this.#byPath(method, pathname, `${protocol}//${host}`)
    );
  }

  /** What a provider sends: whatever stands before its path, and even where that is the address of another service. */
  #toPayer(method: string, pathname: string, origin: string): Mapped | undefined {
    const named = this.#operationsAt(pathname).find(({ service }) => service === 'provider');
    if (named !== undefined) this.#learn(origin, 'provider');
    if (named === undefined && !pathname.endsWith(this.#options.readings['payment-ack'])) return undefined;
    const isSent = named?.method === method;
    return { sender: 'integrator', service: 'provider', ...(isSent && { operation: named.id }) };
  }

  #operationsAt(pathname: string): readonly Operation[] {
    return this.#atPaths.of(pathname, () =>
      this.#patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ each }) => each),
    );
  }

  #byAddress(method: string, url: string): Mapped | undefined {
    const { paths, readings } = this.#options;
    const within = this.#bases.flatMap(([service, base]) => {
      const path = pathBehindBase(url, base);
      if (path === undefined) return [];
      return { service, operation: findOperation(service, method, path, paths, readings['payer-segment']) };
    });
    // Several services may stand behind one address.
    const found = within.find(({ operation }) => operation !== undefined) ?? within[0];
    const service = found?.service ?? this.#serviceAt(url);
    if (service === undefined) return undefined;
    return { sender: 'integrator', service, ...(found?.operation && { operation: found.operation.id }) };
  }

  #serviceAt(url: string): ServiceName | undefined {
    const origin = comparableOrigin(url);
    if (origin === undefined) return undefined;
    return this.#bases.find(([, base]) => comparableOrigin(base) === origin)?.[0];
  }

  #byPath(method: string, pathname: string, origin: string): Mapped | undefined {
    const known = this.#operationsAt(pathname);
    const operation = known.find((each) => each.method === method);
    const named = operation ?? known[0];
    const { readings } = this.#options;
    const reading: ServiceName | undefined = pathname.endsWith(readings['callback-certificates'])
      ? 'gateway'
      : undefined;
    const likely = this.#origins.get(origin) ?? hints.find(([, path]) => path.test(pathname))?.[0];
    const verifier = this.#mobileVerifierAt(pathname, likely);
    const service = named?.service ?? reading ?? verifier ?? likely;
    if (service === undefined) return undefined;
    if (named !== undefined) this.#learn(origin, service);
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

  #learn(origin: string, service: ServiceName): void {
    if (this.#origins.size < this.#mostOrigins && !this.#shared(origin, service))
      this.#origins.set(origin, service);
  }

  /** A host behind which several services are tells nothing by itself. */
  #shared(origin: string, service: ServiceName): boolean {
    const known = this.#origins.get(origin);
    return known !== undefined && known !== service;
  }
}

/** The documented operation that a callback addresses, whatever the base of the receiver. */
export function callbackOperation(url: string): OperationId | undefined {
  const { pathname } = readAddress(url);
  return operations.find(({ receiver, path }) => receiver === 'provider' && pathname.endsWith(path))?.id;
}
