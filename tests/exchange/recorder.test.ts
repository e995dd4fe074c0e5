import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { headerValue, jsonBody, nameExchange } from '../../support/exchange/exchange';
import { decodeContent } from '../../support/exchange/content-coding';
import { recordedBodyLimit } from '../../support/exchange/recorder';
import { plain } from '../plain';
import { randomUUID } from '../seed';
import { leaks } from './canaries';
import { answering, rawExchange, recorderKnowing } from './planting';

test('exchanges are numbered from 1 and keep what was asked, where and when', () => {
  const record = recorderKnowing();
  const asked = { part: 'valid', round: 'session', variant: 'right' } as const;
  const first = record({ asked, scenario: 'A scenario', service: 'gateway', operation: 'session.create' });
  assert.equal(first.seq, 1);
  assert.deepEqual(
    [first.asked, first.scenario, first.service, first.operation, first.arrivedAt, first.answeredAt],
    [asked, 'A scenario', 'gateway', 'session.create', 1_000_000, 1_000_010],
  );
  assert.equal(record({}).seq, 2);
  assert.equal(plain(nameExchange(first)), '#1 (GET /)');
});

test('header fields keep order, spelling and repetition', () => {
  const headers: [string, string][] = [
    ['X-One', '1'],
    ['x-two', '2'],
    ['X-One', '3'],
  ];
  const { response, request } = recorderKnowing()({
    ...answering('', headers),
    request: { ...rawExchange().request, headers },
  });
  assert.deepEqual(response?.headers, headers);
  assert.deepEqual(request.headers, headers);
  assert.equal(headerValue(headers, 'x-one'), '1');
  assert.equal(headerValue(headers, 'x-three'), undefined);
});

test('a body of 1 MiB is whole, one byte more is cut and marked', () => {
  const record = recorderKnowing();
  const whole = record(answering('a'.repeat(recordedBodyLimit))).response?.body;
  assert.deepEqual([whole?.text.length, whole?.bytes, whole?.cut], [2 ** 20, 2 ** 20, undefined]);
  const exchange = record(answering(`"${'a'.repeat(recordedBodyLimit - 1)}"`));
  const cut = exchange.response?.body;
  assert.deepEqual([cut?.text.length, cut?.bytes, cut?.cut], [2 ** 20, 2 ** 20 + 1, true]);
  assert.equal(jsonBody(exchange.response), undefined);
});

test('a cut leaves neither half a character nor half a secret', () => {
  const split = recorderKnowing()(answering(`${'a'.repeat(recordedBodyLimit - 2)}€ and more`)).response?.body;
  assert.equal(split?.text, 'a'.repeat(recordedBodyLimit - 2));
  assert.equal(split.encoding, undefined);

  const secret = randomUUID();
  for (const [kind, filler] of [
    ['text', 'a'],
    ['binary', '\u00ff'],
  ] as const) {
    const record = recorderKnowing([{ name: 'secret', kind: 'client-secret', value: secret }]);
    const text = `${filler.repeat(recordedBodyLimit - 20)}${secret} and more`;
    const body = record(answering(Buffer.from(text, 'latin1'))).response?.body;
    const end = Buffer.from(body?.text ?? '', kind === 'text' ? 'utf8' : 'base64').toString('latin1');
    assert.ok(!end.includes(secret.slice(0, 8)), `${kind}: ${end.slice(-40)}`);
    assert.equal(body?.cut, true);
  }
});

test('bytes that are no UTF-8 come in Base64, without the secrets between them', () => {
  const value = `sécret-${randomUUID()}`;
  const record = recorderKnowing([{ name: 'secret', kind: 'client-secret', value }]);
  const odd = Buffer.from([0xff, 0x00, 0xc3]);
  const exchange = record(answering(Buffer.concat([odd, Buffer.from(value), odd])));
  const body = exchange.response?.body;
  assert.equal(body?.encoding, 'base64');
  const expected = Buffer.concat([odd, Buffer.from('[client-secret-1]'), odd]);
  assert.deepEqual(Buffer.from(body.text, 'base64'), expected);
  assert.deepEqual(leaks(JSON.stringify(exchange), { value }), []);
  assert.equal(jsonBody(exchange.response), undefined);
});

test('no body at all is none', () => {
  const { response, request } = recorderKnowing()({
    request: { ...rawExchange().request, body: Buffer.alloc(0) },
  });
  assert.equal('body' in request, false);
  assert.equal('body' in (response ?? {}), false);
});

test('the clock skew is that of the Date header against the middle of the exchange', () => {
  const record = recorderKnowing();
  const at = Date.parse('2026-11-20T10:00:00Z');
  const skew = (date: string): number | undefined =>
    record({ ...answering('', [['date', date]]), arrivedAt: at, answeredAt: at + 2000 }).facts.clockSkewMs;
  assert.equal(skew('Fri, 20 Nov 2026 10:00:01 GMT'), 0);
  assert.equal(skew('Fri, 20 Nov 2026 10:05:01 GMT'), 300_000);
  assert.equal(skew('Fri, 20 Nov 2026 09:59:01 GMT'), -60_000);
  assert.equal(skew('yesterday'), undefined);
  assert.equal(record({}).facts.clockSkewMs, undefined);
});

test('scheme, loopback and the connection are facts', () => {
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
  const tls = { protocol: 'TLSv1.3', validTo: 'Nov 20 10:00:00 2027 GMT' };
  assert.deepEqual(record({ tls }).facts.tls, tls);
});

test('an attempt without an answer has its failure and no answer', () => {
  const failure = { kind: 'reset', code: 'ECONNRESET', message: 'read ECONNRESET' } as const;
  const exchange = recorderKnowing()({ failure });
  assert.deepEqual(exchange.failure, failure);
  assert.equal('response' in exchange, false);
});

test('content codings are undone up to the limit, unknown ones refused', () => {
  const body = Buffer.from('hello '.repeat(100));
  const limit = 1000;
  for (const [coding, coded] of [
    [undefined, body],
    ['identity', body],
    ['gzip', gzipSync(body)],
    ['X-GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
  ] as const)
    assert.deepEqual(decodeContent(coded, coding, limit), body, coding);
  assert.throws(() => decodeContent(gzipSync(body), 'gzip', 100), { code: 'ERR_BUFFER_TOO_LARGE' });
  assert.throws(() => decodeContent(body, 'gzip', limit), { code: 'Z_DATA_ERROR' });
  assert.throws(() => decodeContent(body, 'zstd', limit), /zstd/);
});
