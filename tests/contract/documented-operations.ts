import type { AnswerBody, HeaderName, OperationId, ServiceName } from '../../support/contract/operations';

/** An operation as a person reads it in the document, independently of the rows in `support/contract`. */
export interface DocumentedOperation {
  readonly service: ServiceName;
  /** Method and path, with the document's placeholder texts `identity` and `national-id`. */
  readonly line: `${'GET' | 'POST'} /${string}`;
  /** The request headers that the clause of the operation lists. */
  readonly headers: readonly HeaderName[];
  /** The header with the caller's token (clauses 4.4, 5.2). `none` also if the document does not show it. */
  readonly token: 'none' | 'bearer' | 'bearer_auth';
  /** The headers that OpenAPI must describe as required parameters. */
  readonly parameters: readonly HeaderName[];
  readonly receiver: 'service' | 'provider';
  /** The schema of the request body. `undefined` for a GET, or if the document does not show the body. */
  readonly request: string | undefined;
  readonly answers: Readonly<Record<number, AnswerBody>>;
  /** Whether the self-test sends valid requests of this operation. `false` if no scenario calls it yet. */
  readonly inSelfTest: boolean;
}

/** Names this file in the messages of failing tests. */
export const whereDocumented = 'tests/contract/documented-operations.ts';

const trigger = {
  service: 'dummyPayer',
  headers: ['Accept', 'Content-Type', 'bearer_auth'],
  token: 'bearer_auth',
  parameters: [],
  receiver: 'service',
  answers: {},
  inSelfTest: true,
} as const;

/** Clause 4.6, "provider sends". */
const toPayer = {
  service: 'provider',
  headers: [],
  token: 'bearer',
  parameters: [],
  receiver: 'service',
  request: undefined,
  answers: {},
  inSelfTest: true,
} as const;

/** Clause 4.6, "provider receives": the payer calls. */
const toProvider = { ...toPayer, token: 'none', receiver: 'provider' } as const;

/**
 * The operations of clauses 4.1 to 4.6, typed from the document and not from the code. The compiler reports a
 * row of `support/contract/operation-rows.ts` without an entry here. Tests compare the entries with the rows, with the
 * OpenAPI documents and with the self-test.
 */
export const documentedOperations: Readonly<Record<OperationId, DocumentedOperation>> = {
  'session.create': {
    service: 'gateway',
    line: 'POST /api/hiecm/gateway/v3/sessions',
    headers: ['REQUEST-ID', 'TIMESTAMP', 'X-CM-ID', 'Content-Type'],
    token: 'none',
    parameters: ['REQUEST-ID', 'TIMESTAMP', 'X-CM-ID'],
    receiver: 'service',
    request: 'contract/session-request',
    answers: { 200: 'contract/session-response', 400: 'contract/error' },
    inSelfTest: true,
  },
  'certificate.identity': {
    service: 'identity',
    line: 'GET /identity/api/v3/profile/public/certificate',
    headers: ['Authorization', 'REQUEST-ID', 'TIMESTAMP'],
    token: 'bearer',
    parameters: ['REQUEST-ID', 'TIMESTAMP'],
    receiver: 'service',
    request: undefined,
    answers: { 200: 'text', 401: 'not shown' },
    inSelfTest: true,
  },
  'certificate.registry': {
    service: 'registry',
    line: 'GET /api/v1/auth/cert',
    headers: ['Authorization'],
    token: 'bearer',
    parameters: [],
    receiver: 'service',
    request: undefined,
    answers: { 200: 'text', 401: 'not shown' },
    inSelfTest: true,
  },
  'otp.verify': {
    service: 'registry',
    line: 'POST /v2/registration/national-id/verifyOTP',
    headers: ['Authorization', 'Content-Type'],
    token: 'bearer',
    parameters: [],
    receiver: 'service',
    request: 'contract/otp-verification-request',
    answers: { 200: 'contract/otp-verification-response' },
    inSelfTest: true,
  },
  'dummyPayer.trigger': { ...trigger, line: 'POST /process/request', request: 'contract/trigger-action' },
  'paymentNotice.init': {
    ...trigger,
    line: 'POST /paymentNotice/init',
    request: 'contract/payment-notice-init',
  },
  'insurancePlan.request': { ...toPayer, line: 'POST /v1/insuranceplan/request' },
  'eligibility.check': { ...toPayer, line: 'POST /v1/coverageeligibility/check' },
  'preauth.submit': { ...toPayer, line: 'POST /v1/preauth/submit' },
  'claim.submit': { ...toPayer, line: 'POST /v1/claim/submit' },
  'communication.onRequest': { ...toPayer, line: 'POST /v1/communication/on_request' },
  'preauth.onSubmit': { ...toProvider, line: 'POST /v1/preauth/on_submit' },
  'claim.onSubmit': { ...toProvider, line: 'POST /v1/claim/on_submit' },
  'communication.request': { ...toProvider, line: 'POST /v1/communication/request' },
};
