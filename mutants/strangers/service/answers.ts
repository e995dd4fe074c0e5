import type { MockOperation } from '../../../support/mock/seams';
import type { JsonObject } from '../../replies';
import type { Dimension } from '../dimension';
import type { EditReply, ServicePart } from './shape';
import { isJson, ofJson, replying, repliesOf, usual, withCredentialsCode } from './values';

const ok = (status: number): boolean => status >= 200 && status < 300;

const sessions: readonly MockOperation[] = ['session.create', 'session.registry'];
const otps: readonly MockOperation[] = ['otp.verify'];

const adding = (operations: readonly MockOperation[], more: (body: JsonObject) => object): EditReply =>
  repliesOf(
    operations,
    ok,
    ofJson((body) => ({ ...more(body), ...body })),
  );

/** Adds members inside `error`. Clause 2.3 does not allow members beside `error`. */
const addingToErrors = (more: object): EditReply =>
  ofJson((body) => {
    const { error } = body;
    const isEnvelope = typeof error === 'object' && error !== null && !Array.isArray(error);
    return isEnvelope ? { ...body, error: { ...more, ...error } } : body;
  });

const sessionMembers: Dimension<ServicePart> = {
  name: 'members of sessions',
  sentence: 'The table of clause 2.2 lists five members. It does not say that there are no others.',
  seam: 'replies: members of session answers',
  values: [
    usual('five members in sessions'),
    replying(
      'members of an identity server in sessions',
      "latitude of SES-05: 'the answer has further members'",
      adding(sessions, () => ({
        'not-before-policy': 0,
        session_state: 'b7c1',
        scope: 'profile email',
        id_token: null,
      })),
    ),
    replying(
      'the access token twice in sessions',
      "latitude of SES-05: 'the answer has further members'",
      adding(sessions, ({ accessToken, expiresIn }) => ({
        access_token: accessToken,
        expires_in: expiresIn,
      })),
    ),
    replying(
      'nested members in sessions',
      "latitude of SES-05: 'the answer has further members'",
      adding(sessions, () => ({
        client: { expiresIn: 'never', roles: [] },
        issuedAt: '2026-11-30T10:00:00Z',
      })),
    ),
    replying(
      'an empty error beside a session',
      "latitude of SES-05: 'the answer has further members'",
      adding(sessions, () => ({ error: null, warnings: [] })),
    ),
  ],
};

const otpMembers: Dimension<ServicePart> = {
  name: 'members of OTP answers',
  sentence:
    'Clause 2.5 lists txnId, authResult and message of the response. It does not say that there are no others.',
  seam: 'replies: members of OTP answers',
  values: [
    usual('three members in OTP answers'),
    replying(
      'accounts in OTP answers',
      "latitude of OTP-03: 'the answer has further members'",
      adding(otps, () => ({ accounts: [{ id: '91-1', status: 'ACTIVE' }], token: null })),
    ),
    replying(
      'another txnId deeper in OTP answers',
      "latitude of OTP-04: 'the answer has further members'",
      adding(otps, () => ({ next: { txnId: 'step-2', authResult: 'pending', message: null } })),
    ),
    replying(
      'an empty error in OTP answers',
      "latitude of OTP-03: 'the answer has further members'",
      adding(otps, () => ({ error: null, errors: [] })),
    ),
  ],
};

/** Changes the message of OTP answers that have one. */
const saying = (message: string): EditReply =>
  repliesOf(
    otps,
    ok,
    ofJson((body) => (typeof body.message === 'string' ? { ...body, message } : body)),
  );

const otpStatus: Dimension<ServicePart> = {
  name: 'OTP answers',
  sentence: 'authResult | string | success in the shown response; message | string | text (clause 2.5)',
  seam: 'replies: status and message of OTP answers',
  values: [
    usual('OTP answers with 200'),
    replying(
      'OTP answers with 201',
      "latitude of OTP-03: 'the status is 201'",
      repliesOf(otps, ok, (reply) => ({ ...reply, status: 201 })),
    ),
    replying('OTP answers without words', "latitude of OTP-03: 'the message is an empty text'", saying('')),
    replying('OTP answers in Hindi', 'message | string (clause 2.5)', saying('सत्यापन सफल \u{1F44D}')),
    replying(
      'OTP answers that speak of errors',
      'message | string (clause 2.5)',
      saying('No error: the encrypted value was valid'),
    ),
  ],
};

const errorMembers: Dimension<ServicePart> = {
  name: 'members of errors',
  sentence:
    'Object with one member error, itself an object with code (string) and message (string). (clause 2.3)',
  seam: 'replies: members inside error',
  values: [
    usual('two members in errors'),
    replying(
      'details in errors',
      "latitude of SES-08: 'the error has further members'",
      addingToErrors({ details: [{ code: 'SVC-0001', message: 'see above' }], status: 400 }),
    ),
    replying(
      'a trace in errors',
      "latitude of SES-08: 'the error has further members'",
      addingToErrors({ trace: 'a1b2', timestamp: '2026-11-30T10:00:00Z', path: '/' }),
    ),
    replying(
      'null members in errors',
      "latitude of SES-08: 'the error has further members'",
      addingToErrors({ cause: null, errors: null }),
    ),
  ],
};

const flip = (value: unknown, order: (names: [string, unknown][]) => [string, unknown][]): unknown => {
  if (Array.isArray(value)) return value.map((each: unknown) => flip(each, order));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(order(Object.entries(value)).map(([name, each]) => [name, flip(each, order)]));
};

const ordered = (order: (names: [string, unknown][]) => [string, unknown][]): EditReply =>
  ofJson((body) => flip(body, order) as object);

const order: Dimension<ServicePart> = {
  name: 'order of members',
  sentence: 'Clauses 2.2, 2.3 and 2.5 list members in tables, and give no order.',
  seam: 'replies: order of members',
  values: [
    usual('members in the usual order'),
    replying(
      'members in reverse',
      "latitude of SES-05: 'the members are in another order'",
      ordered((names) => names.reverse()),
    ),
    replying(
      'members by name',
      "latitude of SES-05: 'the members are in another order'",
      ordered((names) => names.sort(([a], [b]) => (a < b ? -1 : 1))),
    ),
  ],
};

const escapes = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Writes JSON as a text. Fractions and exponents do not change the value of a number (RFC 8259, section 6). */
const written =
  (write: (body: object) => string): EditReply =>
  (reply) =>
    isJson(reply.body)
      ? {
          ...reply,
          headers: { 'content-type': 'application/json', ...reply.headers },
          body: Buffer.from(write(reply.body)),
        }
      : reply;

const layout: Dimension<ServicePart> = {
  name: 'JSON text',
  sentence: 'The document names JSON as the form of bodies. RFC 8259 allows these texts.',
  seam: 'replies: JSON as a text',
  values: [
    usual('compact JSON'),
    replying(
      'indented JSON',
      "latitude of SES-05: 'the JSON is indented'",
      written((body) => `${JSON.stringify(body, null, 2)}\n`),
    ),
    replying(
      'JSON with blank lines around',
      "latitude of SES-05: 'the JSON is indented'",
      written((body) => `\r\n\r\n${JSON.stringify(body, null, '\t')}\r\n\r\n`),
    ),
    replying(
      'JSON in escapes',
      "latitude of SES-05: 'names and values are written as JSON escapes'",
      written((body) =>
        JSON.stringify(body).replace(/"([\w .-]+)"/g, (_all, text: string) => `"${escapes(text)}"`),
      ),
    ),
    replying(
      'JSON with escaped slashes',
      'RFC 8259, section 7',
      written((body) => JSON.stringify(body).replaceAll('/', '\\/')),
    ),
    replying(
      'numbers with fractions',
      "latitude of SES-05: 'whole numbers in another notation'",
      written((body) => JSON.stringify(body).replace(/:(\d+)(?=[,}])/g, ':$1.0')),
    ),
    replying(
      'numbers with exponents',
      "latitude of SES-05: 'whole numbers in another notation'",
      written((body) => JSON.stringify(body).replace(/:(\d+)00(?=[,}])/g, ':$1e2')),
    ),
  ],
};

const typed =
  (type: string): EditReply =>
  (reply) => {
    const named = reply.headers?.['content-type'] ?? 'application/json';
    const isOther =
      reply.body === undefined || typeof reply.body === 'string' || named !== 'application/json';
    return isOther ? reply : { ...reply, headers: { ...reply.headers, 'content-type': type } };
  };

const mediaType: Dimension<ServicePart> = {
  name: 'JSON media type',
  sentence: 'Content-Type | application/json | requests with a body (clause 5.2). It names none for answers.',
  seam: 'replies: Content-Type of JSON',
  values: [
    usual('application/json'),
    replying(
      'application/json with a charset',
      'RFC 9110, section 8.3',
      typed('application/json; charset=utf-8'),
    ),
    replying('a quoted charset', 'RFC 9110, section 8.3.2', typed('application/json;charset="UTF-8"')),
    replying('a media type in capitals', 'RFC 9110, section 8.3.1', typed('Application/JSON')),
    replying('a media type with +json', 'RFC 6839, section 3.1', typed('application/vnd.gateway.v3+json')),
    replying(
      'JSON as text/plain',
      "latitude of SES-05: 'the media type is text/plain'",
      typed('text/plain; charset=UTF-8'),
    ),
  ],
};

const credentialsCode: Dimension<ServicePart> = {
  name: 'error code',
  sentence: "the code's prefix is a neutral stand-in for the service's own prefix (clause 2.3)",
  seam: 'replies: code for wrong credentials',
  values: [
    usual('codes with SVC'),
    replying(
      'codes with a prefix of the service',
      "latitude of SES-08: 'the code has the prefix of the service'",
      withCredentialsCode('ABDM-9999'),
    ),
    replying(
      'codes with a prefix in small letters',
      "latitude of SES-08: 'the prefix of the code is in other letters'",
      withCredentialsCode('gw-9999'),
    ),
    {
      words: 'a code that the target names',
      allowedBy: 'reading error-code',
      change: () => ({
        said: { 'error-code': 'ABC-4001' },
        replies: [withCredentialsCode('ABC-4001')],
      }),
    },
  ],
};

/** Dimensions of the answers of gateway, identity service and registry, from their content to their text. */
export const answerDimensions: readonly Dimension<ServicePart>[] = [
  credentialsCode,
  otpStatus,
  sessionMembers,
  otpMembers,
  errorMembers,
  order,
  layout,
  mediaType,
];
