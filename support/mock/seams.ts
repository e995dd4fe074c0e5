import type { MockAccount } from './account';
import type { OperationIdFor, ServiceName } from '../contract/operations';
import type { OwnAnswer } from '../contract/own-answers';
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
  /**
   * Header values by lowercase name. Repeated headers are joined with commas if the document names them, otherwise as
   * in node:http.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  /** Arrival time of the request's headers, by the mock's clock, in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Facts about a request outside the contract; `undefined` for a request that matches a route. */
  readonly outside?: OutsideRequest;
}

/** Facts about a request that matches no route. */
export interface OutsideRequest {
  readonly service: MockService;
  /** The path behind the base address of the service. */
  readonly pathBehindBase: string;
  /** A text that names the documented operation which the request almost calls, as in `did you mean POST /process/request?`. */
  readonly near?: string;
  /** The answer that the target file sets for this request. */
  readonly own?: OwnAnswer;
}

/**
 * A reply. If `body` is an object, it is sent as JSON, and if it is a string, as plain text, both in UTF-8. A
 * Content-Type in `headers` overrides the default one.
 */
export interface MockReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | object;
}

export type MockHandler = (call: MockRequest, state: MockState) => Promise<MockReply> | MockReply;

/** The documented operations, except the callbacks, which the client under test receives. */
export type DocumentedName = OperationIdFor<'service'>;

/** The operations that a mock answers. `fallback` refuses every request that belongs to no other operation. */
export type MockOperation =
  | DocumentedName
  | 'fields.identity'
  | 'fields.registry'
  | 'mobileOtp.identity'
  | 'mobileOtp.registry'
  | 'session.registry'
  | 'payment.acknowledge'
  | 'jwks'
  | OutsideOperation
  | 'fallback';

/** Requests outside the contract that a mock answers: by guess, or as the target file sets. */
export type OutsideOperation = `outside.${MockService}`;

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
  /** Returns the current time in milliseconds since the epoch. */
  readonly clock: () => number;
  readonly tokens: TokenIssuer;
  /** Decrypts the encrypted fields of requests to the registry. */
  readonly cipher: FieldDecrypter;
  /** Decrypts the encrypted fields of requests to the identity service. */
  readonly identityCipher: FieldDecrypter;
  readonly certificate: Certificates;
  readonly handlers: Handlers;
  readonly payer: PayerSeams;
}

/**
 * Overrides for {@link MockSeams}. Everything omitted keeps its default, including single handlers,
 * certificates and parts of the payer.
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
   * Signs callbacks. By default the same pair as `tokens`, unless the reading `callback-jwt` requires an
   * algorithm other than RS256.
   */
  readonly callbacks: KeyObjectPair;
  readonly identity: RsaKeyPair;
  readonly registry: RsaKeyPair;
  /** Decrypts JWE messages to the payer. */
  readonly payer: RsaKeyPair;
}

export interface MockState {
  readonly cycles: PayerCycles;
  readonly account: MockAccount;
  readonly seams: MockSeams;
  readonly keys: MockKeys;
  readonly readings: ReadingValues;
  /**
   * Parses the JSON objects in a message to the payer: the body and, in a JWE, the content. Throws an EnvelopeError
   * if a text is not a JSON object. `undefined`: accepts only JSON in UTF-8.
   */
  readonly readObject?: (body: Buffer) => object;
}

/**
 * A request line, and the operation that answers it. Paths start at the service's root; the registry's paths
 * include `/v4`.
 */
export interface MockRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /**
   * `path` in the router's syntax. The account's value replaces a placeholder such as `{identity}`; if the
   * account does not set a value, any segment matches.
   */
  readonly pattern: string;
  readonly operation: MockOperation;
}
