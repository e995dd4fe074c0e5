/** The parties of clause 4; `provider` is the base of the `v1/…` operations between provider and payer. */
export type ServiceName = 'gateway' | 'identity' | 'registry' | 'dummyPayer' | 'provider';

/** Path segments for which the document prints a neutral stand-in (clauses 4.2, 4.3). */
export interface PathStandIns {
  readonly identity: string;
  readonly nationalId: string;
}

export const documentedPaths: PathStandIns = { identity: 'identity', nationalId: 'national-id' };

export type HeaderName =
  'Authorization' | 'REQUEST-ID' | 'TIMESTAMP' | 'X-CM-ID' | 'Content-Type' | 'Accept' | 'bearer_auth';

interface OperationRow {
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST';
  /** Path behind the base address of the service; `{identity}` and `{nationalId}` are stand-ins. */
  readonly path: string;
  readonly clause: string;
  /** Whether the headers of every v3 call (REQUEST-ID, TIMESTAMP) belong to it. */
  readonly v3: boolean;
  /** Headers that the document demands on the request. */
  readonly headers: readonly HeaderName[];
  /** Schema of the request body, by `$id` (`contract/…`). Absent: no body. */
  readonly request?: string;
  /** Schemas of documented answers, by status. A missing one is "not shown". `text` is PEM text. */
  readonly answers: Readonly<Record<number, string>>;
  /** `provider` where the far side calls the integrator. */
  readonly receiver: 'service' | 'provider';
}

const v3 = ['Authorization', 'REQUEST-ID', 'TIMESTAMP'] as const;
const trigger = ['Accept', 'Content-Type', 'bearer_auth'] as const;
const toPayer = {
  service: 'provider',
  method: 'POST',
  clause: '4.6',
  v3: false,
  headers: [],
  answers: {},
} as const;

const rows = {
  'session.create': {
    service: 'gateway',
    method: 'POST',
    path: '/api/hiecm/gateway/v3/sessions',
    clause: '4.1',
    v3: true,
    headers: ['REQUEST-ID', 'TIMESTAMP', 'X-CM-ID', 'Content-Type'],
    request: 'contract/session-request',
    answers: { 200: 'contract/session-response', 400: 'contract/error' },
    receiver: 'service',
  },
  'certificate.identity': {
    service: 'identity',
    method: 'GET',
    path: '/{identity}/api/v3/profile/public/certificate',
    clause: '4.2',
    v3: true,
    headers: v3,
    answers: { 200: 'text' },
    receiver: 'service',
  },
  'certificate.registry': {
    service: 'registry',
    method: 'GET',
    path: '/api/v1/auth/cert',
    clause: '4.2',
    v3: false,
    headers: ['Authorization'],
    answers: { 200: 'text' },
    receiver: 'service',
  },
  'otp.verify': {
    service: 'registry',
    method: 'POST',
    path: '/v2/registration/{nationalId}/verifyOTP',
    clause: '4.3',
    v3: false,
    headers: ['Authorization', 'Content-Type'],
    request: 'contract/otp-verification-request',
    answers: { 200: 'contract/otp-verification-response' },
    receiver: 'service',
  },
  'dummyPayer.trigger': {
    service: 'dummyPayer',
    method: 'POST',
    path: '/process/request',
    clause: '4.4',
    v3: false,
    headers: trigger,
    request: 'contract/trigger-action',
    answers: {},
    receiver: 'service',
  },
  'paymentNotice.init': {
    service: 'dummyPayer',
    method: 'POST',
    path: '/paymentNotice/init',
    clause: '4.5',
    v3: false,
    headers: trigger,
    request: 'contract/payment-notice-init',
    answers: {},
    receiver: 'service',
  },
  'insurancePlan.request': { ...toPayer, path: '/v1/insuranceplan/request', receiver: 'service' },
  'eligibility.check': { ...toPayer, path: '/v1/coverageeligibility/check', receiver: 'service' },
  'preauth.submit': { ...toPayer, path: '/v1/preauth/submit', receiver: 'service' },
  'claim.submit': { ...toPayer, path: '/v1/claim/submit', receiver: 'service' },
  'communication.onRequest': { ...toPayer, path: '/v1/communication/on_request', receiver: 'service' },
  'preauth.onSubmit': { ...toPayer, path: '/v1/preauth/on_submit', receiver: 'provider' },
  'claim.onSubmit': { ...toPayer, path: '/v1/claim/on_submit', receiver: 'provider' },
  'communication.request': { ...toPayer, path: '/v1/communication/request', receiver: 'provider' },
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof rows;

/** One documented HTTP operation (clause 4). */
export interface Operation extends OperationRow {
  readonly id: OperationId;
}

export const operations: readonly Operation[] = (Object.entries(rows) as [OperationId, OperationRow][]).map(
  ([id, row]) => ({ ...row, id }),
);

export function operation(id: OperationId): Operation {
  return { ...rows[id], id };
}

/** The path of an operation with the stand-ins of the document, or a target's own, filled in. */
export function operationPath(id: OperationId, paths: PathStandIns = documentedPaths): string {
  return rows[id].path.replace('{identity}', paths.identity).replace('{nationalId}', paths.nationalId);
}

/** The operation that a request line addresses behind the base of `service`, if the document names one. */
export function findOperation(
  service: ServiceName,
  method: string,
  path: string,
  paths: PathStandIns = documentedPaths,
): Operation | undefined {
  return operations.find(
    (each) => each.service === service && each.method === method && operationPath(each.id, paths) === path,
  );
}
