/** The parties of clause 4. `provider` covers the `/v1/…` operations between provider and payer. */
export type ServiceName = 'gateway' | 'identity' | 'registry' | 'dummyPayer' | 'provider';

export type HeaderName =
  'Authorization' | 'REQUEST-ID' | 'TIMESTAMP' | 'X-CM-ID' | 'Content-Type' | 'Accept' | 'bearer_auth';

/** The body of a response: a schema (`contract/…`), PEM text, or a body that the document does not show. */
export type AnswerBody = `contract/${string}` | 'text' | 'not shown';

export interface OperationRow {
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST';
  /**
   * The path relative to the base address of the service. `{identity}` and `{nationalId}` are placeholders in
   * the document.
   */
  readonly path: string;
  readonly clause: string;
  readonly title: string;
  /** The purpose of the operation, in wording close to that of the document. */
  readonly use: string;
  /**
   * The request headers that the clause of the operation lists. `demandedHeaders` adds the headers that
   * clause 5.2 demands, and those of the readings.
   */
  readonly headers: readonly HeaderName[];
  /**
   * The schema of the request body (`contract/…`). `undefined` if the request has no body, or if the document
   * does not show the body.
   */
  readonly request?: string;
  /** The documented responses by status. The document does not show any other status. */
  readonly answers: Readonly<Record<number, AnswerBody>>;
  /** The document's words for a status in `answers`. `undefined` if the usual meaning of the status is enough. */
  readonly meanings?: Readonly<Record<number, string>>;
  /**
   * The id of the operation that a client calls before this one. `undefined` if the order of the rows already
   * is the order of the calls.
   */
  readonly after?: string;
  /** The parts of the operation that the document explicitly does not show. */
  readonly notShown?: string;
  /**
   * The party that receives the request. `provider` means that the operation is a callback from the payer or
   * the gateway to the integrator.
   */
  readonly receiver: 'service' | 'provider';
}

const trigger = ['Accept', 'Content-Type', 'bearer_auth'] as const;
const toPayer = {
  service: 'provider',
  method: 'POST',
  clause: '4.6',
  headers: [],
  answers: {},
  notShown: 'The payload, the protected headers and the shape of the answer',
} as const;

export const operationRows = {
  'session.create': {
    service: 'gateway',
    method: 'POST',
    path: '/api/hiecm/gateway/v3/sessions',
    clause: '4.1',
    title: 'Create a session',
    use: 'Exchanges client id and client secret for an access token.',
    headers: ['REQUEST-ID', 'TIMESTAMP', 'X-CM-ID', 'Content-Type'],
    request: 'contract/session-request',
    answers: { 200: 'contract/session-response', 400: 'contract/error' },
    meanings: { 400: 'Invalid client credentials' },
    receiver: 'service',
  },
  'certificate.identity': {
    service: 'identity',
    method: 'GET',
    path: '/{identity}/api/v3/profile/public/certificate',
    clause: '4.2',
    title: 'Fetch the certificate of the identity service',
    use: 'The RSA public key for identity enrolment and login fields.',
    headers: ['Authorization', 'REQUEST-ID', 'TIMESTAMP'],
    answers: { 200: 'text', 401: 'not shown' },
    meanings: { 401: 'Missing authentication' },
    receiver: 'service',
  },
  'certificate.registry': {
    service: 'registry',
    method: 'GET',
    path: '/api/v1/auth/cert',
    clause: '4.2',
    title: 'Fetch the certificate of the registry',
    use: 'The RSA public key for professional-registry ID fields.',
    headers: ['Authorization'],
    answers: { 200: 'text', 401: 'not shown' },
    meanings: { 401: 'Missing authentication' },
    receiver: 'service',
  },
  'otp.verify': {
    service: 'registry',
    method: 'POST',
    path: '/v2/registration/{nationalId}/verifyOTP',
    clause: '4.3',
    title: 'Verify a national-ID OTP',
    use: 'Verifies the OTP of an earlier link or OTP request step.',
    headers: ['Authorization', 'Content-Type'],
    request: 'contract/otp-verification-request',
    answers: { 200: 'contract/otp-verification-response' },
    notShown: 'The status and the error code for a rejected ciphertext',
    receiver: 'service',
  },
  'dummyPayer.trigger': {
    service: 'dummyPayer',
    method: 'POST',
    path: '/process/request',
    clause: '4.4',
    title: 'Trigger an action of the dummy payer',
    use: 'Lets the dummy payer approve, reject or query a preauthorization or a claim.',
    after: 'preauth.submit',
    headers: trigger,
    request: 'contract/trigger-action',
    answers: {},
    notShown: 'The answer',
    receiver: 'service',
  },
  'paymentNotice.init': {
    service: 'dummyPayer',
    method: 'POST',
    path: '/paymentNotice/init',
    clause: '4.5',
    title: 'Trigger a payment notice',
    use: 'Starts the prompt for a payment notice.',
    headers: trigger,
    request: 'contract/payment-notice-init',
    answers: {},
    notShown: 'The answer',
    receiver: 'service',
  },
  'insurancePlan.request': {
    ...toPayer,
    path: '/v1/insuranceplan/request',
    title: 'Request an insurance plan',
    use: 'Insurance plan request of the provider.',
    receiver: 'service',
  },
  'eligibility.check': {
    ...toPayer,
    path: '/v1/coverageeligibility/check',
    title: 'Check coverage eligibility',
    use: 'Coverage eligibility check of the provider.',
    receiver: 'service',
  },
  'preauth.submit': {
    ...toPayer,
    path: '/v1/preauth/submit',
    title: 'Submit a preauthorization',
    use: 'Preauthorization request of the provider; also the parent request in the communication flow.',
    receiver: 'service',
  },
  'claim.submit': {
    ...toPayer,
    path: '/v1/claim/submit',
    title: 'Submit a claim',
    use: 'Claim request of the provider.',
    receiver: 'service',
  },
  'communication.onRequest': {
    ...toPayer,
    path: '/v1/communication/on_request',
    title: 'Reply to a query of the payer',
    use: 'Reply of the provider to a payer query, with the required documents.',
    after: 'dummyPayer.trigger',
    receiver: 'service',
  },
  'preauth.onSubmit': {
    ...toPayer,
    path: '/v1/preauth/on_submit',
    title: 'Final preauthorization response',
    use: 'The provider receives the final preauthorization response.',
    after: 'communication.request',
    receiver: 'provider',
  },
  'claim.onSubmit': {
    ...toPayer,
    path: '/v1/claim/on_submit',
    title: 'Final claim response',
    use: 'The provider receives the final claim response.',
    receiver: 'provider',
  },
  'communication.request': {
    ...toPayer,
    path: '/v1/communication/request',
    title: 'Query of the payer',
    use: 'The provider receives a communication request of the payer, after a Query action.',
    receiver: 'provider',
  },
} as const satisfies Record<string, OperationRow>;
