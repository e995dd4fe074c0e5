import type { MockAccount } from './account';
import type { OperationId, ServiceName } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import type { PayerSeams } from './payer/seams';
import type { PayerCycles } from './payer-cycles';
import type { FieldDecrypter, KeyObjectPair, RsaKeyPair } from './keys';
import type { TokenIssuer } from './token-issuer';

/** The services that a mock plays (clause 4). */
export type MockService = ServiceName;

/** One request as a handler sees it: as it arrived, or as a tolerant mock repaired it. */
export interface Call {
  readonly method: string;
  /** Path as it was sent, without the query. */
  readonly path: string;
  /** What follows the path, without its question mark; absent where nothing does. */
  readonly query?: string;
  /** Names in lower case; repeated ones joined as node:http joins them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  /** When the head of the request arrived, by the mock's clock, in milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** An answer. An object is sent as JSON, a string as text, both in UTF-8, unless `headers` name a type. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | object;
}

export type Handler = (call: Call, state: MockState) => Promise<Reply> | Reply;

/** Documented operations, but for those that go to the provider. */
export type DocumentedName = Exclude<
  OperationId,
  'preauth.onSubmit' | 'claim.onSubmit' | 'communication.request'
>;

/** What a mock answers; `fallback` takes every request that no other name does. */
export type MockOperation =
  | DocumentedName
  | 'fields.identity'
  | 'fields.registry'
  | 'session.registry'
  | 'payment.acknowledge'
  | 'jwks'
  | 'fallback';

export type Handlers = Readonly<Record<MockOperation, Handler>>;

/** The public key that each service publishes, as PEM text with a PUBLIC KEY block (clause 4.2). */
export interface Certificates {
  readonly identity: () => string;
  readonly registry: () => string;
}

/** The places where a mock can be made to behave otherwise, by another value and by nothing else. */
export interface MockSeams {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly tokens: TokenIssuer;
  /** Opens what was encrypted for the registry. */
  readonly cipher: FieldDecrypter;
  /** Opens what was encrypted for the identity service. */
  readonly identityCipher: FieldDecrypter;
  readonly certificate: Certificates;
  readonly handlers: Handlers;
  readonly payer: PayerSeams;
}

/** Seams to replace. Handlers, certificates and parts of the payer that are not named keep their own. */
export type SeamOverrides = Partial<Omit<MockSeams, 'certificate' | 'handlers' | 'payer'>> & {
  readonly certificate?: Partial<Certificates>;
  readonly payer?: Partial<PayerSeams>;
  readonly handlers?: Partial<Handlers>;
};

/** The key pairs behind the certificates and the tokens. */
export interface MockKeys {
  readonly tokens: RsaKeyPair;
  /** Published beside the key of the tokens, for RS512. */
  readonly tokens512: RsaKeyPair;
  /** What callbacks are signed with: the key of the tokens, unless the reading `callback-jwt` wants another algorithm. */
  readonly callbacks: KeyObjectPair;
  readonly identity: RsaKeyPair;
  readonly registry: RsaKeyPair;
  /** To which messages to the payer are encrypted, in the envelope `jwe`. */
  readonly payer: RsaKeyPair;
}

/** What a handler may look at. */
export interface MockState {
  /** Cycles of the payer flows that are under way. */
  readonly cycles: PayerCycles;
  readonly account: MockAccount;
  readonly seams: MockSeams;
  readonly keys: MockKeys;
  readonly readings: ReadingValues;
}

/** A request line of a service, behind its base address, and the operation that answers it. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The same for the router: any segment stands where the account names none for a stand-in. */
  readonly pattern: string;
  readonly operation: MockOperation;
}
