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

/** Key material as the adapter gave it. It is evidence: what is missing or wrong in it is for the rules to judge. */
export interface GivenKeyMaterial {
  readonly cryptoAlg?: unknown;
  readonly curve?: unknown;
  readonly dhPublicKey?: unknown;
  readonly nonce?: unknown;
}

/** The secret half of a transfer that the suite opened itself. All Base64. */
interface TransferRecipient {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly nonce: string;
}

type TransferDecryptParams = {
  /** The HIP's. */
  readonly keyMaterial: KeyMaterial;
  /** Ciphertext and tag, Base64. */
  readonly content: string;
} & ({ readonly transferId: string } | { readonly recipient: TransferRecipient });

/** The version that both sides name in `initialize`. */
export const protocolVersion = '1';

/** Bytes of one message at most, its line end not counted: 32 MiB. */
export const maxMessageBytes = 32 * 1024 * 1024;

/** Error codes that have a meaning of their own; every other one counts as a refusal. */
export const errorCodes = {
  /** What arrived is not JSON. */
  parseError: -32700,
  /** JSON, but no request of JSON-RPC 2.0. */
  invalidRequest: -32600,
  /** The adapter does not offer that method. */
  notOffered: -32601,
  invalidParams: -32602,
  /** An answer could not be made for a reason that lies in the adapter. */
  internalError: -32603,
  /** The client tried, and failed. */
  failed: -32000,
  /** The client refuses on purpose; the message says why. */
  refused: -32001,
} as const;

/** The services whose certificates the integrator fetches, and for which it encrypts fields (clause 4.2). */
export type CertifiedService = 'identity' | 'registry';

export interface InitializeParams {
  readonly protocolVersion: typeof protocolVersion;
  /** Bases without a trailing slash; `provider` is absent where nothing of the payer flow is to be done. */
  readonly services: Readonly<Record<Exclude<ServiceName, 'provider'>, string> & { provider?: string }>;
  readonly paths: PathStandIns;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly cmId: string;
  readonly participants: { readonly provider: string; readonly payer: string };
  /** The whole value of bearer_auth; null: the word `Bearer` and the session's access token. */
  readonly dummyPayerToken: string | null;
  /** Address where the gateway publishes the keys that sign its callbacks. */
  readonly callbackCertificates: string;
  readonly envelope: ReadingValues['envelope'];
  /** SPKI in PEM. */
  readonly payerEncryptionKey: string;
  /** PEM; absent where the services are plain http, or publicly trusted. */
  readonly caCertificate?: string;
  readonly readings: AdapterReadings;
}

export interface InitializeResult {
  readonly protocolVersion: string;
  readonly implementation: { readonly name: string; readonly version: string };
  /** Names of the methods that the adapter offers; others than those of protocol 1 are possible. */
  readonly capabilities: readonly string[];
  /** Base of the operations that the gateway and the payer call. */
  readonly callbackUrl?: string;
  /** SPKI in PEM, for answers in the jwe envelope. */
  readonly encryptionKey?: string;
  readonly transferKeyForms?: TransferKeyForms;
}

/** The same as it travels: many a library writes null for what is absent. `initializeAdapter` drops it. */
export type GivenInitializeResult = Omit<
  InitializeResult,
  'callbackUrl' | 'encryptionKey' | 'transferKeyForms'
> & {
  readonly callbackUrl?: string | null;
  readonly encryptionKey?: string | null;
  readonly transferKeyForms?: GivenKeyForms | null;
};

/** One member of a body that `fields.send` is to send. */
export interface FieldToSend {
  readonly name: string;
  /** Always the plaintext. */
  readonly value: string;
  /** Whether the integrator is to encrypt it. */
  readonly encrypted: boolean;
}

export type CycleState = 'pending' | 'queried' | 'approved' | 'rejected' | 'answered';

type NoParams = Readonly<Record<string, never>>;
interface Cycle {
  readonly correlationId: string;
}

/** Every method of protocol 1. A result that is `unknown` carries nothing that anyone looks at. */
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
      /** Behind the base of the service. */
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
    /** The HIU's key material, and a bundle as text. */
    params: { readonly keyMaterial: KeyMaterial; readonly bundle: string };
    /** `null` is evidence too: of an encryption that failed, and was answered all the same. */
    result: { readonly keyMaterial: GivenKeyMaterial | null; readonly content: string | null };
  };
  'transfer.open': {
    params: NoParams;
    result: { readonly transferId: string; readonly keyMaterial: GivenKeyMaterial };
  };
  /** `null` is evidence, as it is of an encryption. */
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

export type Method = keyof AdapterMethods;
export type Params<M extends Method> = AdapterMethods[M]['params'];
export type Result<M extends Method> = AdapterMethods[M]['result'];

/** Whether a method gives something back that is looked at; where it does not, its result may be left out. */
const answering: Readonly<Record<Method, boolean>> = {
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

/** All methods, in the order of the protocol. */
export const methods = Object.keys(answering) as readonly Method[];

export function isMethod(name: string): name is Method {
  return Object.hasOwn(answering, name);
}

export function hasResult(method: Method): boolean {
  return answering[method];
}
