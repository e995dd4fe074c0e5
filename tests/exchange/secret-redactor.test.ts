import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import { SecretRedactor } from '../../support/exchange/secret-redactor';
import { randomBytes, randomUUID } from '../seed';
import { leaks } from './canaries';
import type { Planted } from './planting';
import { encodings, jwt, knowing, plantable, privateKey, ways } from './planting';

/** What people read: the letters and digits of a text, whatever their case. */
const read = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const places: Readonly<Record<string, (text: string) => string>> = {
  'a line of its own': (text) => `He said:\n${text}\nand left.`,
  JSON: (text) => `{"note":"${text}","more":[{"deep":"is ${text}"}]}`,
  'an address': (text) => `GET https://a.example/x/${text}/y?b=2 took 12 ms`,
  'JSON that is cut': (text) => `{"note": 'x, "said": "<${text}>`,
};

describe('a known secret', () => {
  let planted: readonly Planted[] = [];
  before(async () => {
    planted = await plantable();
  });

  for (const [way, write] of Object.entries(ways))
    it(`as ${way} is shown nowhere`, () => {
      for (const { name, value } of planted) {
        const secrets = knowing(value);
        const written = write(value);
        for (const [place, put] of Object.entries(places)) {
          const text = put(written);
          assert.equal(secrets.knows(text), true, `${name} in ${place}: ${text}`);
          const shown = secrets.text(text);
          assert.match(shown, /\[(?:otp|client-secret)-1\]/, `${name} in ${place}`);
          assert.ok(!shown.includes(written), `${name} in ${place}: ${shown}`);
          assert.ok(!read(shown).includes(read(written)), `${name} in ${place}: ${shown}`);
          assert.deepEqual(leaks(shown, { [name]: value }), [], `${name} in ${place}: ${shown}`);
          const around = put('').split('https://a.example')[0] ?? '';
          assert.ok(shown.startsWith(around.slice(0, 7)), shown);
        }
      }
    });

  it('is known as a whole text, in whatever spelling', () => {
    const other = new SecretRedactor();
    other.learn('otp', '928374');
    for (const { name, value } of planted) {
      const secrets = knowing(value);
      const spellings = [value, value.toUpperCase(), ` ${value}`, encodings.hex?.(value) ?? ''];
      const base64 = Buffer.from(value);
      for (const each of [...spellings, base64.toString('base64'), base64.toString('base64url')]) {
        assert.equal(secrets.isOne(each), true, `${name}: ${each}`);
        assert.equal(other.isOne(each), false, `${name}: ${each}`);
      }
      for (const each of [`${value}1`, `1${value}`, '', 'gateway'])
        assert.equal(secrets.isOne(each), false, `${name}: ${each}`);
    }
  });

  it('is found in the bytes of its key', () => {
    const pem = privateKey();
    const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    for (const text of [der.toString('latin1'), der.toString('utf8'), der.toString('hex')])
      assert.match(knowing(pem).text(`<${text}>`), /\[client-secret-1\]/);
  });

  it('is found behind letters that grow in lower case', () => {
    const value = 'a-secret-with-letters-JKLMNO';
    const lead = '\u0130'.repeat(9);
    for (const text of [value, encodings.hex?.(value), encodings['percent of every byte']?.(value)])
      assert.equal(knowing(value).text(`${lead} <${text ?? ''}>`), `${lead} <[client-secret-1]>`);
  });

  it('of few letters is found as it stands', () => {
    for (const value of ['пароль-для-входа', 'ab-1', '8443', '#*!?', '....-....-....'])
      for (const text of [
        `<${value}>`,
        JSON.stringify({ note: value }),
        `a=${encodeURIComponent(value)}&b`,
      ]) {
        const shown = knowing(value).text(text);
        assert.match(shown, /\[(?:otp|client-secret)-1\]/, `${value} in ${text}`);
        assert.ok(!shown.includes(value), `${value} in ${text}`);
      }
    for (const text of ['18443', '844', 'port 8444', 'xab-1y', 'AB-1', 'a b 1'])
      assert.equal(knowing('8443', 'ab-1').text(text), text);
  });
});

describe('six digits', () => {
  const secrets = knowing('482913');

  it('are hidden where they stand alone', () => {
    assert.equal(
      secrets.text('code 482913, (482913) "482913" id 14829135 and 482913482913 482913'),
      'code [otp-1], ([otp-1]) "[otp-1]" id 14829135 and 482913482913 [otp-1]',
    );
    assert.equal(secrets.text('code 482-913, 48 29 13.'), 'code [otp-1], [otp-1].');
    assert.equal(
      secrets.text('{"a":482913,"b":[-482913.5 ],"c":"482913"}'),
      '{"a":0,"b":[0 ],"c":"[otp-1]"}',
    );
  });

  it('are not hidden as a part of something longer', () => {
    for (const text of [
      ...['1482-913', '482-9134', '[4, 82, 9, 13]', '482/913', 'x482 913', '1482913482913', 'a482913f'],
      ...['txnId=1482913&other=4829130', '{"a":1,"a":2, "big":12345678901234567890}', 'a=1&b=%20x+y'],
      ...['{"path":"a\\/b","tab":"\\u0009"}', 'not { JSON', '\ufeff{}', '100%', '\\', ''],
    ])
      assert.equal(secrets.text(text), text);
  });

  it('in Base64 are hidden where they stand alone once decoded', () => {
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    for (const lead of ['', ':', '::', 'otp=', 'user:', 'x-otp:', '{"otp":"'])
      for (const text of [`${lead}482913`, `${lead}482913 and more`])
        assert.ok(!leaks(secrets.text(`<${base64(text)}>`), { otp: '482913' }).includes('otp'), text);
    assert.notEqual(secrets.text(`<${base64('482913')}>`), `<${base64('482913')}>`);
    const time = base64('{"exp": 148291300}');
    assert.equal(secrets.text(time), time);
  });
});

describe('what is learned', () => {
  it('has one placeholder a value, numbered by kind', async () => {
    const secrets = new SecretRedactor();
    const [first, second] = [await jwt(), await jwt()];
    const learned = [first, second, first].map((value) => secrets.learn('access-token', value));
    assert.deepEqual(learned, ['[access-token-1]', '[access-token-2]', '[access-token-1]']);
    assert.equal(secrets.learn('otp', '482913'), '[otp-1]');
    assert.equal(secrets.text(`${second} ${first}`), '[access-token-2] [access-token-1]');
  });

  it('is sought while pinned or among the last', () => {
    const secrets = new SecretRedactor(defaultReadings, 2);
    const values = Array.from({ length: 4 }, () => randomBytes(18).toString('hex'));
    const [pinned = '', ...passing] = values;
    secrets.learn('client-secret', pinned);
    for (const value of [...passing, passing[1] ?? '']) secrets.learn('token', value, false);
    const shown = values.map((value) => [
      secrets.text(value) !== value,
      secrets.isOne(value),
      secrets.knows(value),
    ]);
    assert.deepEqual(
      shown,
      [true, false, true, true].map((each) => [each, each, each]),
    );
    secrets.learn('token', passing[0] ?? '', false);
    assert.deepEqual(
      values.map((value) => secrets.isOne(value)),
      [true, true, true, false],
    );
    secrets.learn('token', passing[1] ?? '');
    for (const value of [passing[0] ?? '', randomUUID(), randomUUID()]) secrets.learn('token', value, false);
    assert.equal(secrets.isOne(passing[1] ?? ''), true);
  });

  it('takes no room once it is not sought any more', () => {
    const secrets = new SecretRedactor(defaultReadings, 1);
    const value = randomUUID();
    const learned = [value, value, randomUUID(), value].map((each) => secrets.learn('token', each, false));
    assert.deepEqual(learned, ['[token-1]', '[token-1]', '[token-2]', '[token-3]']);
    assert.equal(secrets.text(value), '[token-3]');
    assert.notEqual(secrets.learn('otp', '123', false), secrets.learn('otp', '123', false));
  });

  it('changes the version, and texts shown before', () => {
    const secrets = new SecretRedactor();
    const value = randomUUID();
    assert.equal(secrets.text(value), value);
    const { version } = secrets;
    secrets.learn('client-secret', value);
    assert.ok(secrets.version > version);
    assert.equal(secrets.text(value), '[client-secret-1]');
    const now = secrets.version;
    secrets.learn('client-secret', value);
    assert.equal(secrets.version, now);
  });

  it('is not sought if short or a documented name', () => {
    const secrets = knowing('grantType', 'loginId', 'abc', 'otp');
    const text = JSON.stringify({ grantType: 'abc', loginId: '', x: 'otp' });
    assert.equal(secrets.text(text), text);
  });
});

describe('a stand-in', () => {
  const secrets = knowing('482913');

  it('has the form of its original, not the text', () => {
    for (const [text, form] of [
      [
        '7d4c1c3a-9d3f-4a51-8f43-0a2b5c6d7e8f',
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
      ],
      ['482913', /^[1-9]\d{5}$/],
      ['-0.25e7', /^-0\.\d{2}e\d$/],
      ['SBX_001234', /^[A-Z]{3}_\d{6}$/],
      ['Approve', /^[A-Z][a-z]{6}$/],
      ['x'.repeat(500), /^[a-z]{500}$/],
    ] as const) {
      const made = secrets.standIn(text);
      assert.match(made, form);
      assert.notEqual(made, text);
      assert.equal(secrets.standIn(text), made);
      assert.notEqual(new SecretRedactor().standIn(`${text}0`), made);
    }
  });

  it('never equals a known secret', () => {
    const all = knowing(...Array.from({ length: 90 }, (_unused, index) => String(1000 + 100 * index)));
    const made = Array.from({ length: 200 }, (_unused, index) => all.standIn(String(2000 + index)));
    assert.ok(!made.some((each) => all.isOne(each)));
  });
});
