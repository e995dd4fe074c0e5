import { membersIn } from '../contract/body-members';
import { readBytes } from '../contract/read-body';
import { isPreflight } from '../exchange/exchange';
import type { RsaKeyPair } from './keys';
import { createFieldCipher } from './keys';
import { errorReply, rejectEncryptedField } from './request-checks';
import type { MockRequest, MockHandler, MockOperation, MockState } from './seams';
import type { TlsMaterial } from './tls';

const shortLifetimeSeconds = 5;

/**
 * Describes the faults that users can inject into a mock, for the help and the output of the mock command.
 */
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
 * A fault that the mock injects on purpose: replacements for handlers and certificates, and the number of
 * requests that they affect.
 */
export interface Stimulus {
  /** Name of the fault, recorded with every exchange while the fault is in force. */
  readonly name: string;
  /** Number of requests that the fault affects; `undefined` if it affects all until it is lifted. */
  readonly times?: number;
  /**
   * Selects the requests that the fault affects. Receives each request as it arrived. If `undefined`, the
   * fault affects all requests of its operations.
   */
  readonly to?: (call: MockRequest) => boolean;
  readonly handlers: Readonly<Partial<Record<MockOperation, (own: MockHandler) => MockHandler>>>;
  /** Certificate that the services present instead of their own while the fault is in force. */
  readonly tls?: TlsMaterial;
}

/** Holds the fault in force, if any, and the number of requests that it can still affect. */
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

  /** Registers a function to call synchronously whenever a fault is injected or lifted. */
  watch(tell: () => void): void {
    this.#watchers.push(tell);
  }

  /**
   * Returns the handler to use for a request: `own`, or its replacement if the fault in force applies to the
   * request. Each use of the replacement counts towards {@link Stimulus.times}. A fault never applies to a CORS
   * preflight, because the browser sends preflights itself, and only the request after it shows how the client reacts.
   * @param call the request as it arrived
   */
  handlerOf(operation: MockOperation, own: MockHandler, call: MockRequest): MockHandler {
    const change = this.#current?.handlers[operation];
    if (change === undefined || this.#left === 0 || this.#current?.to?.(call) === false) return own;
    const { method, headers } = call;
    if (isPreflight({ method, headers: Object.entries(headers) })) return own;
    this.#left -= 1;
    return change(own);
  }
}

/**
 * Creates a fault that changes the lifetime of new access tokens, both in the token itself and in the
 * answer's `expiresIn`.
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
 * Creates a fault that answers the next request for an operation with 503, and with Retry-After if
 * `retryAfterSeconds` is set.
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
  'mobileOtp.identity',
  'mobileOtp.registry',
  'outside.identity',
  'outside.registry',
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
  // Affect only requests with a token, with or without the word Bearer: a 401 for any other request would not be about
  // its token.
  to: ({ headers: { authorization, bearer_auth: bearer } }) =>
    [authorization, bearer].some((value) => /^(bearer\s+)?\S+$/i.test(value ?? '')),
  handlers: Object.fromEntries(authorized.map((name) => [name, () => () => errorReply('invalidToken')])),
};

/**
 * Matches a text as long as the Base64 of a ciphertext. The shortest ciphertexts in use come from 1024-bit keys, and the longest
 * from 8192-bit keys. In a form, a space may stand for `+`.
 */
const ciphertext = /^[\w+/ -]{170,1366}={0,2}$/;

/** Returns whether a body of JSON or a form contains a text that may be a ciphertext. */
function holdsCiphertext({ rawBody }: MockRequest): boolean {
  const members = membersIn(readBytes(rawBody)?.value);
  return members.some(({ value }) =>
    [value].flat().some((each) => typeof each === 'string' && ciphertext.test(each)),
  );
}

/** Rejects the next encrypted value with a decryption error, even if the service could decrypt it. */
export const paddingRejection: Stimulus = {
  name: 'padding-rejection',
  times: 1,
  // Most requests outside the contract lack an encrypted value.
  to: (call) => call.outside === undefined || holdsCiphertext(call),
  handlers: {
    'otp.verify': () => undecryptable,
    'fields.identity': () => undecryptable,
    'fields.registry': () => undecryptable,
    'mobileOtp.identity': () => undecryptable,
    'mobileOtp.registry': () => undecryptable,
    'outside.identity': () => undecryptable,
    'outside.registry': () => undecryptable,
  },
};

type OpeningService = 'identity' | 'registry';

/** Maps each service to the operations in which it decrypts fields. */
const opening: Readonly<Record<OpeningService, readonly MockOperation[]>> = {
  identity: ['fields.identity', 'mobileOtp.identity', 'outside.identity'],
  registry: ['otp.verify', 'fields.registry', 'mobileOtp.registry', 'outside.registry'],
};

/** Maps each service to the member of `MockSeams` that decrypts its fields. */
const cipherOf = { identity: 'identityCipher', registry: 'cipher' } as const;

/**
 * Builds the handlers of a fault that changes the encryption of one service. The members that `under` returns
 * replace those of `MockSeams` in the operations that publish the service's certificate or decrypt its
 * fields.
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
 * Creates a fault that replaces a service's key. The service publishes the new key and can no longer decrypt
 * values that were encrypted with the old one.
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

/** Creates a fault that makes a service accept only OAEP with SHA-256 (clause 6.3.3). */
export function sha256Only(service: OpeningService): Stimulus {
  return {
    name: 'sha256-only',
    handlers: openingOtherwise(service, ({ keys }) => ({
      [cipherOf[service]]: createFieldCipher(keys[service].privateKey, 'SHA-256'),
    })),
  };
}

/**
 * Maps a fault's name to the fault. Users can inject these faults into a mock, with `--fault` or in a test.
 */
export const faultsByName: Readonly<Record<FaultName, Stimulus>> = {
  'short-token': shortToken(shortLifetimeSeconds),
  'token-refused': tokenRefused,
  unavailable: unavailable('session.create', 0),
  'padding-rejection': paddingRejection,
  'sha256-only-identity': sha256Only('identity'),
  'sha256-only-registry': sha256Only('registry'),
};
