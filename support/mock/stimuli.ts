import type { RsaKeyPair } from './keys';
import { createFieldCipher } from './keys';
import { errorReply, rejectEncryptedField } from './request-checks';
import type { MockRequest, MockHandler, MockOperation, MockState } from './seams';
import type { TlsMaterial } from './tls';

const shortLifetimeSeconds = 5;

/** Descriptions of the faults that can be injected into a mock for manual use. */
export const faultDescriptions = {
  'short-token': `access tokens live ${shortLifetimeSeconds} seconds`,
  'token-refused': 'the first request with an access token is answered 401',
  unavailable: 'the first session request is answered 503',
  'padding-rejection': 'the first encrypted value is rejected, whatever it is',
  'sha256-only-identity': 'the identity service takes OAEP with SHA-256 and nothing else',
  'sha256-only-registry': 'the registry takes OAEP with SHA-256 and nothing else',
} as const;

export type FaultName = keyof typeof faultDescriptions;

/**
 * A fault that the mock injects on purpose: replacements for the mock's own answers, and how often to use
 * them.
 */
export interface Stimulus {
  /** Recorded with every exchange while the fault is in force. */
  readonly name: string;
  /** Number of requests that the fault affects; `undefined` if it affects all until it is lifted. */
  readonly times?: number;
  /**
   * Selects the affected requests, as they arrived. If `undefined`, the fault affects all requests of its
   * operations.
   */
  readonly to?: (call: MockRequest) => boolean;
  readonly handlers: Readonly<Partial<Record<MockOperation, (own: MockHandler) => MockHandler>>>;
  /** Certificate that replaces the services' own for clients that connect while the fault is in force. */
  readonly tls?: TlsMaterial;
}

/** Stores the fault that is in force, if any, and counts how often it may still be used. */
export class StimulusInForce {
  #current: Stimulus | undefined;
  #left = 0;
  readonly #watchers: (() => void)[] = [];

  get current(): Stimulus | undefined {
    return this.#current;
  }

  play(stimulus: Stimulus): void {
    this.#current = stimulus;
    this.#left = stimulus.times ?? Number.POSITIVE_INFINITY;
    for (const tell of this.#watchers) tell();
  }

  lift(): void {
    this.#current = undefined;
    for (const tell of this.#watchers) tell();
  }

  /** Calls `tell` synchronously whenever a fault comes into force or is lifted. */
  watch(tell: () => void): void {
    this.#watchers.push(tell);
  }

  /**
   * Returns the handler of an operation, changed by the fault in force. `call` is the request as it arrived.
   */
  handlerOf(operation: MockOperation, own: MockHandler, call: MockRequest): MockHandler {
    const change = this.#current?.handlers[operation];
    if (change === undefined || this.#left === 0 || this.#current?.to?.(call) === false) return own;
    this.#left -= 1;
    return change(own);
  }
}

/**
 * Creates a fault that gives new access tokens this lifetime, both in the token and in the `expiresIn` of the
 * answer.
 */
export function shortToken(seconds: number): Stimulus {
  return {
    name: 'short-token',
    handlers: {
      'session.create': (own) => (call, state) =>
        own(call, {
          ...state,
          account: { ...state.account, lifetimes: { ...state.account.lifetimes, access: seconds } },
        }),
    },
  };
}

/** Creates a fault in which the services present a certificate from a CA that clients do not trust. */
export function foreignCertificate(tls: TlsMaterial): Stimulus {
  return { name: 'foreign-certificate', handlers: {}, tls };
}

/**
 * Creates a fault that answers the next request of an operation with 503, with a Retry-After if a delay is
 * given.
 */
export function unavailable(operation: MockOperation, retryAfterSeconds?: number): Stimulus {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return {
    name: 'unavailable',
    times: 1,
    handlers: { [operation]: () => () => ({ ...errorReply('unavailable'), headers }) },
  };
}

const undecryptable: MockHandler = (_call, { readings }) => rejectEncryptedField('decryption', readings);

/** Operations that require an access token. */
const authorized = [
  'certificate.identity',
  'certificate.registry',
  'otp.verify',
  'fields.identity',
  'fields.registry',
  'insurancePlan.request',
  'eligibility.check',
  'preauth.submit',
  'claim.submit',
  'communication.onRequest',
  'dummyPayer.trigger',
  'paymentNotice.init',
] as const satisfies readonly MockOperation[];

/** Answers the next request that carries a token with 401, whether the token is valid or not. */
export const tokenRefused: Stimulus = {
  name: 'token-refused',
  times: 1,
  // Selects requests with a token: without one, a 401 would not be about the token.
  to: ({ headers: { authorization, bearer_auth: bearer } }) =>
    [authorization, bearer].some((value) => /^bearer +\S/i.test(value ?? '')),
  handlers: Object.fromEntries(authorized.map((name) => [name, () => () => errorReply('invalidToken')])),
};

/** Rejects the next encrypted value as undecryptable, even if the service can decrypt it. */
export const paddingRejection: Stimulus = {
  name: 'padding-rejection',
  times: 1,
  handlers: {
    'otp.verify': () => undecryptable,
    'fields.identity': () => undecryptable,
    'fields.registry': () => undecryptable,
  },
};

type OpeningService = 'identity' | 'registry';

/** Maps a service to the operations in which it decrypts fields. */
const opening: Readonly<Record<OpeningService, readonly MockOperation[]>> = {
  identity: ['fields.identity'],
  registry: ['otp.verify', 'fields.registry'],
};

/** Maps a service to the member of `MockSeams` that decrypts its fields. */
const cipherOf = { identity: 'identityCipher', registry: 'cipher' } as const;

/**
 * Builds the handlers of a fault that changes the encryption of one service. In the operations that publish
 * its certificate or decrypt fields, the members that `under` returns replace those of `MockSeams`.
 */
function openingOtherwise(
  service: OpeningService,
  under: (state: MockState) => Partial<MockState['seams']>,
): Stimulus['handlers'] {
  const change =
    (own: MockHandler): MockHandler =>
    (call, state) =>
      own(call, { ...state, seams: { ...state.seams, ...under(state) } });
  const names = [`certificate.${service}` as const, ...opening[service]];
  return Object.fromEntries(names.map((name) => [name, change]));
}

/**
 * Creates a fault in which a service has a new key: it publishes this key and cannot decrypt with the old
 * one.
 */
export function rotatedKey(service: OpeningService, key: RsaKeyPair): Stimulus {
  const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const cipher = createFieldCipher(key.privateKey);
  return {
    name: 'rotated-key',
    handlers: openingOtherwise(service, ({ seams }) => ({
      [cipherOf[service]]: cipher,
      certificate: { ...seams.certificate, [service]: () => pem },
    })),
  };
}

/** Creates a fault in which a service accepts OAEP with SHA-256 and nothing else (clause 6.3.3). */
export function sha256Only(service: OpeningService): Stimulus {
  return {
    name: 'sha256-only',
    handlers: openingOtherwise(service, ({ keys }) => ({
      [cipherOf[service]]: createFieldCipher(keys[service].privateKey, 'sha256'),
    })),
  };
}

/** The faults that a mock for manual use can inject from its start, by name. */
export const faultsByName: Readonly<Record<FaultName, Stimulus>> = {
  'short-token': shortToken(shortLifetimeSeconds),
  'token-refused': tokenRefused,
  unavailable: unavailable('session.create', 0),
  'padding-rejection': paddingRejection,
  'sha256-only-identity': sha256Only('identity'),
  'sha256-only-registry': sha256Only('registry'),
};
