import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readLogEntry } from '../../support/exchange/log/log-entry';
import { embeddableSchema } from '../../support/contract/schemas';
import { recordedBodyLimit } from '../../support/exchange/raw-exchange';

const line = {
  startedAt: '2026-11-20T08:30:00.125Z',
  durationMs: 18.4,
  request: { method: 'post', url: 'https://gateway.example/x', headers: { 'X-One': '1' }, body: '{"a":1}' },
  response: { status: 200, headers: [['Content-Type', 'application/json']], body: '{}' },
};

function rawOf(changes: object) {
  const read = readLogEntry({ ...line, ...changes });
  assert.ok(read.kind === 'exchange', JSON.stringify(read));
  return read.raw;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

const whyBroken = (value: unknown): string => {
  const read = readLogEntry(value);
  return read.kind === 'broken' ? read.why : read.kind;
};

describe('a line of a traffic log', () => {
  it('is read with its times, headers and bodies', () => {
    const { request, response, ...times } = rawOf({});
    const arrivedAt = Date.parse(line.startedAt);
    assert.deepEqual(times, { arrivedAt, answeredAt: arrivedAt + 18, logged: true });
    assert.deepEqual(
      [request.method, request.url, request.headers],
      ['POST', line.request.url, [['X-One', '1']]],
    );
    assert.equal(request.body?.toString(), '{"a":1}');
    assert.deepEqual([response?.status, response?.body.toString()], [200, '{}']);
  });

  it('may tell from where it came', () => {
    assert.equal(rawOf({ client: { address: '192.0.2.7' } }).source, '192.0.2.7');
    assert.equal(rawOf({ client: {} }).source, undefined);
  });

  it('may tell its time in milliseconds, and its headers as pairs in the order of the wire', () => {
    const headers = [
      [':authority', 'gateway.example'],
      ['x-b', '1'],
      ['X-A', '2'],
      ['x-b', '3'],
    ];
    const { arrivedAt, request } = rawOf({ startedAt: 1795360098384, request: { ...line.request, headers } });
    assert.equal(arrivedAt, 1795360098384);
    assert.deepEqual(request.headers, headers.slice(1));
  });

  it('may list several values of one header', () => {
    const { request } = rawOf({ request: { ...line.request, headers: { 'X-B': ['1', '3'] } } });
    assert.deepEqual(request.headers, [
      ['X-B', '1'],
      ['X-B', '3'],
    ]);
  });

  it('has bodies in Base64 as they crossed the wire, whose content coding is undone where it is known', () => {
    const answered = (body: Buffer, coding: string) => ({
      response: { status: 200, headers: { 'Content-Encoding': coding }, bodyBase64: body.toString('base64') },
    });
    for (const [body, coding] of [
      [gzipSync('{"b":2}'), 'gzip'],
      [brotliCompressSync('{"b":2}'), 'br'],
      [Buffer.from('{"b":2}'), 'identity'],
    ] as const)
      assert.equal(rawOf(answered(body, coding)).response?.body.toString(), '{"b":2}', coding);
    const unknown = rawOf(answered(Buffer.from('zipped?'), 'compress')).response;
    assert.deepEqual([unknown?.body.toString(), unknown?.compressed], ['zipped?', true]);
  });

  it('leaves a body unknown that was not kept, and has none where there was none', () => {
    const { method, url } = line.request;
    const asked = (headers: object, more: object = {}) =>
      rawOf({ request: { method, url, headers, ...more } }).request;
    assert.equal(asked({ 'content-length': '7' }).absent, true);
    assert.equal(asked({ 'Transfer-Encoding': 'chunked' }).absent, true);
    assert.equal(asked({ 'content-length': '0' }).absent, undefined);
    assert.equal(asked({}).absent, undefined);
    assert.equal(asked({ 'content-length': '7' }, { body: '{"a":1}' }).absent, undefined);
    assert.equal(rawOf({ response: { status: 200, headers: {} } }).response?.absent, true);
    assert.equal(rawOf({ response: { status: 204, headers: {}, body: '' } }).response?.absent, undefined);
  });

  it('has no header where its value is empty, or what NGINX writes in place of an empty one', () => {
    const headers = { 'X-CM-ID': '', Origin: '-', Referer: ' ', 'X-One': ['', '1'], 'X-Two': 'a-b' };
    const expected = [
      ['X-One', '1'],
      ['X-Two', 'a-b'],
    ];
    for (const form of [headers, Object.entries({ ...headers, 'X-One': '1' })]) {
      const message = { ...line.response, headers: form };
      const { request, response } = rawOf({ request: { ...line.request, headers: form }, response: message });
      assert.deepEqual([request.headers, response?.headers], [expected, expected]);
    }
  });

  it('leaves a body unknown that is empty where the headers announce one', () => {
    const { method, url } = line.request;
    for (const body of ['', '-']) {
      const asked = (headers: object) => rawOf({ request: { method, url, headers, body } }).request;
      for (const headers of [{ 'Content-Length': '68' }, { 'Transfer-Encoding': 'chunked' }]) {
        const { body: kept, absent } = asked(headers);
        assert.deepEqual([kept, absent], [undefined, true]);
      }
      assert.deepEqual([asked({}).body?.length, asked({}).absent], [0, undefined]);
      const answered = (asking: string) =>
        rawOf({
          request: { ...line.request, method: asking },
          response: { status: 200, headers: { 'Content-Length': '68' }, body },
        }).response;
      assert.equal(answered('POST')?.absent, true);
      assert.equal(answered('HEAD')?.absent, undefined);
    }
  });

  it('has no answer where none came', () => {
    const { response, failure } = rawOf({ response: undefined });
    assert.deepEqual([response, failure?.kind], [undefined, 'reset']);
  });

  it('is cut where a body is longer than what is recorded', () => {
    const { request } = rawOf({ request: { ...line.request, body: 'ä'.repeat(recordedBodyLimit) } });
    assert.deepEqual([request.body?.length, request.bytes], [recordedBodyLimit, 2 * recordedBodyLimit]);
  });

  it('says which times it takes', () => {
    const wanted =
      /^startedAt is .*; it should be a time, as in "2026-11-20T08:30:00\.125Z", or milliseconds since 1970$/;
    for (const startedAt of [
      1795360098.384,
      '1795360098.384',
      1795360098384000,
      '9999-12-31T23:59:59Z',
      -1,
      'tomorrow',
      null,
      true,
    ])
      assert.match(whyBroken({ ...line, startedAt }), wanted, String(startedAt));
  });

  it('says why it is no log line', () => {
    for (const [value, why] of [
      [7, /object/],
      [{ ...line, startedAt: 'tomorrow' }, /startedAt/],
      [{ ...line, startedAt: undefined }, /startedAt/],
      [{ ...line, request: { ...line.request, headers: undefined } }, /headers/],
      [{ ...line, request: { ...line.request, headers: { a: 1 } } }, /headers/],
      [{ ...line, request: { ...line.request, url: '/x' } }, /url/],
      [{ ...line, request: { ...line.request, url: 'http://[' } }, /url/],
      [{ ...line, request: { ...line.request, Body: '{}' } }, /Body/],
      [{ ...line, response: { ...line.response, status: '200' } }, /status/],
    ] as const)
      assert.match(whyBroken(value), why, JSON.stringify(value));
  });

  it('names the member that is missing or has another form, in words and without its value', () => {
    const { request, response } = line;
    const lacking = (from: object, name: string) =>
      Object.fromEntries(Object.entries(from).filter(([each]) => each !== name));
    for (const [value, why] of [
      [[], 'the line is a list; it should be an object with startedAt and request'],
      [
        lacking(line, 'startedAt'),
        'startedAt is missing; it is a time, as in "2026-11-20T08:30:00.125Z", or milliseconds since 1970',
      ],
      [
        { ...line, request: lacking(request, 'method') },
        'request.method is missing; it is a text, as in "POST"',
      ],
      [
        { ...line, response: lacking(response, 'status') },
        'response.status is missing; it is a number from 100 to 999, as in 200',
      ],
      [
        { ...line, response: { ...response, status: '200' } },
        'response.status is a text; it should be a number from 100 to 999, as in 200',
      ],
      [
        { ...line, response: { ...response, status: 7 } },
        'response.status is a number of another kind; it should be a number from 100 to 999, as in 200',
      ],
      [
        { ...line, request: { ...request, body: { otp: 'SECRET' } } },
        'request.body is an object; it should be a text, even of JSON',
      ],
      [
        { ...line, request: { ...request, headers: { 'X/One': null } } },
        'request.headers.X/One is null; it should be a text, or a list of texts',
      ],
      [
        { ...line, request: { ...request, headers: [{ name: 'X-One', value: '1' }] } },
        'request.headers is a list of another kind; it should be an object of names with texts, or a list of pairs',
      ],
      [
        { ...line, request: { ...request, path: '/SECRET' } },
        'request.path is none of its members: method, url, headers, body, bodyBase64',
      ],
      [
        { ...line, response: null },
        'response is null; it should be an object with status and headers; where no answer came, it is left out',
      ],
      [{ ...line, kept: [7] }, 'kept.0 is a number; it should be a text'],
    ] as const)
      assert.equal(whyBroken(value), why);
  });

  it('has words for each member of its schema', () => {
    const { properties } = embeddableSchema('traffic-line') as unknown as Schema;
    for (const [name, { properties: below = {} }] of Object.entries(properties ?? {})) {
      assert.match(whyBroken({ ...line, [name]: false }), new RegExp(`^${name} is a boolean; it should be `));
      for (const each of Object.keys(below)) {
        const value = { ...line[name as 'request'], [each]: false };
        assert.match(whyBroken({ ...line, [name]: value }), new RegExp(`^${name}\\.${each} is a boolean; `));
      }
    }
  });
});
