import { inspect } from 'node:util';
import { printableBlock } from '../contract/printable';
import { isIPv6 } from 'node:net';
import { createAccount, type MockAccount } from './account';
import { defaultConnectionLimits, type ConnectionLimits } from './connection';
import type { FieldDecrypter } from './keys';
import { openListener, type Listener, type ListenerOptions } from './listener';
import type { Observer } from './arriving-request';
import { chooseKeys, chooseSeams } from './own-seams';
import { defaultReadings, type ReadingValues } from '../contract/readings';
import { PayerCycles } from './payer-cycles';
import type { PayerSeams } from './payer/seams';
import type { CallbackAttempt } from './payer/callbacks';
import { registryPrefix } from './services';
import { routesOf, services } from './routes';
import type { MockKeys, MockSeams, MockService, MockState, SeamOverrides } from './seams';
import { StimulusInForce } from './stimuli';
import { defaultTls, type TlsMaterial } from './tls';
import type { Tolerance } from './tolerance';
import type { TokenIssuer } from './token-issuer';

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
  /** How long the answer to a callback is awaited, in milliseconds; ten seconds by default. */
  readonly callbackDeadlineMs?: number;
  /** PEM of the authority of the provider's callbacks, where it is not a public one. */
  readonly callbackAuthority?: string;
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
  /** Lets the process end without a close. */
  unref(): void;
}

/** Ports in a row for all services, the gateway's first; 0 takes free ones. */
export function portsFrom(first: number): Partial<Record<MockService, number>> {
  return first === 0 ? {} : Object.fromEntries(services.map((service, index) => [service, first + index]));
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

/** Starts the services; rejects with node's own error (EADDRINUSE …) and leaves none of them running. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const host = options.host ?? '127.0.0.1';
  const publicHost = options.publicHost ?? (anyAddress.includes(host) ? '127.0.0.1' : host);
  const readings = options.readings ?? defaultReadings;
  const [tls, keys] = await Promise.all([
    chooseTls(options.tls ?? true, publicHost),
    chooseKeys(options.keys, readings),
  ]);
  const account = createAccount(options.account);
  const stimuli = new StimulusInForce();
  const chosen = await chooseSeams(keys, readings, options.seams);
  const opening = (own: FieldDecrypter) => options.tolerance?.cipher(own, keys, account) ?? own;
  const seams = { ...chosen, cipher: opening(chosen.cipher), identityCipher: opening(chosen.identityCipher) };
  const { tokens, payer } = seams;
  const cycles = cyclesOf(tokens, payer, readings, options);
  const state: MockState = { account, keys, seams, cycles, readings };

  const listeners = await openAll((service) => ({
    host,
    port: options.ports?.[service] ?? 0,
    limits: { ...defaultConnectionLimits, ...options.limits },
    routes: routesOf(service, account.paths, readings),
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
    ...endingOf(cycles, Object.values(listeners)),
  };
}

function endingOf(cycles: PayerCycles, listeners: readonly Listener[]): Pick<Mock, 'close' | 'unref'> {
  return {
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
  console.error(`mock: ${operation} failed: ${printableBlock(inspect(error))}`);
}
