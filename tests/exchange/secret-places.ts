import type { ExchangeFacts } from '../../support/exchange/facts';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { rawWithResponse, rawWithRequest } from './planting';

export const sending = (body: string): Partial<RawExchange> => rawWithRequest('https://a.example/', [], body);
const multipart = (name: string, value: string): string =>
  `--b0undary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b0undary--\r\n`;

/** Places of which no rule for names need know: the form of what stands there tells. */
export const anywhere: Readonly<Record<string, (value: string) => Partial<RawExchange>>> = {
  'the user in an address': (value) => rawWithRequest(`https://${value}:x@a.example/v3/sessions`),
  'the password in an address': (value) => rawWithRequest(`https://me:${value}@a.example/v3/sessions`),
  'the fragment of an address': (value) => rawWithRequest(`https://a.example/#access=${value}`),
  'a bare fragment': (value) => rawWithRequest(`https://a.example/#${value}`),
  'a query': (value) => rawWithRequest(`https://a.example/?secret=${value}&x=1`),
  'a query without a name': (value) => rawWithRequest(`https://a.example/?${value}`),
  'a parameter of the path': (value) =>
    rawWithRequest(`https://a.example/v3/sessions;jsessionid=${value}?x=1`),
  'a segment of the path': (value) => rawWithRequest(`https://a.example/reset/${value}/done`),
  'a signed address': (value) =>
    rawWithRequest(`https://a.example/claim.pdf?X-Amz-Date=20261121T101500Z&X-Amz-Signature=${value}`),
  'an address in a body': (value) =>
    sending(`{"next":"https://a.example/claim.pdf?sig=${value}&se=2026-11-21"}`),
  'X-Api-Key': (value) => rawWithRequest('https://a.example/', [['X-Api-Key', value]]),
  'X-Auth-Token': (value) => rawWithRequest('https://a.example/', [['X-Auth-Token', value]]),
  'X-CSRF-Token': (value) => rawWithRequest('https://a.example/', [['X-CSRF-Token', value]]),
  'an unknown header': (value) => rawWithRequest('https://a.example/', [['X-Note', `is ${value}.`]]),
  'the name of a header': (value) => rawWithRequest('https://a.example/', [[`X-${value}`, '1']]),
  'a header of the answer': (value) => rawWithResponse('', [['X-Set', value]]),
  'Authorization as a member': (value) => sending(JSON.stringify({ Authorization: `Bearer ${value}` })),
  'an unknown member': (value) => sending(JSON.stringify({ remark: { list: [value] } })),
  'the name of a member': (value) => sending(JSON.stringify({ [value]: 1 })),
  'JSON in a JSON string': (value) => sending(JSON.stringify({ body: JSON.stringify({ remark: value }) })),
  'malformed JSON': (value) => sending(`{'remark': '${value}', "x": ${value}`),
  'JSON behind something else': (value) => rawWithResponse(`)]}',\n{"remark":"${value}"}`),
  'events of a stream': (value) => rawWithResponse(`data: {"remark":"${value}"}\n\n`),
  'a form': (value) => sending(`a=1&remark=${value}&b=2`),
  'a multipart body': (value) => sending(multipart('remark', value)),
  'an element of XML': (value) => sending(`<a><remark x="1">${value}</remark></a>`),
  'an attribute of XML': (value) => sending(`<a remark='${value}'/>`),
  'CDATA of XML': (value) => sending(`<a><remark><![CDATA[${value}]]></remark></a>`),
  'a script of a page': (value) => rawWithResponse(`<html><script>var t = '${value}';</script></html>`),
  'plain text': (value) => rawWithResponse(`Use ${value} to sign in`),
  'bytes that are no text': (value) =>
    rawWithResponse(Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(value)])),
  Cookie: (value) => rawWithRequest('https://a.example/', [['Cookie', `session=${value}`]]),
  'Set-Cookie': (value) => rawWithResponse('', [['Set-Cookie', `session=${value}; Path=/`]]),
  'credentials of another scheme': (value) =>
    rawWithRequest('https://a.example/', [['authorization', `Token ${value}`]]),
  'Basic credentials': (value) =>
    rawWithRequest('https://a.example/', [
      ['Authorization', `Basic ${Buffer.from(`me:${value}`).toString('base64')}`],
    ]),
  'a session answer': (value) => ({
    ...rawWithResponse(JSON.stringify({ accessToken: value, refreshToken: `${value}2` })),
    operation: 'session.create',
  }),
  'a certificate': (value) => ({ ...rawWithResponse(value), operation: 'certificate.registry' }),
  'text behind a cut': (value) => ({
    response: { status: 400, headers: [], body: Buffer.from(`{"error":"${value}`), bytes: 2_000_000 },
  }),
};

const factsOf = (facts: Partial<ExchangeFacts>): Partial<RawExchange> => ({ facts });
const messageOf = (payer: Partial<NonNullable<ExchangeFacts['payer']>>): Partial<RawExchange> =>
  factsOf({
    payer: {
      contents: [],
      ...{ envelope: 'json', resources: [], providerId: false, policyNumber: false, documents: 0 },
      ...payer,
    },
  });
const jwtOf = (alg: string): string =>
  [{ alg }, {}].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
const got = { method: 'GET', url: 'https://a.example/', headers: [] } as const;

/** Facts and failures, each with what it quotes. */
export const told: Readonly<Record<string, (value: string) => Partial<RawExchange>>> = {
  ...Object.fromEntries(
    ['correlationId', 'sender', 'recipient', 'workflowId', 'status', 'flaw', 'digest', 'imprint'].map(
      (name) => [`${name} in a fact`, (value: string) => messageOf({ [name]: value })],
    ),
  ),
  'resources of a fact': (value) => messageOf({ resources: ['Bundle', value], contents: [value] }),
  'the way to a field': (value) =>
    factsOf({ fields: [{ pointer: `/a/${value}/otp`, wanted: 'encrypted', form: 'text' }] }),
  'the header of a leak': (value) =>
    factsOf({ leaks: [{ planted: 'otp-1', place: `header ${value}`, encoding: 'raw' }] }),
  'the member of a leak': (value) =>
    factsOf({ leaks: [{ planted: 'otp-1', place: `body /a/${value}`, encoding: 'raw' }] }),
  'where a secret stood': (value) => factsOf({ secretIn: [`header ${value}`, 'body'] }),
  'the flaw of a callback': (value) =>
    factsOf({ callbackToken: { valid: false, flaw: `no ${value}`, unjudged: `its alg ${value} is none` } }),
  'the label of a key': (value) => factsOf({ publicKey: { form: 'pem', label: value } }),
  'the algorithm of a token': (value) =>
    rawWithRequest('https://a.example/', [['Authorization', `Bearer ${jwtOf(value)}.c2ln`]]),
  'the flaw of a token': (value) =>
    rawWithRequest('https://a.example/', [['Authorization', `Bearer ${jwtOf(value)}.`]]),
  'the authority of a connection': (value) => ({
    tls: { protocol: 'TLSv1.3', authorized: true, authority: `CN=${value}` },
  }),
  'the message of a failure': (value) => ({
    failure: { kind: 'reset', code: 'ECONNRESET', message: `while reading ${value}.` },
  }),
  'the name of a broken header': (value) => ({
    request: { ...got, flaw: { kind: 'unreadable', code: 'HPE_INVALID_HEADER_TOKEN', header: value } },
  }),
  'the name of a masked header': (value) => ({ request: { ...got, withheld: { [value]: 'mask' } } }),
  method: (value) => ({ request: { ...got, method: value } }),
};

/** Names of secrets. */
export const secretNames = [
  ...[
    'secret',
    'id_token',
    'client_assertion',
    'passwd',
    'pwd',
    'password',
    'passphrase',
    'pin',
    'mpin',
    'userPin',
  ],
  ...[
    'api_key',
    'apiKey',
    'x-api-key',
    'X-Auth-Token',
    'csrfToken',
    'JSESSIONID',
    'sessionId',
    'sid',
    'otp_code',
  ],
  ...[
    'privateKey',
    'credentials',
    'signature',
    'sig',
    'refresh-token',
    'Authorization',
    'user_password_hash',
  ],
];

/** Places where a name stands beside its value. */
export const named: Readonly<Record<string, (name: string, value: string) => Partial<RawExchange>>> = {
  'a query': (name, value) => rawWithRequest(`https://a.example/?a=1&${name}=${encodeURIComponent(value)}`),
  'a fragment': (name, value) => rawWithRequest(`https://a.example/#${name}=${encodeURIComponent(value)}`),
  'a parameter of the path': (name, value) =>
    rawWithRequest(`https://a.example/v3;${name}=${encodeURIComponent(value)}`),
  'a header': (name, value) => rawWithRequest('https://a.example/', [[name, value]]),
  'a member': (name, value) => sending(JSON.stringify({ a: { [name]: value } })),
  'a list': (name, value) => sending(JSON.stringify({ [name]: ['x', [value]] })),
  'an object': (name, value) => sending(JSON.stringify({ [name]: { user: value, more: [{ x: value }] } })),
  'a member behind escapes': (name, value) =>
    sending(`{"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}":"${value}"}`),
  'malformed JSON': (name, value) => sending(`{"a": oops, "${name}" : "${value}"`),
  'a form': (name, value) => sending(`a=1&${name}=${encodeURIComponent(value).replaceAll('%20', '+')}&b=2`),
  'a multipart body': (name, value) => sending(multipart(name, value)),
  'an element of XML': (name, value) => sending(`<x:a><x:${name} type="t">${value}</x:${name}></x:a>`),
  'CDATA of XML': (name, value) => sending(`<a><${name}><![CDATA[${value}]]></${name}></a>`),
  'an attribute of XML': (name, value) => sending(`<a ${name}="${value}"/>`),
  'a line of text': (name, value) => rawWithResponse(`status: 1\n${name}: ${value}\n`),
};
