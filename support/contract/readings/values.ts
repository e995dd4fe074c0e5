/**
 * The forms of a Curve25519 key: 32 bytes (RFC 7748), a Weierstrass point (65 bytes), or such a point in an
 * SPKI. The SPKI contains the curve parameters (`explicit`) or the curve's identifier (`named`).
 * `weierstrass-spki` allows both.
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
 * A path to values in a JSON body: member names separated by dots, with `[]` after the name of a list. A path
 * that starts with a FHIR resource type applies to every resource of that type in the body or in a bundle.
 */
export type MemberPath = string;

/** A path relative to the base address of its service, with a leading slash. */
export type ServicePath = string;

/** The id of a documented operation, such as `preauth.onSubmit`, or the path of any other operation. */
export type OperationName = string;

export interface EncryptionRejection {
  /** The status of a rejection. If `undefined`, any status except 2xx and 401 is accepted. */
  readonly status?: number;
  /**
   * A rejection must contain one of these words, in any letter case. If `undefined`, a rejection must mention
   * decryption, padding or an encrypted value.
   */
  readonly words?: readonly string[];
  /** `envelope`: the body must be the error envelope. `any`: the words can be anywhere in the body. */
  readonly shape: 'envelope' | 'any';
}

export interface StaleAfter {
  /**
   * The age in seconds above which a service refuses a TIMESTAMP. If null, the suite tests only an age of a day: the
   * document states no limit.
   */
  readonly seconds: number | null;
  readonly status: 'any-4xx' | number;
}

export interface RegistrySession {
  /** The path at which the registry creates its own sessions. */
  readonly path: ServicePath | null;
  /** The header that carries a user-level token. */
  readonly header: string | null;
}

export interface Decision {
  readonly path: MemberPath;
  readonly approved: string;
  readonly rejected: string;
  /** The value that marks a final answer. If null, every answer that contains a decision is final. */
  readonly final: { readonly path: MemberPath; readonly value: string } | null;
}

export interface CorrelationId {
  readonly where: 'protected-header' | 'header' | 'body';
  /** A header name, or a `MemberPath` if `where` is `body`. */
  readonly name: string;
}

export interface CallbackJwt {
  readonly header: string;
  /**
   * The word before the token in the header, such as `Bearer`. Empty if the header contains only the token.
   */
  readonly scheme: string;
  readonly algorithms: readonly string[];
  /**
   * Whether the payer's callbacks carry a JWT issued by the gateway. If false, the obligations about this JWT
   * are `not-tested` (`left-out`).
   */
  readonly carried: boolean;
  readonly issuer: string | null;
  readonly audience: string | null;
}

/**
 * Whether the paths of the dummy payer start with `/v1`: optionally (`free`), never (`none`) or always
 * (`v1`).
 */
export type PayerSegment = 'free' | 'none' | 'v1';

export type KeyBits = 2048 | 4096;

/**
 * One value for the identity service and the registry, or one value per service. A service without a value
 * gets the default.
 */
export type PerService<Value> = Value | Readonly<Partial<Record<'identity' | 'registry', Value>>>;

/**
 * The values of all readings. If a value is null, the obligations that depend on the reading are
 * `not-tested` (`not-configured`), unless a comment below gives null another meaning.
 */
export interface ReadingValues {
  readonly 'curve-form': 'as-declared' | CurveForm;
  readonly hkdf: { readonly hash: 'SHA-256'; readonly info: '' };
  readonly 'gcm-tag': { readonly bytes: 16; readonly place: 'appended' };
  readonly aad: 'none';
  readonly 'content-encoding': 'base64';
  readonly 'content-field': string;
  readonly 'key-bits': PerService<KeyBits>;
  readonly 'certificate-form': PerService<'pem' | 'json'>;
  /** The OAEP hash by operation name. Operations that are not listed use SHA-1. */
  readonly 'oaep-hash': Readonly<Record<OperationName, 'SHA-256'>>;
  /**
   * Names of members that carry encrypted values, at any depth of a body sent to the identity service or the
   * registry.
   */
  readonly 'encrypted-members': readonly string[];
  readonly 'encryption-rejection': EncryptionRejection;
  /**
   * The error code for wrong credentials: `any-prefix` (`-9999` after any prefix), a prefix (`-9999` after
   * this prefix), or a complete code such as `ABC-4001`.
   */
  readonly 'error-code': string;
  readonly 'stale-after': StaleAfter;
  /** The status of a session answer. A service may always answer the documented 200. */
  readonly 'session-status': 200 | 202;
  /**
   * The name of the field with the national-ID number, or a list of accepted names. The suite sends the first
   * name.
   */
  readonly 'national-id-field': string | readonly string[];
  /**
   * The bridge-scoped operations: a list that allows any facility or bridge id, or a map from each operation
   * to its required id.
   */
  readonly 'bridge-scoped': readonly OperationName[] | Readonly<Record<OperationName, string>> | null;
  readonly 'consent-paths': readonly ServicePath[] | null;
  readonly 'registry-session': RegistrySession;
  /** The path of the verify-mobile-OTP call (clause 2.4). The suite does not ask for the call at a service without a path. */
  readonly 'mobile-otp-path': PerService<ServicePath> | null;
  /** The oldest accepted TLS version. */
  readonly 'tls-least': '1.2' | '1.3';
  readonly envelope: 'jwe' | 'json';
  /**
   * The body of the suite's messages with a JWE: with `type` beside `payload` (`with-type`) or without (`bare`).
   * `typed` is `with-type`, and the suite as payer also sends refusals in the clear and error reports. Messages to the
   * suite may always have any of these forms.
   */
  readonly 'callback-body': 'with-type' | 'bare' | 'typed';
  readonly 'plan-answer': ServicePath;
  readonly 'eligibility-answer': ServicePath;
  readonly 'plan-data': readonly string[];
  readonly 'eligibility-data': readonly string[];
  readonly 'payment-prompt': ServicePath;
  readonly 'payment-ack': ServicePath;
  readonly decision: Decision;
  readonly documents: MemberPath;
  /**
   * The folder with the content of the payer's messages, relative to the target file. If null, the mock sends
   * its own content.
   */
  readonly 'payer-content': string | null;
  readonly 'correlation-id': CorrelationId;
  readonly 'after-reply': 'approve' | 'reject';
  readonly 'callback-certificates': ServicePath;
  readonly 'callback-jwt': CallbackJwt;
  /** The accepted clock difference in seconds for `nbf` and `exp` of a JWT. */
  readonly 'jwt-leeway': number;
  /**
   * The source of the value of `bearer_auth`: the session's access token, or the target's `dummyPayerToken`.
   * That token comes from the environment, because readings must not contain secrets.
   */
  readonly 'dummy-payer-token': 'session' | 'target';
  /**
   * Whether dummy payer triggers carry Authorization in addition to `bearer_auth`: optional (`free`), always
   * (`required`) or never (`absent`).
   */
  readonly 'trigger-authorization': 'free' | 'required' | 'absent';
  readonly 'payer-segment': PayerSegment;
  /**
   * The header in which payer operations (clause 4.6) carry the token: Authorization, `bearer_auth`, or `either` of
   * the two.
   */
  readonly 'provider-authorization': 'authorization' | 'bearer_auth' | 'either';
}

export type ReadingId = keyof ReadingValues;

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
  'stale-after': { seconds: null, status: 'any-4xx' },
  'session-status': 200,
  'national-id-field': ['nationalId', 'aadhaar', 'aadhaarNumber'],
  'bridge-scoped': null,
  'consent-paths': null,
  'registry-session': { path: null, header: null },
  'mobile-otp-path': null,
  'tls-least': '1.2',
  envelope: 'jwe',
  'callback-body': 'with-type',
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
  'provider-authorization': 'authorization',
};
