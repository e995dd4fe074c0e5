// What adapter protocol 1 says in types: what the suite asks for, and what comes back. Keep it as it is.

export type Service = 'identity' | 'registry';
export type TransferKeyForm =
  'x25519' | 'weierstrass' | 'weierstrass-spki' | 'weierstrass-spki-explicit' | 'weierstrass-spki-named';
/** What one side of a transfer reads, and what it writes. */
export interface SideForms {
  readonly takes?: readonly TransferKeyForm[];
  readonly gives?: readonly TransferKeyForm[];
}
export type CycleState = 'pending' | 'queried' | 'approved' | 'rejected' | 'answered';

/** Values that the contract leaves open; the suite tells which it expects. */
export interface Readings {
  readonly 'national-id-field': string;
  readonly 'encrypted-members': readonly string[];
  /** By operation, as in `otp.verify`, or by path. */
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
  /** Bases without a trailing slash. */
  readonly services: Readonly<Record<'gateway' | Service | 'dummyPayer', string>> & {
    readonly provider?: string;
  };
  readonly paths: { readonly identity: string; readonly nationalId: string };
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly cmId: string;
  readonly participants: { readonly provider: string; readonly payer: string };
  /** The whole value of bearer_auth; null: `Bearer` and the access token. */
  readonly dummyPayerToken: string | null;
  /** Where the gateway publishes the keys that sign its callbacks. */
  readonly callbackCertificates: string;
  readonly envelope: 'jwe' | 'json';
  /** SPKI in PEM. */
  readonly payerEncryptionKey: string;
  /** PEM; absent where Node trusts the services anyway. */
  readonly caCertificate?: string;
  readonly readings: Readings;
}

/** Clause 2.6. Keys and nonces are standard Base64. */
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
  /** Ciphertext and tag. */
  readonly content: string;
  /** Of `transfer.open`; or else the keys themselves. */
  readonly transferId?: string;
  readonly recipient?: { readonly privateKey: string; readonly publicKey: string; readonly nonce: string };
}

type Maybe<Value> = Value | Promise<Value>;
interface Cycle {
  readonly correlationId: string;
}

/** What the suite may ask for. Where the result is `unknown`, the suite ignores it. */
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

/** What your client offers. A method that is missing is answered "not offered". */
export interface Offer {
  readonly methods: Partial<Methods>;
  /** One list for everything, or what each side takes and gives. */
  readonly transferKeyForms?:
    readonly TransferKeyForm[] | { readonly hip?: SideForms; readonly hiu?: SideForms };
  /** As provider: the base behind which your callbacks arrive. */
  readonly callbackUrl?: string;
  /** As provider, in the envelope jwe: SPKI in PEM. */
  readonly encryptionKey?: string;
  /** Gives up what is open, such as a server; called before the next `initialize` and at the end. */
  readonly close?: () => unknown;
}
