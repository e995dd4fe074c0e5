import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientSecretSearch, leakFinder, LeakSearch } from '../../support/exchange/finders';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { rawExchange } from './planting';

const secret = 'k7Tq-9fXw_2LmZr';

/** A request to be searched. */
const asking = (body: unknown, headers: readonly (readonly [string, string])[] = [], url = '/v1/x') =>
  rawExchange({
    request: {
      method: 'POST',
      url: `https://gateway.example${url}`,
      headers,
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    },
  });

const bytes = Buffer.from(secret);
const encodings = {
  raw: secret,
  'among others': `of ${secret}.`,
  base64: bytes.toString('base64'),
  'base64 of more': Buffer.from(`SBX_1:${secret}`).toString('base64'),
  base64url: Buffer.from(`??${secret}??`).toString('base64url'),
  hexadecimal: bytes.toString('hex'),
  'hexadecimal in capitals': bytes.toString('hex').toUpperCase(),
  'encoded for a URL': encodeURIComponent(secret),
};

for (const [name, text] of Object.entries(encodings))
  test(`a known client secret is found in a request: ${name}`, () => {
    const search = new ClientSecretSearch([secret]);
    assert.deepEqual(search.find(asking({ note: text })), ['body']);
    assert.deepEqual(search.find(asking({}, [['X-Note', text]])), ['header x-note']);
    assert.deepEqual(search.find(asking({}, [], `/v1/x?note=${text}`)), ['url']);
    assert.deepEqual(search.find(asking({ note: 'nothing' }, [['X-Note', 'nothing']])), []);
  });

test('the client secret of a session is sought thereafter', () => {
  const search = new ClientSecretSearch();
  assert.deepEqual(search.find(asking({ note: secret }, [['X-Note', secret]])), []);
  assert.deepEqual(search.find(asking({ clientSecret: secret })), ['body']);
  assert.deepEqual(search.find(asking({ note: secret }, [['X-Note', secret]])), ['header x-note', 'body']);
});

test('client secrets in forms and addresses are sought, too', () => {
  for (const shown of [
    asking(`client_secret=${secret}&x=1`),
    asking({}, [], `/v1/x?clientSecret=${secret}`),
  ]) {
    const search = new ClientSecretSearch();
    search.find(shown);
    assert.deepEqual(search.find(asking({ note: secret })), ['body']);
  }
});

test('the four latest secrets of a client are sought', () => {
  const search = new ClientSecretSearch();
  const secrets = ['first', 'second', 'third', 'fourth', 'fifth'].map((each) => `${each}-${secret}`);
  for (const each of secrets) search.find(asking({ clientSecret: each }));
  const found = secrets.filter((each) => search.find(asking({ note: each })).length > 0);
  assert.deepEqual(found, secrets.slice(1));
});

test('masks, names of members and words for nothing are ignored', () => {
  const search = new ClientSecretSearch(['grantType', 'null', 'abc']);
  const body = { clientSecret: '****', grantType: 'null', note: '**** abc' };
  assert.deepEqual(search.find({ ...asking(body), masked: true }), []);
  assert.deepEqual(search.find({ ...asking({ clientSecret: 'undefined', note: 'undefined' }) }), []);
});

test('placeholders are no secrets, because other sites have the same', () => {
  const placeholders = [
    '<client-secret>',
    '{{clientSecret}}',
    '${SECRET}',
    '%SECRET%',
    '[secret]',
    'changeme',
  ];
  for (const placeholder of [...placeholders, 'YOUR_CLIENT_SECRET', 'your-secret-here', 'change-me-1234']) {
    const search = new ClientSecretSearch();
    search.find(asking({ clientSecret: placeholder }));
    assert.deepEqual(search.find(asking({ note: placeholder })), [], placeholder);
  }
  for (const own of ['my-k7Tq-secret', 'a1b2c3d4-1111', 'secretive'])
    assert.deepEqual(new ClientSecretSearch().find(asking({ clientSecret: own })), ['body'], own);
});

test('a short secret is found only as a whole token', () => {
  const search = new ClientSecretSearch(['482913']);
  assert.deepEqual(search.find(asking({ note: '14829137' })), []);
  assert.deepEqual(search.find(asking({ note: 'is 482913' })), ['body']);
});

test('bytes that only begin like UTF-16 are searched as UTF-8, too', () => {
  const likeUtf16 = (text: string): RawExchange => {
    const raw = asking({});
    const body = Buffer.concat([Buffer.from([0x7b, 0, 0x22, 0]), Buffer.from(text)]);
    return { ...raw, request: { ...raw.request, body } };
  };
  const search = new ClientSecretSearch([secret]);
  assert.deepEqual(search.find(likeUtf16(`note ${secret}`)), ['body']);
  const leaks = new LeakSearch(() => [{ id: 'otp-1', kind: 'otp', value: '482913' }]);
  const found = (raw: RawExchange) => leakFinder(leaks)({ ...raw, sender: 'integrator' });
  assert.deepEqual(found(likeUtf16('otp 482913')), {
    leaks: [{ planted: 'otp-1', place: 'body', encoding: 'raw' }],
  });
});

/** Writes each letter and digit of a text as a JSON escape. */
const escaped = (text: string): string =>
  text.replace(/[A-Za-z0-9]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

test('a client secret in JSON escapes is found, and sought thereafter', () => {
  const search = new ClientSecretSearch();
  const session = `{"${escaped('clientSecret')}":"${escaped(secret)}"}`;
  assert.deepEqual(search.find(asking(session)), ['body']);
  assert.deepEqual(search.find(asking({ note: secret })), ['body']);
  assert.deepEqual(search.find(asking(`{"note":"${escaped(secret)}"}`)), ['body']);
  assert.deepEqual(search.find(asking({ text: `{"note":"${escaped(secret)}"}` })), ['body']);
  assert.deepEqual(search.find(asking(`{"note":"${escaped('nothing')}"}`)), []);
});

test('a planted value in JSON escapes is found once', () => {
  const find = leakFinder(new LeakSearch(() => [{ id: 'otp-1', kind: 'otp', value: '730184' }]));
  const leaksIn = (body: string) => find({ ...asking(body), sender: 'integrator' });
  assert.deepEqual(leaksIn(`{"otp":"${escaped('730184')}"}`), {
    leaks: [{ planted: 'otp-1', place: 'body', encoding: 'raw' }],
  });
  assert.deepEqual(leaksIn(`{"otp":"730184","note":"\\/"}`), {
    leaks: [{ planted: 'otp-1', place: 'body', encoding: 'raw' }],
  });
  assert.deepEqual(leaksIn(`{"otp":"${escaped('730185')}"}`), {});
});
