import { isIPv6 } from 'node:net';
import { createAccount, type MockAccount } from './account';
import { defaultConnectionLimits, type ConnectionLimits } from './connection';
import { dummyPayerRoutes } from './dummy-payer';
import { createFieldCipher, type FieldCipher } from './field-cipher';
import { gatewayRoutes } from './gateway';
import { defaultHandlers } from './handlers';
import { identityRoutes } from './identity';
import { defaultKeyPair, generateSigningKeyPair, type RsaKeyPair } from './keys';
import { openListener, type Listener, type ListenerOptions } from './listener';
import type { Observer } from './observation';
import { defaultReadings, type ReadingValues } from '../contract/readings';
import { PayerCycles } from './payer-cycles';
import type { CallbackAttempt } from './payer/delivery';
import { conformingPayer } from './payer/seams';
import { providerRoutes } from './provider-operations';
import { registryPrefix, registryRoutes } from './registry';
import type { MockKeys, MockSeams, MockService, MockState, Route, SeamOverrides } from './seams';
import { StimulusInForce } from './stimuli';
import { defaultTls, type TlsMaterial } from './tls';
import type { Tolerance } from './tolerance';
import { createTokenIssuer, type TokenIssuer } from './token-issuer';

export interface MockOptions {
  /** Address to listen on; `127.0.0.1` by default. */
  readonly host?: string;
  /** Ports to listen on; a free one for each service that is not named. */
  readonly ports?: Partial<Record<MockService, number>>;
  /** Host to print in the addresses; the one listened on by default. */
  readonly publicHost?: string;
  /** Path that stands before all others in those addresses, as in `/base`; requests arrive with it or without. */
  readonly publicPath?: string;
  /** Own key material, or whether to serve TLS with a throwaway CA; true by default. */
  readonly tls?: boolean | TlsMaterial;
  readonly account?: Partial<MockAccount>;
  /** Own keys; by default those that all mocks of the process share. */
  readonly keys?: Partial<MockKeys>;
  /** Seams to replace, as values or made from the mock's own. */
  readonly seams?: SeamOverrides | ((own: MockSeams) => SeamOverrides);
  /** Makes the services go on where an integrator slips; absent: they are strict, as services under test are. */
  readonly tolerance?: Tolerance;
  /** How long clients may take; generous by default. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Told of every request that reaches the mock, before anything judged it. */
  readonly observe?: Observer;
  /** What the document leaves open (clauses 4.6, 4.7, 5.1.6); the defaults where absent. */
  readonly readings?: ReadingValues;
  /** Told of every callback that the payer sent, once its attempt has ended. */
  readonly observeCallback?: (attempt: CallbackAttempt) => unknown;
  /** Told of what a handler threw, which the caller sees as 500 only; written to stderr by default. */
  readonly onError?: ListenerOptions['onError'];
}

/** Our own working gateway, identity service, registry and dummy payer, listening. */
export interface Mock {
  /** Base addresses, without a trailing slash; the registry's includes its version prefix (clause 9.2). */
  readonly urls: Readonly<Record<MockService, string>>;
  /** PEM of the CA to trust, where the mock serves TLS. */
  readonly ca?: string;
  readonly account: MockAccount;
  /** The keys that requests are encrypted under and tokens signed with. */
  readonly keys: MockKeys;
  /** Where faults are played on purpose. */
  readonly stimuli: StimulusInForce;
  /** Where the far side of the payer flows is told of callback addresses. */
  readonly cycles: PayerCycles;
  /** What the gateway signs with. */
  readonly tokens: TokenIssuer;
  close(): Promise<void>;
}

/** Ports in a row for all services, the gateway's first; 0 takes free ones. */
export function portsFrom(first: number): Partial<Record<MockService, number>> {
  return first === 0 ? {} : Object.fromEntries(services.map((service, index) => [service, first + index]));
}

/** What tokens are signed by, and callbacks unless their reading names another. */
const usualAlgorithm = 'RS256';
const services: readonly MockService[] = ['gateway', 'identity', 'registry', 'dummyPayer', 'provider'];
const anyAddress = ['0.0.0.0', '::'];

/** Starts the four services; rejects with node's own error (EADDRINUSE …) and leaves none of them running. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const host = options.host ?? '127.0.0.1';
  const publicHost = options.publicHost ?? (anyAddress.includes(host) ? '127.0.0.1' : host);
  const readings = options.readings ?? defaultReadings;
  const [tls, keys] = await Promise.all([
    chooseTls(options.tls ?? true, publicHost),
    chooseKeys(options.keys, callbackAlgorithm(readings)),
  ]);
  const account = createAccount(options.account);
  const stimuli = new StimulusInForce();
  const chosen = await chooseSeams(keys, callbackAlgorithm(readings), options.seams);
  const seams = tolerating(chosen, (own) => options.tolerance?.cipher(own, keys, account) ?? own);
  const { tokens, payer } = seams;
  const cycles = new PayerCycles({ tokens, seams: payer, readings, observe: options.observeCallback });
  const state: MockState = { account, keys, seams, cycles, readings };

  const listeners = await openAll((service) => ({
    host,
    port: options.ports?.[service] ?? 0,
    limits: { ...defaultConnectionLimits, ...options.limits },
    routes: routesOf(service, account, readings),
    publicPath: options.publicPath ?? '',
    state,
    service,
    stimuli,
    ...(options.observe && { observe: options.observe }),
    ...(options.tolerance && { tolerance: options.tolerance }),
    onError: options.onError ?? report,
    ...(tls && { tls }),
  }));
  const base = `${tls ? 'https' : 'http'}://${isIPv6(publicHost) ? `[${publicHost}]` : publicHost}`;
  return {
    urls: addressesOf((service) => `${base}:${listeners[service].port}${options.publicPath ?? ''}`),
    account,
    keys,
    stimuli,
    cycles,
    tokens,
    ...(tls && { ca: tls.ca }),
    async close() {
      await cycles.close();
      await closeAll(Object.values(listeners));
    },
  };
}

function tolerating(seams: MockSeams, open: (own: FieldCipher) => FieldCipher): MockSeams {
  return { ...seams, cipher: open(seams.cipher), identityCipher: open(seams.identityCipher) };
}

function addressesOf(url: (service: MockService) => string): Mock['urls'] {
  const addresses = services.map((service) => [service, url(service)]);
  return {
    ...(Object.fromEntries(addresses) as Mock['urls']),
    registry: `${url('registry')}${registryPrefix}`,
  };
}

async function chooseTls(tls: boolean | TlsMaterial, publicHost: string): Promise<TlsMaterial | undefined> {
  if (typeof tls === 'object') return tls;
  return tls ? defaultTls([publicHost]) : undefined;
}

/** Of several that a receiver accepts, the first. */
function callbackAlgorithm(readings: ReadingValues): string {
  return readings['callback-jwt'].algorithms[0] ?? usualAlgorithm;
}

async function chooseKeys(own: Partial<MockKeys> = {}, algorithm: string): Promise<MockKeys> {
  const choose = (use: Exclude<keyof MockKeys, 'callbacks'>): RsaKeyPair | Promise<RsaKeyPair> =>
    own[use] ?? defaultKeyPair(use);
  const [tokens, tokens512, identity, registry, payer] = await Promise.all([
    choose('tokens'),
    choose('tokens512'),
    choose('identity'),
    choose('registry'),
    choose('payer'),
  ]);
  const callbacks =
    own.callbacks ?? (algorithm === usualAlgorithm ? tokens : await generateSigningKeyPair(algorithm));
  return { tokens, tokens512, callbacks, identity, registry, payer };
}

async function chooseSeams(
  keys: MockKeys,
  algorithm: string,
  overrides: MockOptions['seams'] = {},
): Promise<MockSeams> {
  let clock: () => number = Date.now;
  const pem = (pair: RsaKeyPair) => pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const own: MockSeams = {
    clock,
    // Asks for the clock late: a replaced clock is also the one of these tokens.
    tokens: await createTokenIssuer({
      keys: keys.tokens,
      other: keys.tokens512,
      ...(keys.callbacks !== keys.tokens && { callbacks: { algorithm, keys: keys.callbacks } }),
      clock: () => clock(),
    }),
    cipher: createFieldCipher(keys.registry.privateKey),
    identityCipher: createFieldCipher(keys.identity.privateKey),
    certificate: { identity: () => pem(keys.identity), registry: () => pem(keys.registry) },
    handlers: defaultHandlers,
    payer: conformingPayer,
  };
  const given = typeof overrides === 'function' ? overrides(own) : overrides;
  const seams = {
    ...own,
    ...given,
    certificate: { ...own.certificate, ...given.certificate },
    handlers: { ...own.handlers, ...given.handlers },
    payer: { ...own.payer, ...given.payer },
  };
  clock = seams.clock;
  return seams;
}

function routesOf(service: MockService, { paths }: MockAccount, readings: ReadingValues): Route[] {
  const routes = {
    gateway: () => gatewayRoutes(readings),
    identity: identityRoutes,
    registry: registryRoutes,
    dummyPayer: dummyPayerRoutes,
    provider: () => providerRoutes(readings),
  };
  return routes[service](paths);
}

async function openAll(
  optionsOf: (service: MockService) => ListenerOptions,
): Promise<Record<MockService, Listener>> {
  const opened = await Promise.allSettled(services.map((service) => openListener(optionsOf(service))));
  const listeners = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failure = opened.find((each) => each.status === 'rejected');
  if (failure) {
    await closeAll(listeners);
    throw failure.reason;
  }
  return Object.fromEntries(services.map((service, i) => [service, listeners[i]])) as Record<
    MockService,
    Listener
  >;
}

async function closeAll(listeners: readonly Listener[]): Promise<void> {
  await Promise.all(listeners.map((each) => each.close()));
}

function report(operation: string, error: unknown): void {
  console.error(`mock: ${operation} failed:`, error);
}
