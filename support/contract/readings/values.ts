/**
 * Form of a Curve25519 key: RFC 7748 (32 bytes), a Weierstrass point (65 bytes), or that point as SPKI. An SPKI spells
 * the curve out or names it; `weierstrass-spki` means either.
 */
export const curveForms = [
  'x25519',
  'weierstrass',
  'weierstrass-spki',
  'weierstrass-spki-explicit',
  'weierstrass-spki-named',
] as const;

export type CurveForm = (typeof curveForms)[number];

/**
 * Way to a value inside a JSON body: members with dots between them, `[]` behind one that is a list. A path
 * that starts with a FHIR resource type looks into every resource of that type, at the top or in a bundle.
 */
export type MemberPath = string;

/** A path behind the base address of its service, with its leading slash. */
export type ServicePath = string;

/** The id of a documented operation, as in `preauth.onSubmit`, or the path of another one. */
export type OperationName = string;

export interface EncryptionRejection {
  /** The status of a rejection. Without it, any status but 2xx is one. */
  readonly status?: number;
  /** One of them stands in the body, in any case. Without them, it names decryption, padding or an encrypted value. */
  readonly words?: readonly string[];
  /** With `any`, the words may stand anywhere in the body. */
  readonly shape: 'envelope' | 'any';
}

export interface StaleAfter {
  readonly seconds: number;
  readonly status: 'any-4xx' | number;
}

export interface RegistrySession {
  /** Where the registry creates sessions of its own. */
  readonly path: ServicePath | null;
  /** The header that carries a user-level token. */
  readonly header: string | null;
}

export interface Decision {
  readonly path: MemberPath;
  readonly approved: string;
  readonly rejected: string;
  /** What else makes an answer the final one. With null, it is enough that it names a decision. */
  readonly final: { readonly path: MemberPath; readonly value: string } | null;
}

export interface CorrelationId {
  readonly where: 'protected-header' | 'header' | 'body';
  /** A header's name, or in a body a member path. */
  readonly name: string;
}

export interface CallbackJwt {
  readonly header: string;
  /** The word in front of the token. It is empty where the token stands alone. */
  readonly scheme: string;
  readonly algorithms: readonly string[];
  /** Whether payer callbacks carry the JWT of the gateway at all. */
  readonly carried: boolean;
  readonly issuer: string | null;
  readonly audience: string | null;
}

/** Whether the paths of the dummy payer begin with v1. */
export type PayerSegment = 'free' | 'none' | 'v1';

export type KeyBits = 2048 | 4096;

/** One value for both services that publish a key, or one for each that is named. The others have the default. */
export type PerService<Value> = Value | Readonly<Partial<Record<'identity' | 'registry', Value>>>;

/** What each reading may hold. Null means none: unless the reading says otherwise, what depends on it is not-applicable. */
export interface ReadingValues {
  readonly 'curve-form': 'as-declared' | CurveForm;
  readonly hkdf: { readonly hash: 'SHA-256'; readonly info: '' };
  readonly 'gcm-tag': { readonly bytes: 16; readonly place: 'appended' };
  readonly aad: 'none';
  readonly 'content-encoding': 'base64';
  readonly 'content-field': string;
  readonly 'key-bits': PerService<KeyBits>;
  readonly 'certificate-form': PerService<'pem' | 'json'>;
  /** The hash by operation name. An operation that is not named takes SHA-1. */
  readonly 'oaep-hash': Readonly<Record<OperationName, 'SHA-256'>>;
  /** Names of members that carry encrypted values wherever they stand in a body to the identity service or the registry. */
  readonly 'encrypted-members': readonly string[];
  readonly 'encryption-rejection': EncryptionRejection;
  /** The code for wrong credentials: `any-prefix` before -9999, a prefix, or a code such as `ABC-4001`. */
  readonly 'error-code': string;
  readonly 'stale-after': StaleAfter;
  /** A name, or several. */
  readonly 'national-id-field': string | readonly string[];
  /** A list, or the id of the facility or bridge by each of them. */
  readonly 'bridge-scoped': readonly OperationName[] | Readonly<Record<OperationName, string>> | null;
  readonly 'consent-paths': readonly ServicePath[] | null;
  readonly 'registry-session': RegistrySession;
  /** The least version of TLS. */
  readonly 'tls-least': '1.2' | '1.3';
  readonly envelope: 'jwe' | 'json';
  readonly 'plan-answer': ServicePath;
  readonly 'eligibility-answer': ServicePath;
  readonly 'plan-data': readonly string[];
  readonly 'eligibility-data': readonly string[];
  readonly 'payment-prompt': ServicePath;
  readonly 'payment-ack': ServicePath;
  readonly decision: Decision;
  readonly documents: MemberPath;
  /** The folder of a target file that holds the content of the payer's messages. With null, the mock's own is sent. */
  readonly 'payer-content': string | null;
  readonly 'correlation-id': CorrelationId;
  readonly 'after-reply': 'approve' | 'reject';
  readonly 'callback-certificates': ServicePath;
  readonly 'callback-jwt': CallbackJwt;
  /** How far clocks may differ, in seconds. */
  readonly 'jwt-leeway': number;
  /** With `target`, its dummyPayerToken from the environment is sent, since no reading holds a secret. */
  readonly 'dummy-payer-token': 'session' | 'target';
  /** Whether triggers of the dummy payer carry Authorization beside bearer_auth. */
  readonly 'trigger-authorization': 'free' | 'required' | 'absent';
  readonly 'payer-segment': PayerSegment;
}

export type ReadingId = keyof ReadingValues;

/** What the suite takes for granted unless a target says otherwise. */
export const defaultReadings: ReadingValues = {
  'curve-form': 'as-declared',
  hkdf: { hash: 'SHA-256', info: '' },
  'gcm-tag': { bytes: 16, place: 'appended' },
  aad: 'none',
  'content-encoding': 'base64',
  'content-field': 'content',
  'key-bits': 2048,
  'certificate-form': 'pem',
  'oaep-hash': {},
  'encrypted-members': ['otpValue'],
  'encryption-rejection': { shape: 'any' },
  'error-code': 'any-prefix',
  'stale-after': { seconds: 300, status: 'any-4xx' },
  'national-id-field': ['nationalId', 'aadhaar', 'aadhaarNumber'],
  'bridge-scoped': null,
  'consent-paths': null,
  'registry-session': { path: null, header: null },
  'tls-least': '1.2',
  envelope: 'jwe',
  'plan-answer': '/v1/insuranceplan/on_request',
  'eligibility-answer': '/v1/coverageeligibility/on_check',
  'plan-data': ['InsurancePlan'],
  'eligibility-data': ['CoverageEligibilityResponse'],
  'payment-prompt': '/v1/paymentnotice/request',
  'payment-ack': '/v1/paymentnotice/on_request',
  decision: {
    path: 'ClaimResponse.disposition',
    approved: 'Approved',
    rejected: 'Rejected',
    final: { path: 'ClaimResponse.outcome', value: 'complete' },
  },
  documents: 'Communication.payload[].contentAttachment.data',
  'payer-content': null,
  'correlation-id': { where: 'protected-header', name: 'x-hcx-correlation_id' },
  'after-reply': 'approve',
  'callback-certificates': '/api/hiecm/gateway/v3/certs',
  'callback-jwt': {
    header: 'Authorization',
    scheme: 'Bearer',
    algorithms: ['RS256'],
    carried: true,
    issuer: null,
    audience: null,
  },
  'jwt-leeway': 60,
  'dummy-payer-token': 'session',
  'trigger-authorization': 'free',
  'payer-segment': 'free',
};
