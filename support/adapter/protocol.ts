import type { GivenKeyForms, TransferKeyForms } from './key-forms';
import type { PathStandIns, ServiceName } from '../contract/operations';
import type { AdapterReadings, ReadingValues } from '../contract/readings';

/** Key material of a transfer (clause 2.6), as the suite sends it. Keys and nonce are standard Base64. */
export interface KeyMaterial {
  readonly cryptoAlg: string;
  readonly curve: string;
  readonly dhPublicKey: { readonly expiry: string; readonly parameters: string; readonly keyValue: string };
  readonly nonce: string;
}

/**
 * Key material as received from the adapter. Its members are not checked on receipt: the rules judge missing
 * and wrong ones.
 */
export interface ReceivedKeyMaterial {
  readonly cryptoAlg?: unknown;
  readonly curve?: unknown;
  readonly dhPublicKey?: unknown;
  readonly nonce?: unknown;
}

/**
 * The recipient's key pair and nonce, for a transfer that was opened by the suite, not by the client. All
 * members are Base64.
 */
interface TransferRecipient {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly nonce: string;
}

type TransferDecryptParams = {
  /** The HIP's key material. */
  readonly keyMaterial: KeyMaterial;
  /** The ciphertext followed by the authentication tag, in Base64. */
  readonly content: string;
} & ({ readonly transferId: string } | { readonly recipient: TransferRecipient });

export const protocolVersion = '1';

/** Maximum size of one message in bytes, without its line end: 32 MiB. */
export const maxMessageBytes = 32 * 1024 * 1024;

/**
 * The error codes of protocol 1. The suite treats any other code like `failed`. If the suite wanted a refusal,
 * `refused` and `failed` count as one; `internalError`, `invalidParams` and `parseError` do not.
 */
export const rpcErrorCodes = {
  /** The message is not JSON. */
  parseError: -32700,
  /** The message is JSON, but not a JSON-RPC 2.0 request. */
  invalidRequest: -32600,
  notOffered: -32601,
  invalidParams: -32602,
  /** The adapter itself failed, not the client. */
  internalError: -32603,
  /** The client tried and failed. */
  failed: -32000,
  /** The client refuses on purpose; the message contains the reason. */
  refused: -32001,
} as const;

/** The services whose certificates the integrator uses to encrypt fields (clause 4.2). */
export type CertifiedService = 'identity' | 'registry';

export interface InitializeParams {
  readonly protocolVersion: typeof protocolVersion;
  /** Base addresses without a trailing slash. `provider` is `undefined` if the payer flows are not used. */
  readonly services: Readonly<Record<Exclude<ServiceName, 'provider'>, string> & { provider?: string }>;
  readonly paths: PathStandIns;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly cmId: string;
  readonly participants: { readonly provider: string; readonly payer: string };
  /**
   * The complete value of the `bearer_auth` header. If null, the client sends `Bearer` and the session's
   * access token.
   */
  readonly dummyPayerToken: string | null;
  /** URL of the public keys that verify the gateway's callbacks. */
  readonly callbackCertificates: string;
  readonly envelope: ReadingValues['envelope'];
  /** The payer's public key, SPKI in PEM. */
  readonly payerEncryptionKey: string;
  /** A self-signed X.509 certificate of the same key, in PEM, for clients that read only certificates. */
  readonly payerEncryptionCertificate?: string;
  /** CA certificate of the services, in PEM; `undefined` if they use plain http or a public CA. */
  readonly caCertificate?: string;
  readonly readings: AdapterReadings;
}

export interface InitializeResult {
  readonly protocolVersion: string;
  readonly implementation: { readonly name: string; readonly version: string };
  /** The methods that the adapter offers. May include methods that are not part of protocol 1. */
  readonly capabilities: readonly string[];
  /** Base address for callbacks to the integrator from the gateway and the payer, without `/v1/…`. */
  readonly callbackUrl?: string;
  /** The public key with which the payer encrypts callbacks in the jwe envelope, SPKI in PEM. */
  readonly encryptionKey?: string;
  readonly transferKeyForms?: TransferKeyForms;
}

/**
 * `InitializeResult` as received in JSON, in which many libraries write null for a missing member.
 * `initializeAdapter` removes these nulls.
 */
export type GivenInitializeResult = Omit<
  InitializeResult,
  'callbackUrl' | 'encryptionKey' | 'transferKeyForms'
> & {
  readonly callbackUrl?: string | null;
  readonly encryptionKey?: string | null;
  readonly transferKeyForms?: GivenKeyForms | null;
};

/** A member of the JSON body that `fields.send` asks the client to send. */
export interface FieldToSend {
  readonly name: string;
  /** Always the plaintext, even if `encrypted` is true. */
  readonly value: string;
  /** Whether the client must encrypt the value. */
  readonly encrypted: boolean;
}

export type CycleState = 'pending' | 'queried' | 'approved' | 'rejected' | 'answered';

type NoParams = Readonly<Record<string, never>>;
interface Cycle {
  readonly correlationId: string;
}

/** The methods of protocol 1. The suite ignores results of type `unknown`. */
interface AdapterMethods {
  initialize: { params: InitializeParams; result: GivenInitializeResult };
  'session.create': { params: NoParams; result: unknown };
  'certificate.fetch': { params: { readonly service: CertifiedService }; result: unknown };
  'field.encrypt': {
    params: { readonly service: CertifiedService; readonly value: string };
    result: { readonly ciphertext: string };
  };
  'fields.send': {
    params: {
      readonly service: CertifiedService;
      /** The path to append to the service's base address. */
      readonly path: string;
      readonly fields: readonly FieldToSend[];
    };
    result: unknown;
  };
  'otp.verify': {
    params: { readonly otp: string; readonly txnId: string };
    result: { readonly txnId: string; readonly authResult: string; readonly message: string };
  };
  'transfer.encrypt': {
    /** The HIU's key material, and the text of the bundle to encrypt. */
    params: { readonly keyMaterial: KeyMaterial; readonly bundle: string };
    /**
     * Null members mean that the client could not encrypt the bundle. Null is not a protocol error: the rules
     * judge it like any other result.
     */
    result: { readonly keyMaterial: ReceivedKeyMaterial | null; readonly content: string | null };
  };
  'transfer.open': {
    params: NoParams;
    result: { readonly transferId: string; readonly keyMaterial: ReceivedKeyMaterial };
  };
  /**
   * `bundle` is null if the client could not decrypt the content. Null is not a protocol error: the rules
   * judge it like any other result.
   */
  'transfer.decrypt': { params: TransferDecryptParams; result: { readonly bundle: string | null } };
  'insurancePlan.request': { params: NoParams; result: Cycle };
  'eligibility.check': { params: NoParams; result: Cycle };
  'preauth.submit': { params: NoParams; result: Cycle };
  'claim.submit': { params: NoParams; result: Cycle };
  'dummyPayer.trigger': {
    params: {
      readonly action: 'Approve' | 'Reject' | 'Query';
      readonly method: 'Preauth' | 'Claim';
      readonly correlationId: string;
    };
    result: unknown;
  };
  'paymentNotice.init': {
    params: { readonly providerId: string; readonly claimNumber: string };
    result: unknown;
  };
  'communication.reply': { params: Cycle; result: unknown };
  'cycle.get': { params: Cycle; result: { readonly state: CycleState; readonly callbacks: number } };
  shutdown: { params: NoParams; result: unknown };
}

export type AdapterMethod = keyof AdapterMethods;
export type MethodParams<M extends AdapterMethod> = AdapterMethods[M]['params'];
export type MethodResult<M extends AdapterMethod> = AdapterMethods[M]['result'];

/** Whether the suite reads a method's result. An adapter may omit any result that the suite does not read. */
const answering: Readonly<Record<AdapterMethod, boolean>> = {
  initialize: true,
  'session.create': false,
  'certificate.fetch': false,
  'field.encrypt': true,
  'fields.send': false,
  'otp.verify': true,
  'transfer.encrypt': true,
  'transfer.open': true,
  'transfer.decrypt': true,
  'insurancePlan.request': true,
  'eligibility.check': true,
  'preauth.submit': true,
  'claim.submit': true,
  'dummyPayer.trigger': false,
  'paymentNotice.init': false,
  'communication.reply': false,
  'cycle.get': true,
  shutdown: false,
};

export const adapterMethods = Object.keys(answering) as readonly AdapterMethod[];

export function isAdapterMethod(name: string): name is AdapterMethod {
  return Object.hasOwn(answering, name);
}

export function isResultRead(method: AdapterMethod): boolean {
  return answering[method];
}
