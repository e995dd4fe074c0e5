import type { OutgoingRequest } from '../../../support/client/sender';
import type { HeaderFields } from '../../../support/client/integrator/requests';
import { freshStamp, withEditedBody, withHeaders, withUrl } from '../../integrator/edits';
import type { Dimension } from '../dimension';
import type { ClientPart } from './shape';
import { changing, editing, usual } from './values';

const inNames = (change: (name: string) => string) => (request: OutgoingRequest) => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [change(name), value] as const),
  ),
});

const caseless = 'RFC 9110, 5.1: field names are case-insensitive';

const names: Dimension<ClientPart> = {
  name: 'header names of requests',
  sentence: 'Header | Value | Required (clause 5.2)',
  seam: 'request: names of headers',
  values: [
    usual('names of headers as documented'),
    editing(
      'names of headers in small letters',
      caseless,
      inNames((name) => name.toLowerCase()),
    ),
    editing(
      'names of headers in capitals',
      caseless,
      inNames((name) => name.toUpperCase()),
    ),
    editing(
      'headers in reverse order',
      'RFC 9110, 5.3: the order of different fields does not matter',
      (request) => ({
        ...request,
        headers: Object.fromEntries(Object.entries(request.headers).reverse()),
      }),
    ),
  ],
};

const adding = (words: string, allowedBy: string, added: HeaderFields) =>
  editing(words, allowedBy, (request) => withHeaders(request, { ...added }));

/** Triggers have an Accept header that the document demands (clause 4.4). */
const acceptOf = ({ headers: { Accept } }: OutgoingRequest): HeaderFields =>
  Accept === undefined ? {} : { Accept };

const unlisted = 'clause 5.2 lists headers that are required, and no clause forbids others';

const further: Dimension<ClientPart> = {
  name: 'further headers of requests',
  sentence: 'Header | Value | Required (clause 5.2)',
  seam: 'request: further headers',
  values: [
    usual('documented headers alone'),
    editing('an agent and Accept', unlisted, (request) =>
      withHeaders(request, { 'User-Agent': 'clinic/4.2 okhttp/5', Accept: '*/*', ...acceptOf(request) }),
    ),
    adding('headers of a tracer and a proxy', unlisted, {
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'X-Forwarded-For': '203.0.113.9',
      Via: '1.1 proxy',
    }),
    adding('the headers of a server runtime', unlisted, {
      'Sec-Fetch-Mode': 'cors',
      'Accept-Language': '*',
      'Accept-Encoding': 'gzip, deflate',
    }),
    adding('a correlation header of a tracing library', unlisted, { 'X-Request-Id': 'c0ffee-7' }),
    adding('headers that are empty', 'RFC 9110, 5.5: a field value may be empty', { 'X-Tenant': '' }),
    adding('a cookie', unlisted, { Cookie: 'route=a1; lang=en' }),
  ],
};

const v3Headers: Dimension<ClientPart> = {
  name: 'v3 headers at the registry',
  sentence: 'The identity call also sends REQUEST-ID and TIMESTAMP. (clause 4.2)',
  seam: 'request: REQUEST-ID and TIMESTAMP at the registry',
  values: [
    usual('no v3 headers at the registry'),
    editing('v3 headers at the registry', unlisted, (request) =>
      request.service === 'registry' ? withHeaders(request, freshStamp()) : request,
    ),
  ],
};

const mediaTypes: Dimension<ClientPart> = {
  name: 'media type of requests',
  sentence: 'Content-Type | application/json | requests with a body (clause 5.2)',
  seam: 'request: Content-Type',
  values: [
    usual('application/json on requests'),
    ...(
      [
        ['a charset on requests', 'application/json; charset=utf-8'],
        ['a charset without a blank on requests', 'application/json;charset=UTF-8'],
        ['a media type in capitals on requests', 'Application/JSON'],
      ] as const
    ).map(([words, type]) =>
      editing(words, 'RFC 9110, 8.3.1: types and names of parameters are case-insensitive', (request) =>
        request.body === undefined ? request : withHeaders(request, { 'Content-Type': type }),
      ),
    ),
    editing('a media type where no body is', unlisted, (request) =>
      request.body === undefined && request.operation?.startsWith('certificate.') === true
        ? withHeaders(request, { 'Content-Type': 'application/json' })
        : request,
    ),
  ],
};

const schemes: Dimension<ClientPart> = {
  name: 'authentication scheme',
  sentence: 'Authorization | Bearer <ACCESS_TOKEN> (clause 5.2)',
  seam: 'request: scheme of Authorization',
  values: [
    usual('Bearer'),
    editing('bearer', 'RFC 9110, 11.1: the scheme is case-insensitive', (request) => {
      const { Authorization } = request.headers;
      if (Authorization === undefined) return request;
      return withHeaders(request, { Authorization: Authorization.replace('Bearer', 'bearer') });
    }),
  ],
};

const rewriting = (words: string, allowedBy: string, rewrite: (text: string) => string) =>
  editing(words, allowedBy, (request) =>
    request.body === undefined ? request : { ...request, body: rewrite(request.body) },
  );

const ordered = (change: (members: [string, unknown][]) => [string, unknown][]) => (text: string) =>
  JSON.stringify(Object.fromEntries(change(Object.entries(JSON.parse(text) as Record<string, unknown>))));

const anyOrder = 'RFC 8259, 4: an object is an unordered collection';

const memberOrder: Dimension<ClientPart> = {
  name: 'order of members in requests',
  sentence: 'Body: 2.1, JSON. (clause 4.1)',
  seam: 'request: order of members',
  values: [
    usual('documented order of members'),
    rewriting(
      'members of requests in reverse',
      anyOrder,
      ordered((members) => members.reverse()),
    ),
    rewriting(
      'members of requests by name',
      anyOrder,
      ordered((members) => members.sort(([one], [other]) => (one < other ? -1 : 1))),
    ),
  ],
};

const escapes = 'RFC 8259, 7: any character may be escaped';

const hexOf = (each: string): string => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;

const jsonText: Dimension<ClientPart> = {
  name: 'JSON text of requests',
  sentence: 'Body: 2.1, JSON. (clause 4.1)',
  seam: 'request: text of JSON',
  values: [
    usual('compact JSON in requests'),
    rewriting('indented JSON in requests', 'RFC 8259, 2: insignificant white space', (text) =>
      JSON.stringify(JSON.parse(text), null, '\t'),
    ),
    rewriting('escaped slashes in requests', escapes, (text) => text.replaceAll('/', '\\/')),
    rewriting('escaped signs of Base64 in requests', escapes, (text) =>
      text.replace(/[+=]/g, (each) => hexOf(each)),
    ),
    rewriting('requests in ASCII', escapes, (text) => text.replace(/[^\x20-\x7e]/g, (each) => hexOf(each))),
    rewriting(
      'a line end after each body',
      'RFC 8259, 2: insignificant white space',
      (text) => `${text}\r\n`,
    ),
  ],
};

const edited =
  (operations: readonly string[], edit: (members: Readonly<Record<string, unknown>>) => object) =>
  (request: OutgoingRequest): OutgoingRequest =>
    operations.includes(request.operation ?? '')
      ? withEditedBody(request, (members) => JSON.stringify(edit(members)))
      : request;

const members: Dimension<ClientPart> = {
  name: 'further members of requests',
  sentence: 'Field | Type | Required | Value (clause 2.1)',
  seam: 'request: further members',
  values: [
    usual('documented members alone'),
    editing(
      'a scope in session requests',
      'RFC 6749, 4.4.2: scope is optional; clause 2.1 forbids no other members',
      edited(['session.create'], (body) => ({ ...body, scope: 'all' })),
    ),
    editing(
      'null members in session and OTP requests',
      'clauses 2.1 and 2.5 forbid no other members',
      edited(['session.create', 'otp.verify'], (body) => ({ ...body, scope: null, consent: null })),
    ),
    editing(
      'a nested member in OTP requests',
      'clause 2.5 forbids no other members',
      edited(['otp.verify'], (body) => ({ ...body, client: { version: '4.2', build: 7 } })),
    ),
  ],
};

const segments: Dimension<ClientPart> = {
  name: 'path segments of requests',
  sentence: "the word identity in the path is a neutral stand-in for the service's own segment (clause 4.2)",
  seam: 'request: path segments',
  values: [
    usual('neutral segments in requests'),
    editing('segments that the target does not name', 'clause 4.2: neutral stand-ins', (request) =>
      withUrl(request, (url) =>
        url.replace('/identity/api/', '/abha/api/').replace('/national-id/', '/aadhaar/'),
      ),
    ),
    changing('segments that the target names', 'target: paths', {
      target: [(target) => ({ ...target, paths: { identity: 'abha', nationalId: 'aadhaar' } })],
    }),
  ],
};

const queries: Dimension<ClientPart> = {
  name: 'queries of certificate requests',
  sentence: 'GET {registry_url}/api/v1/auth/cert (clause 4.2)',
  seam: 'request: query',
  values: [
    usual('certificates without a query'),
    editing('certificates with a query', 'clause 4.2 gives paths, and forbids no query', (request) =>
      request.operation?.startsWith('certificate.') === true
        ? withUrl(request, (url) => `${url}?fresh=true`)
        : request,
    ),
  ],
};

/** Dimensions of the content of requests. Their changes are made in this order: content before text. */
export const requestDimensions: readonly Dimension<ClientPart>[] = [
  members,
  memberOrder,
  jsonText,
  mediaTypes,
  schemes,
  v3Headers,
  further,
  names,
  segments,
  queries,
];
