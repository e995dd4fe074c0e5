// The types of adapter protocol 1: the methods that the suite calls, their params and their results. Do not
// change this file.

export type Service = 'identity' | 'registry';
export type TransferKeyForm =
  'x25519' | 'weierstrass' | 'weierstrass-spki' | 'weierstrass-spki-explicit' | 'weierstrass-spki-named';
/** The key forms that one side of a transfer accepts (`takes`) and sends (`gives`). */
export interface SideForms {
  readonly takes?: readonly TransferKeyForm[];
  readonly gives?: readonly TransferKeyForm[];
}
export type CycleState = 'pending' | 'queried' | 'approved' | 'rejected' | 'answered';

/** The suite's choices in details that the contract leaves open. */
export interface Readings {
  readonly 'national-id-field': string;
  readonly 'encrypted-members': readonly string[];
  /** By operation (for example `otp.verify`) or by path. If missing: SHA-1. */
  readonly 'oaep-hash': Readonly<Record<string, 'SHA-256'>>;
  readonly 'encryption-rejection': { readonly status?: number; readonly words?: readonly string[] };
  readonly 'plan-answer': string;
  readonly 'eligibility-answer': string;
  readonly 'payment-prompt': string;
  readonly 'payment-ack': string;
  readonly decision: {
    readonly path: string;
    readonly approved: string;
    readonly rejected: string;
    readonly final: { readonly path: string; readonly value: string } | null;
  };
  readonly 'correlation-id': { readonly where: string; readonly name: string };
  readonly 'callback-jwt': {
    readonly header: string;
    readonly scheme: string;
    readonly algorithms: readonly string[];
    readonly carried: boolean;
    readonly issuer: string | null;
    readonly audience: string | null;
  };
  readonly [other: string]: unknown;
}

/** The params of `initialize`. */
export interface Settings {
  readonly protocolVersion: '1';
  /** Base addresses without a trailing slash. */
  readonly services: Readonly<Record<'gateway' | Service | 'dummyPayer', string>> & {
    readonly provider?: string;
  };
  readonly paths: { readonly identity: string; readonly nationalId: string };
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly cmId: string;
  readonly participants: { readonly provider: string; readonly payer: string };
  /** The complete value of the header bearer_auth; if null, send `Bearer` and the access token. */
  readonly dummyPayerToken: string | null;
  /** The address at which the gateway publishes the public keys for checking callback signatures. */
  readonly callbackCertificates: string;
  readonly envelope: 'jwe' | 'json';
  /** SPKI in PEM. */
  readonly payerEncryptionKey: string;
  /** An X.509 certificate of the same key, in PEM. */
  readonly payerEncryptionCertificate?: string;
  /** CA certificate in PEM; missing if Node already trusts the services. */
  readonly caCertificate?: string;
  readonly readings: Readings;
}

/** The key material of one side of a transfer (2.6). Keys and nonces are standard Base64. */
export interface KeyMaterial {
  readonly cryptoAlg: string;
  readonly curve: string;
  readonly dhPublicKey: { readonly expiry: string; readonly parameters: string; readonly keyValue: string };
  readonly nonce: string;
}

export interface Field {
  readonly name: string;
  /** The plaintext. */
  readonly value: string;
  readonly encrypted: boolean;
}

export interface TransferToDecrypt {
  readonly keyMaterial: KeyMaterial;
  /** Base64 of the ciphertext followed by the tag. */
  readonly content: string;
  /** The result of an earlier `transfer.open`. If missing, `recipient` contains the HIU's keys. */
  readonly transferId?: string;
  readonly recipient?: { readonly privateKey: string; readonly publicKey: string; readonly nonce: string };
}

type Maybe<Value> = Value | Promise<Value>;
interface Cycle {
  readonly correlationId: string;
}

/** The methods that the suite may call. The suite ignores results of type `unknown`. */
export interface Methods {
  'session.create': () => unknown;
  'certificate.fetch': (params: { readonly service: Service }) => unknown;
  'field.encrypt': (params: {
    readonly service: Service;
    readonly value: string;
  }) => Maybe<{ ciphertext: string }>;
  'fields.send': (params: {
    readonly service: Service;
    readonly path: string;
    readonly fields: readonly Field[];
  }) => unknown;
  'otp.verify': (params: {
    readonly otp: string;
    readonly txnId: string;
  }) => Maybe<{ txnId: string; authResult: string; message: string }>;
  'transfer.encrypt': (params: {
    readonly keyMaterial: KeyMaterial;
    readonly bundle: string;
  }) => Maybe<{ keyMaterial: KeyMaterial; content: string }>;
  'transfer.open': () => Maybe<{ transferId: string; keyMaterial: KeyMaterial }>;
  'transfer.decrypt': (params: TransferToDecrypt) => Maybe<{ bundle: string }>;
  'insurancePlan.request': () => Maybe<Cycle>;
  'eligibility.check': () => Maybe<Cycle>;
  'preauth.submit': () => Maybe<Cycle>;
  'claim.submit': () => Maybe<Cycle>;
  'communication.reply': (params: Cycle) => unknown;
  'dummyPayer.trigger': (params: {
    readonly action: 'Approve' | 'Reject' | 'Query';
    readonly method: 'Preauth' | 'Claim';
    readonly correlationId: string;
  }) => unknown;
  'paymentNotice.init': (params: { readonly providerId: string; readonly claimNumber: string }) => unknown;
  'cycle.get': (params: Cycle) => Maybe<{ state: CycleState; callbacks: number }>;
}

/**
 * The methods and key forms that your client offers. If a method is missing, the suite gets the answer "not
 * offered".
 */
export interface Offer {
  readonly methods: Partial<Methods>;
  /** One list for both sides, or separate lists for each side. */
  readonly transferKeyForms?:
    readonly TransferKeyForm[] | { readonly hip?: SideForms; readonly hiu?: SideForms };
  /** For the role provider: the base address for your callbacks. The suite appends `/v1/…`. */
  readonly callbackUrl?: string;
  /** For the role provider with the envelope jwe: your public key for encrypting callbacks (SPKI in PEM). */
  readonly encryptionKey?: string;
  /** Closes open resources, such as a server. Called before the next `initialize` and at the end. */
  readonly close?: () => unknown;
}
