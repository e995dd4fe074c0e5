import type { MockAccount } from './account';
import type { OperationId, ServiceName } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import type { PayerSeams } from './payer/seams';
import type { PayerCycles } from './payer-cycles';
import type { FieldDecrypter, KeyObjectPair, RsaKeyPair } from './keys';
import type { TokenIssuer } from './token-issuer';

export type MockService = ServiceName;

/** A request as a handler receives it: as it arrived, or as repaired by a tolerant mock. */
export interface MockRequest {
  readonly method: string;
  /** Path as sent, without the query. */
  readonly path: string;
  /** Query without the question mark; `undefined` if the URL does not contain one. */
  readonly query?: string;
  /** Values by lowercase name. Repeated headers are joined as node:http does. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  /** Time when the headers of the request arrived, by the mock's clock, in milliseconds since the epoch. */
  readonly receivedAt: number;
}

/**
 * A reply. An object is sent as JSON and a string as text, both in UTF-8. A Content-Type in `headers`
 * replaces the default one.
 */
export interface MockReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | object;
}

export type MockHandler = (call: MockRequest, state: MockState) => Promise<MockReply> | MockReply;

/** The documented operations, except the callbacks, which the client under test receives. */
export type DocumentedName = Exclude<
  OperationId,
  'preauth.onSubmit' | 'claim.onSubmit' | 'communication.request'
>;

/** The operations that a mock answers. `fallback` handles every request that matches no other operation. */
export type MockOperation =
  | DocumentedName
  | 'fields.identity'
  | 'fields.registry'
  | 'session.registry'
  | 'payment.acknowledge'
  | 'jwks'
  | 'fallback';

export type Handlers = Readonly<Record<MockOperation, MockHandler>>;

/** The public keys that the services publish, in PEM with a PUBLIC KEY block (clause 4.2). */
export interface Certificates {
  readonly identity: () => string;
  readonly registry: () => string;
}

/**
 * The replaceable parts of a mock's behaviour. Tests replace some of them to make the mock break the
 * contract.
 */
export interface MockSeams {
  /** Returns milliseconds since the epoch. */
  readonly clock: () => number;
  readonly tokens: TokenIssuer;
  /** Decrypts fields for the registry. */
  readonly cipher: FieldDecrypter;
  /** Decrypts fields for the identity service. */
  readonly identityCipher: FieldDecrypter;
  readonly certificate: Certificates;
  readonly handlers: Handlers;
  readonly payer: PayerSeams;
}

/**
 * Replacements for parts of {@link MockSeams}. Handlers, certificates and parts of the payer that are not
 * listed keep their defaults.
 */
export type SeamOverrides = Partial<Omit<MockSeams, 'certificate' | 'handlers' | 'payer'>> & {
  readonly certificate?: Partial<Certificates>;
  readonly payer?: Partial<PayerSeams>;
  readonly handlers?: Partial<Handlers>;
};

export interface MockKeys {
  readonly tokens: RsaKeyPair;
  /** An additional key in the published JWKS, for RS512. The mock does not sign tokens with this key. */
  readonly tokens512: RsaKeyPair;
  /**
   * Signs callbacks. Equal to `tokens`, unless the reading `callback-jwt` demands an algorithm other than
   * RS256.
   */
  readonly callbacks: KeyObjectPair;
  readonly identity: RsaKeyPair;
  readonly registry: RsaKeyPair;
  /** Decrypts messages to the payer in the envelope `jwe`. */
  readonly payer: RsaKeyPair;
}

export interface MockState {
  readonly cycles: PayerCycles;
  readonly account: MockAccount;
  readonly seams: MockSeams;
  readonly keys: MockKeys;
  readonly readings: ReadingValues;
}

/**
 * A request line, and the operation that answers it. Paths start at the root of the service; those of the
 * registry include `/v4`.
 */
export interface MockRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /**
   * `path` in the syntax of the router. If the account configures a value for a stand-in such as
   * `{identity}`, the pattern contains that value; otherwise any segment matches.
   */
  readonly pattern: string;
  readonly operation: MockOperation;
}
