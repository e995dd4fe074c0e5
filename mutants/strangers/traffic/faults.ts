import type { ObligationId } from '../../../support/obligations';
import { breaches } from '../../traffic/generate';
import type { DayBreach, DayKind, DayState } from '../../traffic/long-day/breaches';
import type { DayHabits, DayMistake } from '../../traffic/long-day/habits';
import type { Draft } from '../../traffic/generate';
import type { PlantedFault } from '../../traffic/long-day';
import type { StrangerFault } from '../kind';

/** A known fault of a day: a breach in one exchange, or a mistake that its clients make again and again. */
export interface DayFault extends StrangerFault {
  readonly breach?: DayBreach;
  readonly mistake?: DayMistake;
}

type Excludes = StrangerFault['excludes'];

const noOtp: Excludes = [
  {
    words: [
      'work at the identity service alone',
      'work with the payer alone',
      'one field request after the other',
    ],
    reason: 'no client verifies an OTP at the registry',
  },
];
const noFields: Excludes = [
  {
    words: ['work at the registry alone', 'work with the payer alone'],
    reason: 'no client sends fields to the identity service',
  },
];
const onlyPayer: Excludes = [
  { words: ['work with the payer alone'], reason: 'no client needs the certificate of a service' },
];
const noCycles: Excludes = [
  {
    words: [
      'work at the identity service alone',
      'work at the registry alone',
      'one field request after the other',
    ],
    reason: 'no client has a request cycle',
  },
];
const noTriggers: Excludes = [
  ...noCycles,
  {
    words: ['triggers from elsewhere', 'plans and eligibility alone', 'payment notices alone'],
    reason: 'no client triggers an action',
  },
];
const noNotices: Excludes = [
  ...noCycles,
  {
    words: ['plans and eligibility alone', 'claims alone', 'preauthorizations alone'],
    reason: 'no client starts a payment notice',
  },
];

const oneService: Excludes = [
  {
    words: [
      'work at the identity service alone',
      'work at the registry alone',
      'work with the payer alone',
      'a service for each client',
      'one field request after the other',
      'triggers from elsewhere',
      'plans and eligibility alone',
      'three acts at most',
    ],
    reason: 'the recording may lack a 401 of another service, after which a new session is right',
  },
];

type Edit = (draft: Draft, state: DayState) => void;

/** Returns a fault with its breach in one request. */
const requesting = (
  name: string,
  breaks: readonly ObligationId[],
  kind: DayKind,
  request: Edit,
  excludes: Excludes = [],
): DayFault => ({ name, breaks, excludes, breach: { kind, request } });

/** Returns a fault with its breach in one JSON answer. */
const answering = (
  name: string,
  breaks: readonly ObligationId[],
  change: (body: Readonly<Record<string, unknown>>) => object,
): DayFault => ({
  name,
  breaks,
  excludes: [],
  breach: {
    kind: 'session',
    answer: (answer) => ({ ...answer, body: change(answer.body as Readonly<Record<string, unknown>>) }),
  },
});

const erring = (
  name: string,
  breaks: readonly ObligationId[],
  mistake: DayMistake,
  excludes: Excludes = [],
): DayFault => ({
  name,
  breaks,
  excludes,
  mistake,
});

const member =
  (name: string, value: unknown): Edit =>
  ({ body }) => {
    if (body !== undefined) body[name] = value;
  };

const header =
  (name: string, value: string): Edit =>
  ({ headers }) => {
    headers[name] = value;
  };

const without =
  (...names: readonly string[]): Edit =>
  ({ headers }) => {
    for (const name of names) Reflect.deleteProperty(headers, name);
  };

const moved =
  (from: string, to: string): Edit =>
  (draft) => {
    draft.url = draft.url.replace(from, to);
  };

const planted: readonly DayFault[] = Object.entries(breaches).flatMap(([id, [kind, request]]) =>
  kind === 'certificate'
    ? []
    : [
        requesting(
          `planted-${id.toLowerCase()}`,
          [id as ObligationId],
          kind,
          request,
          kind === 'otp' ? noOtp : kind === 'fields' ? noFields : [],
        ),
      ],
);

const sessions: readonly DayFault[] = [
  requesting(
    'session-on-the-old-path',
    ['SES-01', 'TOK-03'],
    'session',
    moved('/api/hiecm/gateway/v3/', '/gateway/v0.5/'),
  ),
  requesting('session-without-secret', ['SES-02'], 'session', ({ body }) => delete body?.clientSecret),
  requesting('session-without-cm-id', ['SES-04', 'HDR-10'], 'session', without('X-CM-ID'), [
    { words: ['X-CM-ID on each call'], reason: 'the client adds the header to each request that lacks it' },
  ]),
  answering('lifetime-as-text', ['SES-05'], (body) => ({ ...body, expiresIn: String(body.expiresIn) })),
  answering('refresh-token-no-jwt', ['SES-06'], (body) => ({ ...body, refreshToken: 'c2Vzc2lvbg' })),
  answering('token-type-basic', ['SES-07'], (body) => ({ ...body, tokenType: 'Basic' })),
  answering('lifetime-twice-as-long', ['SES-10'], (body) => ({
    ...body,
    expiresIn: Number(body.expiresIn) * 2,
  })),
  answering('refresh-lifetime-of-an-hour', ['SES-12'], (body) => ({ ...body, refreshExpiresIn: 3600 })),
  erring('session-for-each-request', ['TOK-01'], 'a session for each request', oneService),
  erring('expired-tokens', ['TOK-02'], 'expired tokens', [
    {
      words: ['tokens of two hours', 'tokens of a day', 'three acts at most'],
      reason: 'tokens hardly expire',
    },
  ]),
  requesting(
    'keys-on-an-old-path',
    ['TOK-03', 'HDR-01'],
    'keys',
    moved('/gateway/v3/', '/gateway/v1/'),
    noCycles,
  ),
];

const certificates: readonly DayFault[] = [
  ...(['identity', 'registry'] as const).map((service): DayFault => ({
    name: `${service}-key-in-another-block`,
    breaks: [service === 'identity' ? 'CRT-01' : 'CRT-02'],
    excludes: onlyPayer,
    breach: {
      kind: `certificate.${service}`,
      answer: ({ body = '', ...answer }) => ({
        ...answer,
        body: typeof body === 'string' ? body.replaceAll('PUBLIC KEY', 'CERTIFICATE') : body,
      }),
    },
  })),
  requesting(
    'identity-key-without-timestamp',
    ['CRT-04', 'HDR-06'],
    'certificate.identity',
    without('TIMESTAMP'),
    onlyPayer,
  ),
  requesting(
    'registry-key-without-token',
    ['CRT-05', 'HDR-01'],
    'certificate.registry',
    without('Authorization'),
    onlyPayer,
  ),
  requesting(
    'identity-key-by-post',
    ['CRT-06'],
    'certificate.identity',
    (draft) => {
      draft.method = 'POST';
    },
    onlyPayer,
  ),
  requesting(
    'registry-key-at-another-path',
    ['CRT-10'],
    'certificate.registry',
    moved('/auth/cert', '/auth/certificate'),
    onlyPayer,
  ),
  erring('certificate-for-each-value', ['CRT-07'], 'a certificate for each value', onlyPayer),
];

const fields: readonly DayFault[] = [
  requesting('otp-raw', ['ENC-01'], 'otp', member('otp', '482913'), noOtp),
  requesting(
    'otp-in-hex',
    ['ENC-03'],
    'otp',
    ({ body }) => {
      if (body !== undefined) body.otp = Buffer.from(String(body.otp), 'base64').toString('hex');
    },
    noOtp,
  ),
  requesting('login-id-raw', ['ENC-02'], 'fields', member('loginId', '9876543210'), noFields),
  requesting('national-id-raw', ['ENC-02'], 'fields', member('nationalId', '491234567890'), noFields),
  requesting(
    'ciphertext-sent-again',
    ['ENC-08'],
    'otp',
    ({ body }, { earlier }) => {
      if (body !== undefined && earlier !== '') body.otp = earlier;
    },
    noOtp,
  ),
  requesting(
    'otp-at-an-older-version',
    ['OTP-01', 'VER-01'],
    'otp',
    moved('/v2/registration/', '/v1/registration/'),
    noOtp,
  ),
  requesting('fields-over-http', ['SEC-01'], 'fields', moved('https:', 'http:'), noFields),
  erring('id-kept-by-retries', ['HDR-05'], 'the id of the first attempt', [
    ...noFields,
    { words: ['no troubles', 'three acts at most'], reason: 'hardly any request is retried' },
  ]),
  erring('time-of-the-start', ['HDR-08'], 'the time of the start'),
];

const cycles: readonly DayFault[] = [
  requesting('trigger-without-bearer', ['DPY-01'], 'trigger', without('bearer_auth'), noTriggers),
  requesting('trigger-with-any-accept', ['DPY-01'], 'trigger', header('Accept', '*/*'), noTriggers),
  requesting('trigger-by-another-name', ['DPY-02'], 'trigger', member('action', 'approve'), noTriggers),
  requesting('trigger-of-another-method', ['DPY-02'], 'trigger', member('method', 'PreAuth'), noTriggers),
  requesting('trigger-without-uuid', ['DPY-03'], 'trigger', member('correlationId', 'cycle-7'), noTriggers),
  requesting('notice-without-accept', ['DPY-04'], 'notice', without('Accept'), noNotices),
  requesting('notice-without-suffix', ['DPY-05'], 'notice', member('providerId', '1000000001'), noNotices),
  requesting('notice-without-claim', ['DPY-05'], 'notice', ({ body }) => delete body?.claimNumber, noNotices),
  requesting(
    'another-payer',
    ['DPY-07'],
    'message',
    ({ headers }) => {
      if (headers['x-hcx-recipient_code'] !== undefined) headers['x-hcx-recipient_code'] = '1000009999@sbx';
    },
    [...noCycles, { words: ['messages in JWE'], reason: 'the recipient is encrypted' }],
  ),
  requesting('message-without-version', ['VER-01'], 'message', moved('/v1/', '/'), noCycles),
];

/** The faults that a day of traffic can have. */
export const dayFaults: readonly DayFault[] = [
  ...planted,
  ...sessions,
  ...certificates,
  ...fields,
  ...cycles,
];

/** Returns the breach of a fault for the day of a seed, at one of the first exchanges of its kind. */
export function plantIn({ breach, breaks: [id] }: DayFault, seed: number): PlantedFault | undefined {
  if (breach === undefined || id === undefined) return undefined;
  return { id, at: 1 + ((Math.imul(seed, 0x9e3779b1) >>> 0) % 4), breach };
}

/** Adds the mistake of a fault to the habits of a day. */
export const withMistake = (own: DayHabits, { mistake }: DayFault): DayHabits =>
  mistake === undefined ? own : { ...own, mistake };
