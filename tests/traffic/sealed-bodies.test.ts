import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, it, test } from 'node:test';
import type { Exchange, HeaderList } from '../../support/exchange/exchange';
import { jsonBody } from '../../support/exchange/exchange';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { PassingBody } from '../../support/exchange/raw-exchange';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { showExchange } from '../../support/exchange/show';
import { decodeMessageContent } from '../../support/traffic/proxy/http-heads';
import { leaks } from '../exchange/canaries';
import { rawExchange } from '../exchange/planting';
import { randomBytes, randomUUID } from '../seed';

const secret = randomUUID();
const body = Buffer.from(JSON.stringify({ clientSecret: secret, echo: `is ${secret}` }));
/** Does not get small. */
const large = Buffer.concat([body, Buffer.from(randomBytes(5 * 1024 * 1024).toString('hex'))]);

/** Bodies whose compression is not undone: the header that they came with, and their bytes. */
const sealed: Readonly<Record<string, readonly [coding: string | undefined, bytes: Buffer]>> = {
  'gzip twice, named once': ['gzip', gzipSync(gzipSync(body))],
  'gzip that nothing names': [undefined, gzipSync(body)],
  'cut gzip': ['gzip', gzipSync(body).subarray(0, -12)],
  'gzip without compression, cut': ['gzip', gzipSync(body, { level: 0 }).subarray(0, -12)],
  'deflate under the name of gzip': ['gzip', deflateSync(body, { level: 0 })],
  'deflate that nothing names': [undefined, deflateSync(body, { level: 0 })],
  'an unknown coding': ['compress', body],
  'the chunks of an object store': ['aws-chunked', body],
  'an unknown coding behind a known one': ['compress, gzip', gzipSync(body)],
  'cut zstd': ['zstd', zstdCompressSync(body).subarray(0, -4)],
  'over 4 MiB': ['gzip', gzipSync(large, { level: 0 })],
  'cut brotli': ['br', brotliCompressSync(body).subarray(0, -4)],
};

function recorded(coding: string | undefined, bytes: Buffer): Exchange {
  const headers: HeaderList = coding === undefined ? [] : [['Content-Encoding', coding]];
  const passing = new PassingBody();
  passing.add(bytes);
  const content = decodeMessageContent(headers.flat(), passing);
  return createRecorder(createRecording(), new ExchangeRedactor()).record(
    rawExchange({
      request: { method: 'POST', url: 'https://a.example/', ...content },
      response: { status: 200, ...content },
    }),
  );
}

describe('a body that stays compressed', () => {
  for (const [what, [coding, bytes]] of Object.entries(sealed))
    it(`is kept as its length and a mark: ${what}`, () => {
      const exchange = recorded(coding, bytes);
      for (const each of [exchange.request.body, exchange.response?.body]) {
        assert.equal(each?.text, '');
        assert.ok(each.bytes > 0);
        assert.match(each.sealed ?? '', /^~[\w-]{14}$/);
      }
      assert.deepEqual(leaks(JSON.stringify(exchange), { secret }), []);
      assert.notEqual(recorded(coding, bytes).request.body?.sealed, exchange.request.body?.sealed);
      assert.equal(jsonBody(exchange.request), undefined);
      assert.match(showExchange(exchange), /could not be searched for secrets/);
    });
});

test('a decompressed body is kept like any other', () => {
  for (const [coding, bytes] of [
    ['gzip', gzipSync(body)],
    ['gzip, gzip', gzipSync(gzipSync(body))],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
    ['br', brotliCompressSync(body)],
    ['gzip, br', brotliCompressSync(gzipSync(body))],
    ['zstd', zstdCompressSync(body)],
    ['identity', body],
    [undefined, body],
  ] as const) {
    const { request } = recorded(coding, bytes);
    const { clientSecret, ...others } = jsonBody(request) as Record<string, unknown>;
    assert.match(String(clientSecret), /^‹client-secret, 36, ~[\w-]{14}›$/, coding);
    assert.deepEqual(leaks(JSON.stringify(others), { secret }), []);
  }
});

test('bytes that are not text are kept as their number and a mark', () => {
  const { request } = recorded(undefined, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]));
  assert.match(request.body?.text ?? '', /^‹bytes, 7 bytes, ~[\w-]{14}›$/);
});

test('two Content-Encoding fields name two codings', () => {
  const passing = new PassingBody();
  passing.add(brotliCompressSync(gzipSync(body)));
  const headers = ['Content-Encoding', 'gzip', 'content-encoding', 'br'];
  assert.deepEqual(decodeMessageContent(headers, passing).body, body);
});

test('no key and no token is read from a body that stays compressed', () => {
  const granted = Buffer.from(JSON.stringify({ accessToken: secret }));
  const recorder = createRecorder(createRecording(), new ExchangeRedactor());
  const request = { method: 'GET', url: 'https://a.example/', headers: [] };
  for (const response of [
    { status: 200, headers: [['Content-Encoding', 'compress']], body: granted, compressed: true },
    { status: 200, headers: [], body: gzipSync(granted) },
  ] as const) {
    const { facts } = recorder.record(
      rawExchange({ operation: 'certificate.identity', service: 'registry', request, response }),
    );
    assert.deepEqual([facts.publicKey, facts.tokens], [undefined, undefined]);
  }
});
