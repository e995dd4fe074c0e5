import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import { redactedFormForUrl, redactedFormOf } from '../../support/exchange/kept-form';
import { SecretRedactor } from '../../support/exchange/secret-redactor';
import { randomBytes, randomUUID } from '../seed';
import { leaks } from './canaries';
import { jwt, privateKey } from './planting';

const opaque = (): string => randomBytes(18).toString('base64url');

/** Signs by which a secret is recognized that no target names. */
const telling: Readonly<Record<string, (secret: string) => string>> = {
  'a member': (secret) => JSON.stringify({ clientId: 'me', clientSecret: secret }),
  'a member in other letters': (secret) => JSON.stringify({ 'CLIENT-SECRET': secret }),
  'a name behind escapes': (secret) => `{"client\\u0053ecret":"${secret}"}`,
  'a member with blanks around it': (secret) => `{ "password" \n : \t "${secret}" }`,
  'a list': (secret) => JSON.stringify({ accessToken: [{ x: 1 }, [1, secret]] }),
  'a member that holds it': (secret) => JSON.stringify({ otp: { timeStamp: 'now', otpValue: secret } }),
  'a holder in a list': (secret) => JSON.stringify({ accessToken: ['x', { value: [secret] }] }),
  'JSON in a JSON string': (secret) => JSON.stringify({ body: JSON.stringify({ clientSecret: secret }) }),
  'a member of the reading': (secret) => JSON.stringify({ deep: [{ pinBlock: secret }] }),
  'malformed JSON': (secret) => `{'a': 1, "clientSecret": "${secret}", }`,
  'JSON that is cut': (secret) => `{"clientId":"me","clientSecret":"${secret}`,
  'a form': (secret) => `client_id=me&client_secret=${secret}&grant_type=x`,
  'an address': (secret) => `GET https://a.example/cb?access_token=${secret}&x=1`,
  'an address behind escapes': (secret) => encodeURIComponent(`https://a.example/cb?otp=${secret}&x=1`),
  'a word with its value': (secret) => `sent otp=${secret} to me`,
  'a scheme': (secret) => `Authorization: Bearer ${secret}7`,
  'a password in an address': (secret) => `postgres://admin:${secret}@db.example:5432/claims`,
};

describe('an unknown secret', () => {
  const secrets = new SecretRedactor({ ...defaultReadings, 'encrypted-members': ['pinBlock'] });

  for (const [what, put] of Object.entries(telling))
    it(`is hidden in ${what}`, () => {
      const secret = opaque();
      const text = put(secret);
      assert.deepEqual(leaks(text, { secret }), ['secret']);
      const shown = secrets.text(text);
      assert.deepEqual(leaks(shown, { secret }), [], shown);
      assert.equal(secrets.text(shown), shown);
      assert.equal(shown.length > 12, true);
      if (/^\{.*\}$/.test(text) && what !== 'malformed JSON') JSON.parse(shown);
    });

  it('of digits is hidden as text and as a number', () => {
    for (const otp of ['482913', '48291357'])
      for (const [body, wanted] of [
        [`{"otp":"${otp}"}`, '{"otp":"[otp]"}'],
        [`{"otp":${otp},"x":1}`, '{"otp":0,"x":1}'],
        [`{"otp":[${otp}]}`, '{"otp":[0]}'],
        [`{"otp":["${otp}"]}`, '{"otp":["[otp]"]}'],
        [`{"loginId":{"value":${otp}}}`, '{"loginId":{"value":0}}'],
      ] as const)
        assert.equal(secrets.text(body), wanted);
  });

  it('hides nothing beside it', () => {
    const otp = {
      timeStamp: '2026-11-21T10:00:00Z',
      txnId: randomUUID(),
      otpValue: '482913',
      mobile: '9000000001',
    };
    const text = JSON.stringify({ authData: { authMethods: ['otp'], otp }, expiresIn: [1200] });
    assert.equal(secrets.text(text), text.replace('482913', '[otp]'));
  });

  it('is named by its form: token or key', async () => {
    const [token, pem] = [await jwt(), privateKey()];
    const payload = pem.replace(/-----[^-]+-----|\s/g, '');
    for (const text of [`see ${token}.`, `{"data":"${token}"}`, `\\n${token}`, `<a href="/?t=${token}">`])
      assert.deepEqual(leaks(secrets.text(text), { token }), [], text);
    for (const text of [
      ...[pem, pem.replaceAll('\n', '\r\n'), JSON.stringify({ key: pem }), pem.slice(0, -40)],
      new URLSearchParams({ key: pem }).toString(),
    ])
      assert.ok(
        !secrets
          .text(text)
          .replace(/\\[nr]|\s/g, '')
          .includes(payload.slice(0, 80)),
        text,
      );
  });

  it('is not seen in a ciphertext', () => {
    for (const bytes of [128, 256, 512])
      for (const name of ['otp', 'loginId', 'nationalId', 'pinBlock']) {
        const text = JSON.stringify({ [name]: randomBytes(bytes).toString('base64'), txnId: 't' });
        assert.equal(secrets.text(text), text);
      }
    const short = JSON.stringify({ otp: randomBytes(100).toString('base64') });
    assert.equal(secrets.text(short), '{"otp":"[otp]"}');
  });

  it('is not seen in forms and placeholders', async () => {
    const mark = 'aB3_dE-fGh1jKl';
    const forms = [await jwt(), '482913', randomUUID(), [1, 2], { a: 1 }, 482_913, privateKey()];
    const shown = forms.flatMap((value) => [
      redactedFormOf(value, { mark }),
      redactedFormOf(value),
      redactedFormOf(value, { kind: 'token', mark }),
    ]);
    for (const form of [...shown, '[otp-1]', '[access-token-12]', ''])
      for (const text of [
        `{"accessToken":"${form}","otp":{"value":["${form}"]}}`,
        `{"Authorization":"Bearer ${form}"}`,
        `otp=${form}&token=${form} said ${form}`,
      ])
        assert.equal(secrets.text(text), text);
    const address = `https://a.example/x?otp=${redactedFormForUrl('482913', { mark })}&token=${redactedFormForUrl('a b', { mark })}`;
    assert.equal(secrets.text(address), address);
    assert.equal(secrets.text('otp=(sms,482913)'), 'otp=[otp]');
  });

  it('is not seen in words about it', () => {
    for (const text of [
      ...[
        'Bearer token expected, got Basic authentication',
        'the token has expired',
        'otp: invalid',
        'a=b&c',
      ],
      ...['"token" is missing', '{"tokenType":"bearer","expiresIn":1200}', 'see http://a.example:8080/b@c'],
    ])
      assert.equal(secrets.text(text), text);
  });
});
