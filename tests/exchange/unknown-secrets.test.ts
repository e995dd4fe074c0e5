import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawExchange } from '../../support/exchange/recorder';
import { randomBytes } from '../seed';
import { leaks } from './canaries';
import { answering, jwt, privateKey, recorderKnowing } from './planting';

/** A body of a request. */
const asking = (
  body: string,
  headers: [string, string][] = [],
  url = 'https://a.example/',
): Partial<RawExchange> => ({ request: { method: 'POST', url, headers, body: Buffer.from(body) } });

/** A fresh value that the recorder was not told of. */
const opaque = (): string => randomBytes(18).toString('base64url');
const digits = (count: number): string =>
  Array.from(randomBytes(count), (byte) => String((byte % 9) + 1)).join('');

/** Ways in which a secret shows by its name or its form alone that it is one. */
const shown: Readonly<Record<string, (secret: string) => Partial<RawExchange>>> = {
  'client secret in a session request': (secret) =>
    asking(JSON.stringify({ clientId: 'me', clientSecret: secret })),
  'token of a session answer': (secret) =>
    answering(JSON.stringify({ accessToken: secret, refreshToken: 'other-one' })),
  'members in other letters': (secret) => asking(JSON.stringify({ CLIENT_SECRET: secret })),
  'a name behind escapes': (secret) => asking(`{"client\\u0053ecret":"${secret}"}`),
  'a member with spaces around it': (secret) => asking(`{ "password" \n : \t "${secret}" }`),
  'a list under a secret name': (secret) => asking(JSON.stringify({ accessToken: ['x', { value: secret }] })),
  'JSON in a JSON string': (secret) =>
    asking(JSON.stringify({ body: JSON.stringify({ clientSecret: secret }) })),
  'malformed JSON': (secret) => asking(`{'a': 1, "clientSecret": "${secret}", }`),
  'truncated JSON': (secret) => asking(`{"clientId":"me","clientSecret":"${secret}`),
  'a form body': (secret) => asking(`client_id=me&client_secret=${secret}&grant_type=x`),
  'the query of an address': (secret) => asking('', [], `https://a.example/cb?access_token=${secret}&x=1`),
  Authorization: (secret) => asking('', [['Authorization', `Bearer ${secret}`]]),
  'Authorization of another scheme': (secret) => asking('', [['authorization', `Token ${secret}`]]),
  bearer_auth: (secret) => asking('', [['bearer_auth', secret]]),
  'X-Token': (secret) => asking('', [['X-Token', secret]]),
  hprToken: (secret) => asking('', [['hprToken', secret]]),
  Cookie: (secret) => asking('', [['Cookie', `session=${secret}`]]),
  'Set-Cookie': (secret) => answering('', [['Set-Cookie', `session=${secret}; Path=/`]]),
  'an OTP that is not encrypted': (secret) => asking(JSON.stringify({ otp: secret, txnId: 't' })),
  'a national id that is not encrypted': (secret) => asking(JSON.stringify({ nationalId: secret })),
  'a login id that is not encrypted': (secret) => asking(JSON.stringify({ loginId: secret })),
};

for (const [what, put] of Object.entries(shown))
  test(`${what}: recorded neither there nor where it turns up again`, () => {
    const secret = opaque();
    const record = recorderKnowing();
    assert.deepEqual(leaks(JSON.stringify(record(put(secret))), { secret }), []);
    const later = [
      record(answering(`{"echo":"got ${secret}"}`)),
      record(answering(Buffer.from(`got ${secret}`).toString('base64'))),
      record(asking('', [['X-Note', encodeURIComponent(secret)]])),
    ];
    if (!/Cookie|other scheme|another scheme/.test(what))
      assert.deepEqual(leaks(JSON.stringify(later), { secret }), []);
  });

test('digits under a secret name: as text, as a number, in a list', () => {
  for (const otp of [digits(6), digits(8)])
    for (const body of [`{"otp":"${otp}"}`, `{"otp":${otp}}`, `{"otp":[${otp}]}`, `{"otp":["${otp}"]}`]) {
      const record = recorderKnowing();
      const first = record(asking(body));
      const later = record(answering(`{"sent":${otp},"text":"code ${otp}."}`));
      assert.deepEqual(leaks(JSON.stringify([first, later]), { otp }), [], body);
    }
});

test('a number that is as common as a lifetime is not taken for a secret', () => {
  const record = recorderKnowing();
  record(asking('{"otp":1200}'));
  const { response } = record(answering('{"expiresIn":1200}'));
  assert.equal(response?.body?.text, '{"expiresIn":1200}');
});

test('a JWT is one wherever it stands', async () => {
  const token = await jwt();
  const carriers = [`see ${token}.`, `{"data":"${token}"}`, `\\n${token}`, `<a href="/?t=${token}">`];
  for (const body of carriers) {
    const record = recorderKnowing();
    assert.deepEqual(leaks(JSON.stringify(record(answering(body))), { token }), [], body);
    const later = record(answering(JSON.stringify({ wrapped: Buffer.from(token).toString('base64') })));
    assert.deepEqual(leaks(JSON.stringify(later), { token }), [], body);
  }
});

test('a private key is one wherever it stands, whole or not', () => {
  const pem = privateKey();
  const payload = pem.replace(/-----[^-]+-----|\s/g, '');
  const half = payload.slice(0, 80);
  const carriers = {
    text: pem,
    'text from Windows': pem.replaceAll('\n', '\r\n'),
    JSON: JSON.stringify({ key: pem }),
    'a form': new URLSearchParams({ key: pem }).toString(),
    'a cut file': pem.slice(0, -40),
  };
  for (const [where, body] of Object.entries(carriers)) {
    const record = recorderKnowing();
    const first = JSON.stringify(record(answering(body)));
    assert.deepEqual(leaks(first.replace(/\\+[nr]/g, ''), { pem, payload, half }), [], where);
    if (where === 'a cut file') continue;
    const later = record(
      answering(JSON.stringify({ bare: payload, wrapped: Buffer.from(pem.trim()).toString('base64') })),
    );
    assert.deepEqual(leaks(JSON.stringify(later), { pem: pem.trim(), payload }), [], `after ${where}`);
  }
});

test('the password of Basic authentication is found decoded', () => {
  const secret = opaque();
  const record = recorderKnowing([{ name: 'known', kind: 'client-secret', value: secret }]);
  const basic = Buffer.from(`client-1:${secret}`).toString('base64');
  const exchange = record(asking('', [['Authorization', `Basic ${basic}`]]));
  assert.deepEqual(leaks(JSON.stringify(exchange), { secret }), []);
  assert.match(exchange.request.headers[0]?.[1] ?? '', /^Basic /);
});
