import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { headerValue, jsonBody, exchangeReference, readBody } from '../../support/exchange/exchange';
import { contentCodingsIn, decodeContent } from '../../support/exchange/content-coding';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { recordedBodyLimit } from '../../support/exchange/raw-exchange';
import { plainTextOrEmpty } from '../plain';
import { randomUUID } from '../seed';
import { leaks } from './canaries';
import { rawWithResponse, rawExchange, recorderKnowing } from './planting';

test('exchanges are numbered from 1 and keep their circumstances', () => {
  const record = recorderKnowing();
  const asked = { part: 'valid', round: 'session', variant: 'right' } as const;
  const first = record({ asked, scenario: 'A scenario', service: 'gateway', operation: 'session.create' });
  assert.equal(first.seq, 1);
  assert.deepEqual(
    [first.asked, first.scenario, first.service, first.operation, first.arrivedAt, first.answeredAt],
    [asked, 'A scenario', 'gateway', 'session.create', 1_000_000, 1_000_010],
  );
  assert.equal(record({}).seq, 2);
  assert.equal(plainTextOrEmpty(exchangeReference(first)), '#1 (GET /)');
});

test('header fields keep order, spelling and repetition', () => {
  const headers: [string, string][] = [
    ['Retry-After', '1'],
    ['x-hip-id', 'hip-2'],
    ['Retry-After', '3'],
  ];
  const { response, request } = recorderKnowing()({
    ...rawWithResponse('', headers),
    request: { ...rawExchange().request, headers },
  });
  assert.deepEqual(response?.headers, headers);
  assert.deepEqual(request.headers, headers);
  assert.equal(headerValue(headers, 'retry-after'), '1');
  assert.equal(headerValue(headers, 'x-three'), undefined);
});

test('a body in another encoding is kept as any other, beside the name of its encoding', () => {
  const clientSecret = randomUUID();
  const json = JSON.stringify({ clientId: 'app', clientSecret, grantType: 'client_credentials' });
  const bodies = {
    'utf-8-bom': Buffer.from(`\ufeff${json}`),
    'utf-16le': Buffer.from(json, 'utf16le'),
    'utf-16be': Buffer.from(`\ufeff${json}`, 'utf16le').swap16(),
  };
  for (const [encoding, body] of Object.entries(bodies)) {
    const { request } = recorderKnowing()({ request: { ...rawExchange().request, body } });
    assert.deepEqual([request.body?.encoding, request.body?.bytes], [encoding, body.length]);
    assert.equal((jsonBody(request) as Record<string, unknown>).grantType, 'client_credentials');
    assert.deepEqual(leaks(JSON.stringify(request), { clientSecret }), []);
  }
});

test('a POST to registry or gateway with the credentials of the client asks for a session, wherever its path', () => {
  const credentials = { clientId: 'app', clientSecret: randomUUID(), grantType: 'client_credentials' };
  const post = (body: object | string, change: Partial<RawExchange> = {}, token?: string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers: [string, string][] = token === undefined ? [] : [['Authorization', `Bearer ${token}`]];
    const url = 'https://registry.example/v4/v1/clients/login';
    const request = { ...rawExchange().request, url, method: 'POST', headers, body: Buffer.from(text) };
    return recorderKnowing()({ service: 'registry', ...change, request }).facts.requestsSession;
  };
  const { clientId, clientSecret, grantType } = credentials;
  for (const body of [credentials, { clientId, clientSecret }, { clientId, grantType }])
    for (const service of ['registry', 'gateway'] as const) assert.equal(post(body, { service }), true);
  assert.equal(post(`client_id=${clientId}&client_secret=${clientSecret}`), true);
  for (const other of [{ clientId }, { clientSecret, grantType }, {}]) assert.equal(post(other), undefined);
  for (const member of ['otp', 'txnId'])
    assert.equal(post({ ...credentials, [member]: 'x' }), undefined, `it has ${member}, too`);
  assert.equal(post(credentials, { service: 'identity' }), undefined);
  assert.equal(post(credentials, { operation: 'otp.verify' }), undefined);
  assert.equal(post(credentials, {}, 'a.b.c'), undefined, 'it carries a token');
  const { response } = rawWithResponse('{"accessToken":"x.y.z"}', []);
  assert.equal(
    post(credentials, response && { response }, 'a.b.c'),
    true,
    'it carries a token and gets another',
  );
});

test('a POST to the registry without grantType asks for a session only if path or answer may be those of one', () => {
  const body = Buffer.from(JSON.stringify({ clientId: 'app', clientSecret: randomUUID() }));
  const asks = (
    path: string,
    status: number,
    answer = '{}',
    service: 'registry' | 'gateway' = 'registry',
  ) => {
    const request = { ...rawExchange().request, method: 'POST', headers: [], body };
    const { response } = rawWithResponse(answer, []);
    return recorderKnowing()({
      service,
      request: { ...request, url: `https://registry.example/v4${path}` },
      ...(response && { response: { ...response, status } }),
    }).facts.requestsSession;
  };
  for (const status of [200, 404, 405]) {
    assert.equal(asks('/v2/professionals/search', status), undefined, String(status));
    assert.equal(asks('/v2/professionals/search', status, '{}', 'gateway'), true, String(status));
    for (const path of ['/v1/sessions', '/oauth/token', '/v1/clients/login'])
      assert.equal(asks(path, status), true, `${path} ${status}`);
  }
  assert.equal(asks('/v2/professionals/search', 200, '{"accessToken":"x.y.z"}'), true);
  assert.equal(asks('/v2/professionals/search', 401), true, 'wrong credentials of an unknown session call');
});

test('members that appear twice are both kept, in their order', () => {
  const secrets = [randomUUID(), randomUUID()] as const;
  const body = `{"grantType":"password","clientSecret":"${secrets[0]}","grantType":"client_credentials","clientSecret":"${secrets[1]}"}`;
  const { request } = recorderKnowing()({ request: { ...rawExchange().request, body: Buffer.from(body) } });
  assert.deepEqual(
    [...(request.body?.text.matchAll(/"(\w+)":/g) ?? [])].map(([, name]) => name),
    ['grantType', 'clientSecret', 'grantType', 'clientSecret'],
  );
  assert.deepEqual(readBody(request)?.repeated, ['/grantType', '/clientSecret']);
  assert.equal((jsonBody(request) as Record<string, unknown>).grantType, 'client_credentials');
  for (const secret of secrets) assert.deepEqual(leaks(JSON.stringify(request), { secret }), []);
});

test('bodies of more than 1 MiB are cut and marked', () => {
  const record = recorderKnowing();
  const text = (length: number): string => `{"expiresIn":7${' '.repeat(length - 15)}}`;
  const whole = record(rawWithResponse(text(recordedBodyLimit))).response;
  assert.deepEqual(whole?.body, { text: '{"expiresIn":7}', bytes: 2 ** 20 });
  const cut = record(rawWithResponse(`${text(recordedBodyLimit)} `)).response;
  assert.deepEqual([cut?.body?.bytes, cut?.body?.cut], [2 ** 20 + 1, true]);
  assert.equal(jsonBody(cut), undefined);
  const told = record({ response: { status: 200, headers: [], body: Buffer.from('{}'), bytes: 7 } });
  assert.deepEqual(told.response?.body, { text: '{}', bytes: 7, cut: true });
});

test('a text cut within a character stays a text', () => {
  const { response } = recorderKnowing()(
    rawWithResponse(`${'é'.repeat(recordedBodyLimit / 2 - 1)}€ and more`),
  );
  assert.equal(response?.body?.text, '‹text, 524287›');
});

test('binary and compressed bodies keep kind, size and a mark', () => {
  const record = recorderKnowing();
  const odd = record(rawWithResponse(Buffer.from([0xff, 0x00, 0xc3]))).response;
  assert.match(odd?.body?.text ?? '', /^‹bytes, 3 bytes, ~[\w-]{14}›$/);
  assert.equal(odd?.body?.bytes, 3);
  assert.equal(jsonBody(odd), undefined);
  const packed = gzipSync('{"otp":"482913"}');
  for (const response of [
    { status: 200, headers: [], body: packed },
    { status: 200, headers: [], body: Buffer.from('{"otp":"482913"}'), compressed: true },
  ] as const) {
    const { body } = record({ response }).response ?? {};
    assert.match(body?.sealed ?? '', /^~[\w-]{14}$/);
    assert.deepEqual([body?.text, body?.bytes], ['', response.body.length]);
  }
  const again = record(rawWithResponse(packed)).response?.body?.sealed;
  assert.equal(record(rawWithResponse(packed)).response?.body?.sealed, again);
});

test('an unrecorded body is absent, with its size', () => {
  const { response } = recorderKnowing()({
    response: { status: 200, headers: [], body: Buffer.alloc(0), absent: true, bytes: 12 },
  });
  assert.deepEqual(response?.body, { text: '', bytes: 12, absent: true });
});

test('a secret in one place is hidden in all others', () => {
  const token = randomUUID();
  const exchange = recorderKnowing()({
    request: {
      method: 'POST',
      url: `https://a.example/?correlationId=${token}`,
      headers: [['REQUEST-ID', token]],
      body: Buffer.from(JSON.stringify({ clientSecret: token })),
    },
    facts: { secretIn: [`header ${token}`] },
    failure: { kind: 'reset', code: 'ECONNRESET', message: `behind ${token}` },
  });
  assert.deepEqual(leaks(JSON.stringify(exchange), { token }), []);
});

test('an exchange without bodies has none', () => {
  const { response, request } = recorderKnowing()({
    request: { ...rawExchange().request, body: Buffer.alloc(0) },
  });
  assert.equal('body' in request, false);
  assert.equal('body' in (response ?? {}), false);
});

test('clock skew is Date against the middle of the exchange', () => {
  const record = recorderKnowing();
  const at = Date.parse('2026-11-20T10:00:00Z');
  const skew = (date: string): number | undefined =>
    record({ ...rawWithResponse('', [['date', date]]), arrivedAt: at, answeredAt: at + 2000 }).facts
      .clockSkewMs;
  assert.equal(skew('Fri, 20 Nov 2026 10:00:01 GMT'), 0);
  assert.equal(skew('Fri, 20 Nov 2026 10:05:01 GMT'), 300_000);
  assert.equal(skew('Fri, 20 Nov 2026 09:59:01 GMT'), -60_000);
  assert.equal(skew('yesterday'), undefined);
  assert.equal(record({}).facts.clockSkewMs, undefined);
});

test('scheme, loopback and connection are facts', () => {
  const record = recorderKnowing();
  const facts = (url: string): unknown => {
    const { scheme, loopback } = record({ request: { method: 'GET', url, headers: [] } }).facts;
    return { scheme, loopback };
  };
  assert.deepEqual(facts('https://a.example/x'), { scheme: 'https', loopback: false });
  for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '[::1]'])
    assert.deepEqual(facts(`http://${host}:80/x`), { scheme: 'http', loopback: true }, host);
  for (const host of ['10.0.0.1', 'localhost.example', '127.0.0.1.example', '[::2]'])
    assert.deepEqual(facts(`http://${host}/x`), { scheme: 'http', loopback: false }, host);
  const tls = { protocol: 'TLSv1.3', authorized: true, validTo: 'Nov 20 10:00:00 2027 GMT' };
  assert.deepEqual(record({ tls }).facts.tls, tls);
});

test('an attempt without an answer has a failure', () => {
  const failure = { kind: 'reset', code: 'ECONNRESET', message: 'read ECONNRESET' } as const;
  const exchange = recorderKnowing()({ failure });
  assert.deepEqual(exchange.failure, failure);
  assert.equal('response' in exchange, false);
});

test('content codings are undone, unknown ones refused', () => {
  const body = Buffer.from('hello '.repeat(100));
  const limit = 1000;
  for (const [coding, coded] of [
    ['', body],
    ['identity', body],
    ['gzip', gzipSync(body)],
    ['X-GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['zstd', zstdCompressSync(body)],
    ['gzip,zstd', zstdCompressSync(gzipSync(body))],
  ] as const)
    assert.deepEqual(decodeContent(coded, coding, limit), body, coding);
  assert.throws(() => decodeContent(gzipSync(body), 'gzip', 100), { code: 'ERR_BUFFER_TOO_LARGE' });
  assert.throws(() => decodeContent(body, 'gzip', limit), { code: 'Z_DATA_ERROR' });
  assert.throws(() => decodeContent(body, 'compress', limit), /compress/);
  assert.throws(() => decodeContent(body, 'aws-chunked', limit), { code: 'ERR_CONTENT_CODING' });
});

test('several Content-Encoding fields are one list', () => {
  assert.equal(
    contentCodingsIn([
      ['Content-Encoding', 'gzip, br'],
      ['X-Other', 'a'],
      ['content-encoding', 'zstd'],
    ]),
    'gzip, br,zstd',
  );
  assert.equal(contentCodingsIn([]), '');
});
