import type { ReadingId, ReadingOverrides } from '../../support/contract/readings';

type OtherValues<Id extends ReadingId> = readonly [
  NonNullable<ReadingOverrides[Id]>,
  ...NonNullable<ReadingOverrides[Id]>[],
];

/** Readings without another value: no target can change them. */
export const fixedReadingIds = ['hkdf', 'gcm-tag', 'aad', 'content-encoding'] as const;

type ChangeableId = Exclude<ReadingId, (typeof fixedReadingIds)[number]>;

/**
 * Values that differ from the defaults, for every reading that a target can change. The self-test must come to
 * the same end with them: tests/mock/readings.slow.test.ts makes one run with the first value of each
 * reading, one with the second, and so on. For a new reading, add at least one value here, and one for each
 * kind of value that the mock handles differently.
 */
export const otherReadings: { readonly [Id in ChangeableId]: OtherValues<Id> } = {
  'curve-form': ['x25519', 'weierstrass', 'weierstrass-spki-named', 'weierstrass-spki-explicit'],
  'content-field': ['sealed'],
  'key-bits': [4096, { registry: 4096 }],
  'certificate-form': ['json', { identity: 'json' }],
  'oaep-hash': [
    { 'otp.verify': 'SHA-256' },
    { '/api/v1/enrolment/fields': 'SHA-256' },
    { '/identity/api/v3/enrolment/fields': 'SHA-256' },
    { '/v2/registration/national-id/verifyOTP': 'SHA-256' },
  ],
  'encrypted-members': [['pinValue'], ['otpValue', 'pinValue']],
  'encryption-rejection': [
    { status: 422, words: ['cannot open'], shape: 'envelope' },
    { status: 401, words: ['bad cipher', 'garbled'] },
    { shape: 'envelope' },
  ],
  'error-code': ['ABC', 'ABC-4001'],
  'stale-after': [{ seconds: 60 }, { seconds: 3600, status: 410 }],
  'session-status': [202],
  'national-id-field': ['idNumber', ['other', 'nationalId']],
  'bridge-scoped': [
    ['preauth.submit', 'preauth.onSubmit'],
    { 'claim.submit': 'FACILITY-1', '/v1/claim/on_submit': 'FACILITY-1' },
  ],
  'consent-paths': [['/identity/api/v3/enrolment/fields']],
  'registry-session': [{ path: '/api/v1/sessions' }, { header: 'X-User-Token' }],
  'mobile-otp-path': [
    '/v2/registration/mobile/verifyOTP',
    { identity: '/identity/api/v3/profile/verify-mobile-otp' },
    { registry: '/own/check' },
  ],
  'tls-least': ['1.3'],
  envelope: ['json'],
  'callback-body': ['bare', 'typed'],
  'plan-answer': ['/v2/plan/answer'],
  'eligibility-answer': ['/v2/eligibility/answer'],
  'plan-data': [['Basic'], ['Coverage', 'Basic']],
  'eligibility-data': [['Coverage'], ['CoverageEligibilityResponse', 'Coverage']],
  'payment-prompt': ['/v2/payment/prompt'],
  'payment-ack': ['/v2/payment/done'],
  decision: [
    { path: 'ClaimResponse.preAuthRef', approved: 'YES', rejected: 'NO', final: null },
    {
      path: 'ClaimResponse.item[].adjudication[].reason.text',
      final: { path: 'ClaimResponse.item[].adjudication[].category.text', value: 'final' },
    },
    { path: 'decision.text', final: { path: 'decision.state', value: 'final' } },
    { path: 'Task.status', final: { path: 'Task.intent', value: 'order' } },
  ],
  documents: [
    'DocumentReference.content[].attachment.data',
    'attachments[].data',
    'Communication.payload[].contentReference.data',
  ],
  'payer-content': ['content'],
  'correlation-id': [
    { where: 'header', name: 'X-Correlation' },
    { where: 'body', name: 'meta.correlation.id' },
    { where: 'body', name: 'Bundle.identifier.value' },
    { where: 'body', name: 'Task.identifier[].value' },
  ],
  'after-reply': ['reject'],
  'callback-certificates': ['/own/certs'],
  'callback-jwt': [
    { header: 'X-Jwt', scheme: '', algorithms: ['ES256'], issuer: 'a gateway', audience: 'a provider' },
    { carried: false },
    { algorithms: ['RS512', 'ES384'], scheme: 'JWT' },
  ],
  'jwt-leeway': [0, 3600],
  'dummy-payer-token': ['target'],
  'trigger-authorization': ['required', 'absent'],
  'payer-segment': ['v1', 'none'],
  'provider-authorization': ['bearer_auth', 'either'],
};
