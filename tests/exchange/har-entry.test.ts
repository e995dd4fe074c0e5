import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { readHarEntry } from '../../support/exchange/har/har-entry';

type Members = Readonly<Record<string, unknown>>;

const session = '{"clientId":"a","clientSecret":"b","grantType":"client_credentials"}';
const lengthHeader = (length: number): readonly object[] => [
  { name: 'Content-Length', value: String(length) },
];

/** What is read of an entry whose request and answer have these members. */
function read(request: Members, content: Members = { size: 2, text: '{}' }, answer: Members = {}) {
  const found = readHarEntry({
    startedDateTime: '2026-11-21T10:00:00.000Z',
    time: 1,
    request: { method: 'POST', url: 'https://gateway.example/sessions', headers: [], ...request },
    response: { status: 200, headers: [], content, ...answer },
  });
  if (found.kind !== 'exchange') assert.fail(JSON.stringify(found));
  const { response } = found.raw;
  return { request: found.raw.request, answer: response ?? assert.fail('no answer') };
}

/** The answer of a right entry but for these members. */
const odd = (entry: Members, answer: Members = {}): string => {
  const found = readHarEntry({
    startedDateTime: '2026-11-21T10:00:00.000Z',
    request: { method: 'GET', url: 'https://gateway.example/sessions', headers: [] },
    response: { status: 200, headers: [], content: {}, ...answer },
    ...entry,
  });
  return found.kind === 'broken' ? found.why : found.kind;
};

describe('a body in Base64', () => {
  it('is decoded if the entry names the encoding, and otherwise kept as written', () => {
    const text = Buffer.from(session).toString('base64');
    for (const [members, body] of [
      [{ encoding: 'base64' }, session],
      [{}, text],
    ] as const) {
      const { request, answer } = read({ postData: { text, ...members } }, { text, ...members });
      assert.deepEqual([request.body?.toString(), answer.body.toString()], [body, body]);
    }
  });
});

describe('an entry that no recording can hold', () => {
  it('is broken: its status is none of HTTP', () => {
    for (const status of [Infinity, 1e21, 1000, 200.5])
      assert.equal(odd({}, { status }), 'response.status is no number from 100 to 999');
    for (const status of [599, 0, -1, -Infinity, null, '200']) assert.equal(odd({}, { status }), 'exchange');
  });

  it('is broken: its date lies beyond all that can be', () => {
    for (const startedDateTime of ['+275760-09-13T00:00:00.000Z', '9999-12-31T23:59:59.999Z', 'tomorrow', 1])
      assert.equal(odd({ startedDateTime }), 'startedDateTime is no date before 2200');
    for (const time of [Infinity, 1e308, -1, NaN]) assert.equal(odd({ time }), 'exchange');
  });

  it('is broken: its headers are of a shape that would read as headers that were not sent', () => {
    const shapes = [
      { 'REQUEST-ID': 'a' },
      [['REQUEST-ID', 'a']],
      [{ name: 'X-CM-ID', value: 'sbx' }, { 'REQUEST-ID': 'a' }],
      'REQUEST-ID: a',
    ];
    const request = { method: 'GET', url: 'https://gateway.example/sessions' };
    for (const headers of shapes) {
      const why = 'headers is no list of { "name": …, "value": … }';
      assert.equal(odd({ request: { ...request, headers } }), `request.${why}`);
      assert.equal(odd({}, { headers }), `response.${why}`);
    }
    for (const headers of [undefined, null, []])
      assert.equal(odd({ request: { ...request, headers } }, { headers }), 'exchange');
  });

  it('is none where only a size is beyond all numbers', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const long = [{ name: 'Content-Length', value: '9'.repeat(400) }];
    for (const request of [{ bodySize: Infinity }, { bodySize: -1, headers: long }])
      assert.deepEqual([read(request).request.absent, read(request).request.bytes], [true, most]);
    for (const [content, answer] of [
      [{ size: Infinity }, {}],
      [{}, { bodySize: Infinity }],
      [{}, { headers: long }],
    ] as const)
      assert.equal(read({}, content, answer).answer.bytes, most);
  });
});

describe('a body that a tool did not keep', () => {
  const notKept: readonly (readonly [how: string, request: Members])[] = [
    ['there is no postData', { bodySize: 68 }],
    [
      'a file beside holds it',
      { bodySize: 68, postData: { mimeType: 'application/json', text: '', params: [], _file: 'a.json' } },
    ],
    ['its length is in the header alone', { bodySize: -1, headers: lengthHeader(68) }],
    ['the tool says 0, and the header does not', { bodySize: 0, headers: lengthHeader(68) }],
    ['postData has no text', { bodySize: 68, postData: { mimeType: 'application/json' } }],
  ];
  for (const [how, request] of notKept)
    it(`is unknown, and no empty one, where ${how}`, () => {
      const { body, absent, bytes } = read(request).request;
      assert.deepEqual([body, absent, bytes], [undefined, true, 68]);
    });

  it('is unknown where a tool does not tell its length', () => {
    for (const request of [
      {},
      { bodySize: -1 },
      { bodySize: -1, postData: { mimeType: 'application/json' } },
    ])
      assert.deepEqual([read(request).request.absent, read(request).request.body], [true, undefined]);
    assert.equal(read({ method: 'GET', bodySize: -1 }).request.absent, undefined);
    assert.equal(read({ bodySize: -1, headers: lengthHeader(0) }).request.absent, undefined);
    for (const content of [{ size: -1 }, { mimeType: 'application/json' }])
      assert.equal(read({}, content).answer.absent, true);
    assert.equal(read({ method: 'HEAD' }, { size: -1 }).answer.absent, undefined);
  });

  it('is unknown in an answer, too', () => {
    for (const content of [{ size: 1560 }, { size: 1560, text: '', _file: 'b.json' }]) {
      const { absent, bytes } = read({}, content).answer;
      assert.deepEqual([absent, bytes], [true, 1560]);
    }
    for (const content of [{ size: -1, text: '' }, { text: '' }])
      assert.equal(read({}, content, {}).answer.absent, true, JSON.stringify(content));
  });

  it('is unknown where headers announce it, whatever the tool says of its size', () => {
    const chunked = [{ name: 'transfer-encoding', value: 'chunked' }];
    for (const [headers, bytes] of [
      [lengthHeader(1560), 1560],
      [chunked, undefined],
    ] as const) {
      for (const content of [{ size: 0 }, { size: 0, text: '' }, { size: -1 }])
        for (const bodySize of [0, -1]) {
          const { answer } = read({}, content, { headers, bodySize });
          const isTold = bytes === undefined && 'text' in content;
          assert.deepEqual([answer.absent, answer.bytes], isTold ? [undefined, undefined] : [true, bytes]);
        }
      assert.equal(read({ bodySize: 0, headers }).request.absent, true);
    }
  });
});

describe('a body of which a tool kept only the beginning', () => {
  const size = session.length;
  it('has the size that the tool noted', () => {
    const text = session.slice(0, 40);
    const { request, answer } = read({ bodySize: size, postData: { text } }, { size, text });
    assert.deepEqual([request.bytes, answer.bytes], [size, size]);
    assert.deepEqual([String(request.body), String(answer.body)], [text, text]);
  });
  it('is whole if its text ends as it should, whatever size the tool noted', () => {
    const { request, answer } = read(
      { bodySize: 900, postData: { text: session } },
      { size: 900, text: '{}' },
    );
    assert.deepEqual([request.bytes, answer.bytes], [undefined, undefined]);
  });
});

test('parameters of one name are all kept, in a form and in JSON', () => {
  const params = ['a', 'b'].map((value) => ({ name: 'otp', value }));
  const bodyWith = (mimeType: string) =>
    String(read({ bodySize: -1, postData: { mimeType, params } }).request.body);
  assert.equal(bodyWith('application/x-www-form-urlencoded'), 'otp=a&otp=b');
  assert.equal(bodyWith('application/json'), '{"otp":"a","otp":"b"}');
});

describe('a body that a tool kept', () => {
  it('is read as it is, whatever the sizes say', () => {
    for (const sizes of [{ bodySize: -1 }, { bodySize: 68 }, { bodySize: 0, headers: lengthHeader(68) }]) {
      const { body, absent } = read({ ...sizes, postData: { text: session } }).request;
      assert.deepEqual([body?.toString(), absent], [session, undefined]);
    }
  });

  it('is empty where nothing says otherwise', () => {
    assert.equal(read({ bodySize: 0, postData: { text: '' } }).request.body?.length, 0);
    assert.equal(read({ bodySize: 0, headers: lengthHeader(0) }).request.absent, undefined);
    assert.equal(read({}, { size: 0, text: '' }).answer.absent, undefined);
  });
});
