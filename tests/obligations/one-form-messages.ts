import type { OperationId, ServiceName } from '../../support/contract/operations';
import type { RequestPurpose } from '../../support/exchange/exchange';
import type { RequestOutline } from '../../mutants/composed-requests';
import { composeRequest } from '../../mutants/composed-requests';

/** A message whose parts can be replaced. */
export interface Message {
  readonly service: ServiceName;
  readonly operation?: OperationId | undefined;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: Readonly<Record<string, unknown>>;
  readonly answered?: Readonly<Record<string, unknown>>;
  readonly status?: number;
  readonly location?: string;
  readonly asked?: RequestPurpose;
}

export const start = Date.UTC(2026, 10, 21, 9, 30);
const txnId = '7b2d6f0e-3c1a-4f58-9a64-0c5e8d1f2a37';
const cycle = 'abcdef01-2345-4678-9abc-0000000004d2';
const requestId = '3f1c9a52-7d4e-4b8a-9c61-5e2f8a7b0d13';
const timestamp = new Date(start).toISOString();

/** Returns the headers that the suite's own client gives to such a request. */
const headersOf = (outline: RequestOutline): Readonly<Record<string, string>> =>
  composeRequest(outline, {
    accessToken: 'opaque-access-token-0001',
    requestId,
    timestamp,
    cmId: 'abdm',
  }).headers;

const fieldsOf = (service: 'identity' | 'registry', path: string) => ({
  service,
  path,
  headers: headersOf({ service, path }),
});

const ciphertext = Buffer.alloc(256, 'ciphertext').toString('base64');

const session: Message = {
  service: 'gateway',
  operation: 'session.create',
  path: '/api/hiecm/gateway/v3/sessions',
  headers: headersOf({ service: 'gateway', operation: 'session.create' }),
  sent: { clientId: 'SBX_000001', clientSecret: 'a-client-secret-0001', grantType: 'client_credentials' },
  answered: {
    accessToken: 'opaque-access-token-0001',
    expiresIn: 1200,
    refreshExpiresIn: 1800,
    refreshToken: 'opaque-refresh-token-0001',
    tokenType: 'bearer',
  },
};

const refusal = { error: { code: 'SVC-9999', message: 'Invalid user credentials' } };
const rejection = { error: { code: 'SVC-1111', message: 'padding: cannot decrypt' } };

const otp: Message = {
  service: 'registry',
  operation: 'otp.verify',
  path: '/v2/registration/national-id/verifyOTP',
  headers: {
    ...headersOf({ service: 'registry', operation: 'otp.verify' }),
    'X-Token': 'a-user-level-token-0001',
  },
  sent: { otp: ciphertext, txnId },
  answered: { txnId, authResult: 'success', message: 'OTP verified' },
};

const trigger: Message = {
  service: 'dummyPayer',
  operation: 'dummyPayer.trigger',
  path: '/process/request',
  headers: headersOf({ service: 'dummyPayer', operation: 'dummyPayer.trigger' }),
  sent: { action: 'Approve', method: 'Preauth', correlationId: cycle },
};

const payer = {
  ...headersOf({ service: 'provider' }),
  'x-hcx-correlation_id': cycle,
  'x-hcx-recipient_code': '1000003538@sbx',
  'x-hcx-workflow_id': 'workflow-000001',
};

/** What an integrator sends, and what is like it. */
export const ofIntegrator: readonly Message[] = [
  session,
  { ...session, service: 'gateway', path: '/v0.5/sessions', operation: undefined },
  {
    ...session,
    path: '/api/hiecm/gateway/v3/token/refresh',
    operation: undefined,
    sent: { refreshToken: 'opaque-refresh-token-0001', grantType: 'refresh_token' },
  },
  {
    service: 'gateway',
    method: 'GET',
    path: '/api/hiecm/gateway/v3/certs',
    headers: headersOf({ service: 'gateway' }),
  },
  {
    service: 'identity',
    operation: 'certificate.identity',
    method: 'GET',
    path: '/identity/api/v3/profile/public/certificate',
    headers: headersOf({ service: 'identity', operation: 'certificate.identity' }),
  },
  {
    service: 'registry',
    operation: 'certificate.registry',
    method: 'GET',
    path: '/api/v1/auth/cert',
    headers: headersOf({ service: 'registry', operation: 'certificate.registry' }),
  },
  {
    service: 'identity',
    path: '/identity/api/v3/enrolment',
    headers: { ...fieldsOf('identity', '/identity/api/v3/enrolment').headers, 'X-HIP-ID': 'facility-01' },
    sent: {
      loginId: ciphertext,
      nationalId: '482913482913',
      mobile: '9000000001',
      authData: {
        authMethods: ['otp'],
        otp: { timeStamp: timestamp, txnId: requestId, otpValue: '482913' },
      },
    },
  },
  {
    ...fieldsOf('identity', '/identity/api/v3/enrolment'),
    sent: { loginId: '482913' },
    status: 302,
    location: '/identity/api/v3/elsewhere',
  },
  otp,
  { ...otp, answered: rejection, status: 400 },
  { ...otp, operation: undefined, path: '/v1/registration/national-id/verifyOTP' },
  {
    ...fieldsOf('registry', '/v2/registration/otp'),
    sent: { hprToken: 'a-user-level-token-0001' },
    answered: { txnId: 'aaaaaaaa-3c1a-4f58-9a64-0c5e8d1f2a37' },
  },
  {
    ...otp,
    sent: { otp: ciphertext, txnId: 'aaaaaaaa-3c1a-4f58-9a64-0c5e8d1f2a37', other: ciphertext },
    status: 400,
  },
  trigger,
  { ...trigger, operation: undefined, path: '/payment/process' },
  {
    service: 'dummyPayer',
    operation: 'paymentNotice.init',
    path: '/paymentNotice/init',
    headers: trigger.headers ?? {},
    sent: { providerId: '1000000001@sbx', claimNumber: '' },
  },
  {
    service: 'provider',
    operation: 'preauth.submit',
    path: '/v1/preauth/submit',
    headers: payer,
    sent: { resourceType: 'Bundle' },
  },
  {
    service: 'provider',
    operation: 'insurancePlan.request',
    path: '/v1/insuranceplan/request',
    headers: payer,
    sent: { resourceType: 'Bundle', a: '32722', b: '100217' },
  },
  {
    service: 'provider',
    path: '/v1/paymentnotice/on_request',
    headers: payer,
    sent: { resourceType: 'Bundle' },
  },
];

const asked = (part: RequestPurpose['part'], round: string, variant = ''): RequestPurpose => ({
  part,
  round,
  variant,
});

/** What the suite asks services. */
export const ofSuite: readonly Message[] = [
  { ...session, asked: asked('valid', 'session') },
  { ...session, answered: refusal, status: 400, asked: asked('negative', 'session', 'wrong-secret') },
  { ...otp, asked: asked('valid', 'otp/1', 'oaep-sha1') },
  { ...otp, answered: rejection, status: 400, asked: asked('negative', 'otp/1', 'raw') },
  { ...otp, answered: rejection, status: 400, asked: asked('negative', 'otp/1', 'oaep-sha256') },
  { ...trigger, asked: asked('valid', 'payer') },
];

/** Every text of the messages: names, values, parts of paths. Any of them may be a secret, by an odd coincidence. */
export const texts: readonly string[] = [
  ...new Set(
    [...ofIntegrator, ...ofSuite].flatMap(({ path, headers, sent, answered }) => [
      path,
      ...path.split('/'),
      ...textsIn(headers),
      ...textsIn(sent),
      ...textsIn(answered),
    ]),
  ),
].filter((text) => text.length >= 4 && text !== ciphertext);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(' ')];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...textsIn(each)]);
}
