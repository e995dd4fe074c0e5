import type { RsaKeyPair } from './keys';
import { createFieldCipher } from './keys';
import { refuse, rejectField } from './request-checks';
import type { Call, Handler, MockOperation, MockState } from './seams';
import type { TlsMaterial } from './tls';

const shortLifetimeSeconds = 5;

/** What each fault does that a mock for work by hand can play. */
export const faultWords = {
  'short-token': `access tokens live ${shortLifetimeSeconds} seconds`,
  'token-refused': 'the first request with an access token is answered 401',
  unavailable: 'the first session request is answered 503',
  'padding-rejection': 'the first encrypted value is rejected, whatever it is',
  'sha256-only-identity': 'the identity service takes OAEP with SHA-256 and nothing else',
  'sha256-only-registry': 'the registry takes OAEP with SHA-256 and nothing else',
} as const;

export type FaultName = keyof typeof faultWords;

/** A fault that the mock plays on purpose, as data: what it answers in place of its own answers, and how often. */
export interface Stimulus {
  /** Recorded with every exchange while it is in force. */
  readonly name: string;
  /** How many requests it answers; absent: all until it is lifted. */
  readonly times?: number;
  /** Which requests it answers, as they arrived; absent: all of its operations. */
  readonly to?: (call: Call) => boolean;
  readonly handlers: Readonly<Partial<Record<MockOperation, (own: Handler) => Handler>>>;
  /** The certificate that is shown in place of the services' own, to those who connect while it is in force. */
  readonly tls?: TlsMaterial;
}

/** The stimulus in force, if any. */
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

  /** Calls back at once whenever another, or none, is in force. */
  watch(tell: () => void): void {
    this.#watchers.push(tell);
  }

  /** The handler of an operation under the stimulus in force, for a request as it arrived. */
  handlerOf(operation: MockOperation, own: Handler, call: Call): Handler {
    const change = this.#current?.handlers[operation];
    if (change === undefined || this.#left === 0 || this.#current?.to?.(call) === false) return own;
    this.#left -= 1;
    return change(own);
  }
}

/** Sessions whose tokens truly live this many seconds. */
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

/** All who connect are shown a certificate of an authority that no client was told of. */
export function foreignCertificate(tls: TlsMaterial): Stimulus {
  return { name: 'foreign-certificate', handlers: {}, tls };
}

/** The next request of an operation is answered 503; of the wait before another, Retry-After says what is given. */
export function unavailable(operation: MockOperation, retryAfterSeconds?: number): Stimulus {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return {
    name: 'unavailable',
    times: 1,
    handlers: { [operation]: () => () => ({ ...refuse('unavailable'), headers }) },
  };
}

const undecryptable: Handler = (_call, { readings }) => rejectField('decryption', readings);

/** Operations that take an access token. */
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

/** The next request with a token is answered 401, whatever its token. */
export const tokenRefused: Stimulus = {
  name: 'token-refused',
  times: 1,
  // Without a token, a 401 would say nothing of one.
  to: ({ headers: { authorization, bearer_auth: bearer } }) =>
    [authorization, bearer].some((value) => /^bearer +\S/i.test(value ?? '')),
  handlers: Object.fromEntries(authorized.map((name) => [name, () => () => refuse('invalidToken')])),
};

/** The next encrypted value is rejected as undecryptable, whatever it is. */
export const paddingRejection: Stimulus = {
  name: 'padding-rejection',
  times: 1,
  handlers: {
    'otp.verify': () => undecryptable,
    'fields.identity': () => undecryptable,
    'fields.registry': () => undecryptable,
  },
};

/** A service that opens encrypted fields. */
type OpeningService = 'identity' | 'registry';

/** The operations at which a service opens encrypted fields. */
const opening: Readonly<Record<OpeningService, readonly MockOperation[]>> = {
  identity: ['fields.identity'],
  registry: ['otp.verify', 'fields.registry'],
};

/** The seam that opens what was encrypted for a service. */
const cipherOf = { identity: 'identityCipher', registry: 'cipher' } as const;

/** One service opens fields otherwise, and publishes what `under` makes of its certificate. */
function openingOtherwise(
  service: OpeningService,
  under: (state: MockState) => Partial<MockState['seams']>,
): Stimulus['handlers'] {
  const change =
    (own: Handler): Handler =>
    (call, state) =>
      own(call, { ...state, seams: { ...state.seams, ...under(state) } });
  const names = [`certificate.${service}` as const, ...opening[service]];
  return Object.fromEntries(names.map((name) => [name, change]));
}

/** A service has a new key: it publishes that, and opens nothing else. */
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

/** A service takes OAEP with SHA-256 and nothing else (clause 6.3.3). */
export function sha256Only(service: OpeningService): Stimulus {
  return {
    name: 'sha256-only',
    handlers: openingOtherwise(service, ({ keys }) => ({
      [cipherOf[service]]: createFieldCipher(keys[service].privateKey, 'sha256'),
    })),
  };
}

/** The faults that a mock for work by hand can play from its start, by name. */
export const faults: Readonly<Record<FaultName, Stimulus>> = {
  'short-token': shortToken(shortLifetimeSeconds),
  'token-refused': tokenRefused,
  unavailable: unavailable('session.create', 0),
  'padding-rejection': paddingRejection,
  'sha256-only-identity': sha256Only('identity'),
  'sha256-only-registry': sha256Only('registry'),
};
