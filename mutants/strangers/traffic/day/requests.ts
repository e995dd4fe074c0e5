import { seededUuid } from '../../../traffic/seeded';
import type { HeaderList } from '../../../../support/exchange/exchange';
import { mayPass } from '../allowances';
import type { DayDimension } from './values';
import { answering, changedJson, sending, usual } from './values';

type Headers = HeaderList;

const renamed = (headers: Headers, rename: (name: string) => string): { headers: Headers } => ({
  headers: headers.map(([name, value]) => [rename(name), value]),
});

const isCalled =
  (wanted: string) =>
  ([name]: Headers[number]): boolean =>
    name.toLowerCase() === wanted.toLowerCase();

/** Adds headers that a request does not have yet. */
const adding = (headers: Headers, more: Headers): { headers: Headers } => ({
  headers: [...headers, ...more.filter(([name]) => !headers.some(isCalled(name)))],
});

const revalued = (
  headers: Headers,
  name: string,
  change: (value: string) => string,
): { headers: Headers } => ({
  headers: headers.map((each) => (isCalled(name)(each) ? [each[0], change(each[1])] : each)),
});

const titled = (name: string): string =>
  name.toLowerCase().replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());

const isTo = (url: string, ...hosts: readonly string[]): boolean =>
  hosts.some((host) => new URL(url).host === `${host}.example`);

const noOrder = 'RFC 9110, section 5.3: the order of different header names has no meaning';
const anyCase = 'RFC 9110, section 5.1: header names are case-insensitive';
const more = "latitude of SES-04: 'the request has further headers'";

/** Dimensions of the headers that clients write. */
export const headerDimensions: readonly DayDimension[] = [
  {
    name: 'names of request headers',
    sentence: 'Header | Value | Required (clause 5.2)',
    seam: 'wire: names of request headers',
    values: [
      usual('header names as documented'),
      sending('header names in lowercase', anyCase, ({ headers }) =>
        renamed(headers, (name) => name.toLowerCase()),
      ),
      sending('header names in capitals', anyCase, ({ headers }) =>
        renamed(headers, (name) => name.toUpperCase()),
      ),
      sending('header names in title case', anyCase, ({ headers }) => renamed(headers, titled)),
    ],
  },
  {
    name: 'order of request headers',
    sentence: 'Header | Value | Required (clause 5.2)',
    seam: 'wire: order of request headers',
    values: [
      usual('headers as composed'),
      sending('headers in reversed order', noOrder, ({ headers }) => ({ headers: [...headers].reverse() })),
      sending('headers in another order each time', noOrder, ({ headers }, random) => {
        const at = Math.floor(random() * headers.length);
        return { headers: [...headers.slice(at), ...headers.slice(0, at)] };
      }),
    ],
  },
  {
    name: 'further request headers',
    sentence: 'Header | Value | Required (clause 5.2)',
    seam: 'wire: further request headers',
    values: [
      usual('documented headers alone'),
      sending('headers of an HTTP library', more, ({ headers, body }) =>
        adding(headers, [
          ['User-Agent', 'okhttp/4.12.0'],
          ['Accept', '*/*'],
          ['Accept-Encoding', 'gzip'],
          ['Connection', 'Keep-Alive'],
          ...((body?.length ?? 0) > 0 ? [['Content-Length', String(body?.length)] as const] : []),
        ]),
      ),
      sending('headers of a proxy', more, ({ headers }, random) =>
        adding(headers, [
          ['X-Forwarded-For', '203.0.113.9, 10.0.0.4'],
          ['X-Forwarded-Proto', 'https'],
          ['Via', '1.1 egress'],
          ['X-Request-Id', seededUuid(random)],
          ['traceparent', `00-${seededUuid(random).replaceAll('-', '')}-00f067aa0ba902b7-01`],
        ]),
      ),
      sending(
        'the token in X-Token as well',
        'FIELD-NOTES: another also sends the access token in X-Token',
        ({ headers }) => {
          const token = headers.find(isCalled('Authorization'))?.[1].split(' ')[1];
          return token === undefined ? {} : adding(headers, [['X-Token', token]]);
        },
      ),
    ],
  },
  {
    name: 'headers on further calls',
    sentence: 'REQUEST-ID | all v3 APIs; X-CM-ID | session call and consent and data APIs (clause 5.2)',
    seam: 'wire: documented headers on further requests',
    values: [
      usual('headers where they are needed'),
      {
        ...sending('X-CM-ID on each call', "latitude of HDR-10: 'every request has X-CM-ID'", ({ headers }) =>
          adding(headers, [['X-CM-ID', 'sbx']]),
        ),
        allows: mayPass('HDR-10'),
      },
      sending(
        'REQUEST-ID on each call',
        "latitude of HDR-02: 'calls that are not v3 have a REQUEST-ID, too'",
        ({ headers, url }, random) => {
          const id = seededUuid(random);
          return isTo(url, 'registry', 'payer', 'provider') ? adding(headers, [['REQUEST-ID', id]]) : {};
        },
      ),
      sending(
        'one REQUEST-ID on all calls that need none',
        "latitude of HDR-05: 'a call that needs no REQUEST-ID repeats one'",
        ({ headers, url }) =>
          isTo(url, 'registry', 'payer')
            ? adding(headers, [['REQUEST-ID', '0b6a4c1e-3f2d-4a5b-8c7d-9e0f1a2b3c4d']])
            : {},
      ),
    ],
  },
  {
    name: 'media type of requests',
    sentence: 'Content-Type | application/json | requests with a body (clause 5.2)',
    seam: 'wire: Content-Type of requests',
    values: [
      usual('application/json'),
      sending('a charset', "latitude of HDR-11: 'the media type has a charset'", ({ headers }) =>
        revalued(headers, 'Content-Type', () => 'application/json; charset=utf-8'),
      ),
      sending(
        'a charset in quotes without a blank',
        "latitude of HDR-11: 'parameters in other notations'",
        ({ headers }) => revalued(headers, 'Content-Type', () => 'application/json;charset="UTF-8"'),
      ),
      sending(
        'Content-Type without a body',
        "latitude of HDR-11: 'a request without a body has a Content-Type, too'",
        ({ headers }) => adding(headers, [['Content-Type', 'application/json']]),
      ),
    ],
  },
  {
    name: 'scheme of tokens',
    sentence: 'Bearer <ACCESS_TOKEN> (clause 5.2)',
    seam: 'wire: scheme in Authorization',
    values: [
      usual('Bearer'),
      sending('bearer', "latitude of HDR-01: 'the scheme is written as bearer'", ({ headers }) =>
        revalued(headers, 'Authorization', (value) => value.replace(/^Bearer /, 'bearer ')),
      ),
    ],
  },
  {
    name: 'token of triggers',
    sentence: 'How its value is obtained: not shown. (clause 5.1.8)',
    seam: 'wire: Authorization on triggers',
    values: [
      usual('bearer_auth alone on triggers'),
      sending(
        'Authorization beside bearer_auth',
        "latitude of DPY-01: 'Authorization beside bearer_auth'",
        ({ headers }) => {
          const bearer = headers.find(isCalled('bearer_auth'))?.[1];
          return bearer === undefined ? {} : adding(headers, [['Authorization', bearer]]);
        },
      ),
    ],
  },
];

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, reversed(each)]),
  );
};

const ownMembers = { scope: 'openid', deviceInfo: { model: 'POS-7', appVersion: '3.2.1' }, tags: ['a', 'b'] };

/** Escapes all letters and slashes in the strings of a JSON text. */
const escaped = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, (literal) =>
    literal.includes('\\')
      ? literal
      : literal.replace(/[a-c/+]/g, (letter) =>
          letter === '/' ? '\\/' : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
  );

const noMeaning = 'RFC 8259, section 4: an object is an unordered collection';

/** Dimensions of the bodies that clients and services write. */
export const bodyDimensions: readonly DayDimension[] = [
  {
    name: 'members of requests',
    sentence: 'Session request body, registration OTP verification (clauses 2.1, 2.5)',
    seam: 'wire: further members of request bodies',
    values: [
      usual('documented members alone'),
      sending(
        'further members',
        "latitude of SES-02 and OTP-01: 'the body has further members'",
        ({ url, body }) =>
          isTo(url, 'gateway', 'identity', 'registry')
            ? changedJson(body, (value) => ({ ...ownMembers, ...value }))
            : {},
      ),
    ],
  },
  {
    name: 'order of request members',
    sentence: 'Session request body, registration OTP verification (clauses 2.1, 2.5)',
    seam: 'wire: order of members in request bodies',
    values: [
      usual('members as composed'),
      sending('members in reversed order', noMeaning, ({ body }) =>
        changedJson(body, (value) => reversed(value) as object),
      ),
    ],
  },
  {
    name: 'JSON of requests',
    sentence: 'Body: 2.1, JSON. (clause 4.1)',
    seam: 'wire: text of request bodies',
    values: [
      usual('compact request bodies'),
      sending('indented request bodies', "latitude of SES-02: 'the JSON is indented'", ({ body }) =>
        changedJson(body, (value) => `${JSON.stringify(value, undefined, 2)}\n`),
      ),
      sending(
        'request bodies with escapes',
        "latitude of SES-02: 'values are written as JSON escapes'",
        ({ body }) => changedJson(body, (value) => escaped(JSON.stringify(value))),
      ),
    ],
  },
  {
    name: 'members of answers',
    sentence: 'Session response body (clause 2.2)',
    seam: 'wire: members of answers',
    values: [
      usual('members of answers as documented'),
      answering(
        'further members in answers',
        "latitude of SES-05: 'the answer has further members'",
        ({ body }) =>
          changedJson(body, (value) => ({
            ...value,
            'not-before-policy': 0,
            session_state: 'x7',
            scope: '',
          })),
      ),
      answering('members of answers in reversed order', noMeaning, ({ body }) =>
        changedJson(body, (value) => reversed(value) as object),
      ),
    ],
  },
  {
    name: 'JSON of answers',
    sentence: '200: body 2.2 (clause 4.1)',
    seam: 'wire: text and headers of answers',
    values: [
      usual('compact answers'),
      answering('indented answers', "latitude of SES-05: 'the JSON is indented'", ({ body }) =>
        changedJson(body, (value) => JSON.stringify(value, undefined, 4)),
      ),
      answering(
        'answers with escapes',
        "latitude of SES-05: 'names and values are written as JSON escapes'",
        ({ body }) => changedJson(body, (value) => escaped(JSON.stringify(value))),
      ),
      answering(
        'answers as text/plain',
        "latitude of SES-05: 'the media type is text/plain'",
        ({ headers }) => ({
          headers: headers.map(([name]) => [name, 'text/plain']),
        }),
      ),
    ],
  },
  {
    name: 'headers of answers',
    sentence: 'The document names no headers of answers.',
    seam: 'wire: headers of answers',
    values: [
      usual('Content-Type alone'),
      answering('headers of a server', 'RFC 9110: Date, Server and Vary', ({ headers }) => ({
        headers: [...headers, ['Server', 'nginx'], ['Vary', 'Origin'], ['Cache-Control', 'no-store']],
      })),
    ],
  },
];
