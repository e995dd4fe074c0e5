import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonBody, nameExchange } from '../../support/exchange/exchange';
import { randomBytes } from '../seed';
import { leaks } from './canaries';
import { answering, jwt, plantable, rawExchange, recorderKnowing } from './planting';
import { plain } from '../plain';

type Shape = string | readonly [string, Shape][] | readonly Shape[];

/** Members and types of a JSON value, without its values. */
function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.entries(value).map(([name, each]) => [name, shapeOf(each)] as [string, Shape]);
}

test('JSON stays JSON, and every member keeps its type', async () => {
  const planted = await plantable();
  for (const { name, kind, value } of planted) {
    const bare = /^\d+$/.test(value) ? Number(value) : 7;
    const body = {
      accessToken: value,
      refreshToken: bare,
      otp: bare,
      note: [value, `a ${value} b`, bare, [bare], { deep: bare, list: [bare, null, true] }],
      'key with " and \\': { [`x${value}`]: 1 },
      nested: JSON.stringify({ clientSecret: value, otp: bare, note: [bare] }),
      negative: -bare,
      expiresIn: 1200,
      text: 'ünïcode \u2028 and / \\ "quotes"',
    };
    for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2)]) {
      const exchange = recorderKnowing([{ name, kind, value }])(answering(text));
      const recorded = jsonBody(exchange.response) as typeof body;
      assert.deepEqual(leaks(JSON.stringify(exchange), { [name]: value }), []);
      const withoutKeys = (each: object): object => ({ ...each, 'key with " and \\': 0 });
      assert.deepEqual(shapeOf(withoutKeys(recorded)), shapeOf(withoutKeys(body)), name);
      assert.deepEqual(shapeOf(JSON.parse(recorded.nested)), shapeOf(JSON.parse(body.nested)), name);
      assert.equal(recorded.expiresIn, 1200);
      assert.equal(recorded.text, body.text);
    }
  }
});

test('a body without secrets is recorded to the letter', () => {
  const record = recorderKnowing([{ name: 'otp', kind: 'otp', value: '482913' }]);
  for (const text of [
    '{"a":1,"a":2, "big":12345678901234567890}',
    '{"path":"a\\/b","tab":"\\u0009"}',
    'a=1&b=%20x+y',
    'txnId=1482913&other=4829130',
    '{"at":1482913482913,"id":"x482913","hex":"a482913f","price":1482913.5}',
    'not { JSON',
    '\ufeff{}',
    '100%',
    '\\',
  ])
    assert.equal(record(answering(text)).response?.body?.text, text);
});

test('six digits are replaced where they stand alone, and nowhere else', () => {
  const record = recorderKnowing([{ name: 'otp', kind: 'otp', value: '482913' }]);
  const text = 'code 482913, (482913) "482913" id 14829135 and 482913482913 482913';
  assert.equal(
    record(answering(text)).response?.body?.text,
    'code [otp-1], ([otp-1]) "[otp-1]" id 14829135 and 482913482913 [otp-1]',
  );
});

test('a ciphertext stays readable; what is too short to be one does not', () => {
  const record = recorderKnowing();
  for (const bytes of [128, 256, 512]) {
    const ciphertext = randomBytes(bytes).toString('base64');
    for (const member of ['otp', 'loginId', 'nationalId']) {
      const body = JSON.stringify({ [member]: ciphertext, txnId: 'a-transaction' });
      assert.equal(record(answering(body)).response?.body?.text, body);
    }
  }
  const short = record(answering(JSON.stringify({ otp: randomBytes(100).toString('base64') })));
  assert.match(short.response?.body?.text ?? '', /^\{"otp":"\[otp-\d+\]"\}$/);
});

test('one secret has one placeholder, two have two', async () => {
  const [first, second] = [await jwt(), await jwt()];
  const record = recorderKnowing();
  const use = (token: string): string =>
    record({ request: { ...rawExchange().request, headers: [['Authorization', `Bearer ${token}`]] } }).request
      .headers[0]?.[1] ?? '';
  assert.equal(use(first), 'Bearer [access-token-1]');
  assert.equal(use(second), 'Bearer [access-token-2]');
  assert.equal(use(first), 'Bearer [access-token-1]');
  const exchange = record(answering(JSON.stringify({ seen: [second, first] })));
  assert.deepEqual(jsonBody(exchange.response), { seen: ['[access-token-2]', '[access-token-1]'] });
});

test('an address stays one, whatever the secret', () => {
  const record = recorderKnowing([
    { name: 'otp', kind: 'otp', value: '8443' },
    { name: 'secret', kind: 'client-secret', value: 'gateway.example' },
  ]);
  const url = 'https://gateway.example:8443/v3/8443?otp=8443&x=gateway.example';
  const exchange = record({ request: { method: 'GET', url, headers: [] } });
  assert.equal(
    exchange.request.url,
    'https://gateway.example:8443/v3/[otp-1]?otp=[otp-1]&x=[client-secret-1]',
  );
  assert.equal(plain(nameExchange(exchange)), '#1 (GET /v3/[otp-1])');
});

test('names that every object inherits are names like others', () => {
  const headers: [string, string][] = [
    ['constructor', 'kept'],
    ['toString', 'kept'],
  ];
  const body = '{"constructor":"kept","__proto__":"kept","toString":"kept"}';
  const { response } = recorderKnowing()(answering(body, headers));
  assert.deepEqual(response?.headers, headers);
  assert.equal(response.body?.text, body);
});
