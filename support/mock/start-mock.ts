import { inspect } from 'node:util';
import { registryPrefix } from '../contract/bases';
import { printableBlock } from '../contract/printable';
import { isIPv6 } from 'node:net';
import { createAccount, withTransactionsOf, type MockAccount } from './account';
import { defaultConnectionLimits, type ConnectionLimits } from './connection';
import type { FieldDecrypter } from './keys';
import { openListener, type Listener, type ListenerOptions } from './listener';
import type { RecordObserver } from './arriving-request';
import { chooseKeys, chooseSeams } from './own-seams';
import { defaultReadings, type ReadingValues } from '../contract/readings';
import type { OutsideAnswers } from './outside/place';
import { PayerCycles } from './payer-cycles';
import type { PayerSeams } from './payer/seams';
import type { CallbackAttempt } from './payer/callbacks';
import type { CallbackReceiver } from './payer/receiver';
import { routesOf, mockServices } from './routes';
import type { MockKeys, MockSeams, MockService, MockState, SeamOverrides } from './seams';
import { StimulusInForce } from './stimuli';
import { defaultTls, type TlsMaterial } from './tls';
import type { Tolerance } from './tolerance';
import type { TokenIssuer } from './token-issuer';

export interface MockOptions {
  /** Address to listen on; `127.0.0.1` by default. */
  readonly host?: string;
  /** Ports to listen on. A service that is not listed gets a free port. */
  readonly ports?: Partial<Record<MockService, number>>;
  /** Host in {@link Mock.urls}; by default `host`, or `127.0.0.1` if `host` is a wildcard address. */
  readonly publicHost?: string;
  /**
   * Path prefix in {@link Mock.urls}, for example `/base`. Requests may arrive with or without this prefix.
   */
  readonly publicPath?: string;
  /**
   * Path prefixes of single services in {@link Mock.urls}, behind `publicPath`; for the registry without its version.
   * Requests may arrive with or without them.
   */
  readonly servicePaths?: ServicePaths;
  /**
   * The key and certificates for TLS. `true`, the default, uses a throwaway CA; `false` serves plain HTTP.
   */
  readonly tls?: boolean | TlsMaterial;
  readonly account?: Partial<MockAccount>;
  /** Keys to use instead of the default ones, which all mocks of the process share. */
  readonly keys?: Partial<MockKeys>;
  /**
   * Overrides for parts of the mock's behaviour, or a function that receives the default parts and returns
   * overrides.
   */
  readonly seams?: SeamOverrides | ((own: MockSeams) => SeamOverrides);
  /**
   * Repairs faulty requests, so that the services continue despite an integrator's mistakes. If `undefined`,
   * the services refuse everything that the contract lets them refuse.
   */
  readonly tolerance?: Tolerance;
  /** Answers to requests outside the contract. If `undefined`, the services refuse them with 404. */
  readonly outside?: OutsideAnswers;
  readonly limits?: Partial<ConnectionLimits>;
  /** Called for every request that reaches the mock, with the request as it arrived. */
  readonly observe?: RecordObserver;
  /**
   * The readings, which settle questions that the contract leaves open (clauses 4.6, 4.7, 5.1.6);
   * `defaultReadings` by default.
   */
  readonly readings?: ReadingValues;
  /** Timeout for the answer to a callback, in milliseconds; ten seconds by default. */
  readonly callbackDeadlineMs?: number;
  /**
   * Certificate (PEM) of the CA to trust for the provider's callback address, in addition to the public CAs.
   */
  readonly callbackAuthority?: string;
  /** Called after each of the payer's attempts to send a callback, with its receiver. */
  readonly observeCallback?: (attempt: CallbackAttempt, receiver: CallbackReceiver) => unknown;
  /**
   * Called if a handler or `observe` throws. If a handler throws, the client receives only a 500. By default,
   * the error is written to stderr.
   */
  readonly onError?: ListenerOptions['onError'];
}

/** Path prefixes of services, each with a leading slash and without a trailing one. */
export type ServicePaths = Readonly<Partial<Record<MockService, string>>>;

/** A running mock of all services: gateway, identity service, registry, dummy payer and provider. */
export interface Mock {
  /**
   * Base addresses without a trailing slash. The registry's address includes its version prefix (clause 9.2).
   */
  readonly urls: Readonly<Record<MockService, string>>;
  /** CA certificate to trust, in PEM; `undefined` if the mock serves plain HTTP. */
  readonly ca?: string;
  readonly account: MockAccount;
  readonly keys: MockKeys;
  /** Injects faults into the services. */
  readonly stimuli: StimulusInForce;
  /**
   * The payer's cycles. This object also contains the callback URL and encryption key, which callers may
   * change.
   */
  readonly cycles: PayerCycles;
  readonly tokens: TokenIssuer;
  /**
   * Returns the number of TLS connections that clients closed during or right after the handshake, without a request
   * and without an alert.
   */
  leftConnections(): number;
  close(): Promise<void>;
  /** Lets the process exit even though the mock is still open. */
  unref(): void;
}

/**
 * Returns consecutive ports for all services, starting with the gateway. If `first` is 0, returns an empty
 * object, so that each service gets a free port.
 */
export function portsFrom(first: number): Partial<Record<MockService, number>> {
  return first === 0
    ? {}
    : Object.fromEntries(mockServices.map((service, index) => [service, first + index]));
}

const anyAddress = ['0.0.0.0', '::'];

function cyclesOf(
  tokens: TokenIssuer,
  seams: PayerSeams,
  readings: ReadingValues,
  { callbackDeadlineMs: deadlineMs, callbackAuthority: ca, observeCallback: observe }: MockOptions,
): PayerCycles {
  return new PayerCycles({ tokens, seams, readings, deadlineMs, ca, observe });
}

/**
 * Starts the services. If one of them cannot listen, closes all and rejects with Node's own error, such as
 * EADDRINUSE.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const host = options.host ?? '127.0.0.1';
  const publicHost = options.publicHost ?? (anyAddress.includes(host) ? '127.0.0.1' : host);
  const readings = options.readings ?? defaultReadings;
  const [tls, keys] = await Promise.all([
    chooseTls(options.tls ?? true, publicHost),
    chooseKeys(options.keys, readings),
  ]);
  const account = createAccount(readings, options.account);
  const stimuli = new StimulusInForce();
  const chosen = await chooseSeams(keys, readings, options.seams);
  const opening = (own: FieldDecrypter) => options.tolerance?.cipher(own, keys, account) ?? own;
  const seams = { ...chosen, cipher: opening(chosen.cipher), identityCipher: opening(chosen.identityCipher) };
  const { tokens, payer } = seams;
  const cycles = cyclesOf(tokens, payer, readings, options);
  const state = stateOf({ account, keys, seams, cycles, readings }, options);
  const published: { urls?: Mock['urls'] } = {};
  const listeners = await openAll((service) => ({
    host,
    port: options.ports?.[service] ?? 0,
    limits: { ...defaultConnectionLimits, ...options.limits },
    routes: routesOf(service, account.paths, readings),
    prefixes: prefixesOf(service, options),
    state,
    service,
    stimuli,
    addresses: () => published.urls ?? {},
    ...(options.observe && { observe: options.observe }),
    ...(options.tolerance && { tolerance: options.tolerance }),
    ...(options.outside && { outside: options.outside }),
    onError: options.onError ?? report,
    ...(tls && { tls }),
  }));
  published.urls = urlsOf(listeners, `${tls ? 'https' : 'http'}://${hostInUrl(publicHost)}`, options);
  return {
    urls: published.urls,
    account,
    keys,
    stimuli,
    cycles,
    tokens,
    ...(tls && { ca: tls.ca }),
    ...endingOf(cycles, Object.values(listeners)),
  };
}

function stateOf(parts: MockState, { tolerance, outside }: MockOptions): MockState {
  return {
    ...parts,
    account: withTransactionsOf(outside?.own ?? [], parts.account),
    ...(tolerance && { readObject: tolerance.readObject }),
  };
}

const hostInUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

function urlsOf(
  listeners: Readonly<Record<MockService, Listener>>,
  origin: string,
  options: MockOptions,
): Mock['urls'] {
  return addressesOf(
    (service) => `${origin}:${listeners[service].port}${prefixesOf(service, options).join('')}`,
  );
}

/** Returns the path prefixes of a service's address, from the outermost to the innermost. */
function prefixesOf(service: MockService, { publicPath = '', servicePaths = {} }: MockOptions): string[] {
  return [publicPath, servicePaths[service] ?? ''];
}

function endingOf(
  cycles: PayerCycles,
  listeners: readonly Listener[],
): Pick<Mock, 'leftConnections' | 'close' | 'unref'> {
  return {
    leftConnections: () => listeners.reduce((sum, each) => sum + each.leftConnections(), 0),
    async close() {
      await cycles.close();
      await closeAll(listeners);
    },
    unref() {
      for (const each of listeners) each.unref();
    },
  };
}

function addressesOf(url: (service: MockService) => string): Mock['urls'] {
  const addresses = mockServices.map((service) => [service, url(service)]);
  return {
    ...(Object.fromEntries(addresses) as Mock['urls']),
    registry: `${url('registry')}${registryPrefix}`,
  };
}

async function chooseTls(tls: boolean | TlsMaterial, publicHost: string): Promise<TlsMaterial | undefined> {
  if (typeof tls === 'object') return tls;
  return tls ? defaultTls([publicHost]) : undefined;
}

async function openAll(
  optionsOf: (service: MockService) => ListenerOptions,
): Promise<Record<MockService, Listener>> {
  const opened = await Promise.allSettled(mockServices.map((service) => openListener(optionsOf(service))));
  const listeners = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failure = opened.find((each) => each.status === 'rejected');
  if (failure) {
    await closeAll(listeners);
    throw failure.reason;
  }
  return Object.fromEntries(mockServices.map((service, i) => [service, listeners[i]])) as Record<
    MockService,
    Listener
  >;
}

async function closeAll(listeners: readonly Listener[]): Promise<void> {
  await Promise.all(listeners.map((each) => each.close()));
}

function report(operation: string, error: unknown): void {
  console.error(`mock: ${operation} failed: ${printableBlock(inspect(error))}`);
}
