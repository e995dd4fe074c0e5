import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeakSearch } from '../../support/exchange/finders';

const search = new LeakSearch(() => [
  { id: 'national-id-1', kind: 'national-id', value: '482913570264' },
  { id: 'otp-1', kind: 'otp', value: '730184' },
  { id: 'value-1', kind: 'value', value: '999900001111' },
]);
const found = (text: string) => search.find(text, 'log').map(({ planted, encoding }) => [planted, encoding]);

test('a number is found whole, and by its first eight digits', () => {
  assert.deepEqual(found('id=482913570264'), [['national-id-1', 'raw']]);
  assert.deepEqual(found('id=48291357****'), [['national-id-1', 'first digits']]);
  assert.deepEqual(found('id=4829135*****'), []);
  assert.deepEqual(found('id=********0264'), []);
});

test('four leading digits or more before a mask are found, and the last four are none', () => {
  const masked = (text: string) => search.findMasked(text, 'log').map(({ planted }) => planted);
  for (const text of [
    '4829****',
    '4829…',
    '4829...',
    '4829 1XXX XXXX',
    '4829-13xx-xxxx',
    '4829 1357 02##',
    'id=48291357••••',
  ])
    assert.deepEqual(masked(`Failed to encrypt: ${text}`), ['national-id-1'], text);
  for (const text of [
    'XXXX XXXX 0264',
    '********0264',
    '482*********',
    '4829',
    '4829.',
    '4829 items',
    '14829****',
    '4829x',
  ])
    assert.deepEqual(masked(`Failed to encrypt: ${text}`), [], text);
});

test('the first digits of an OTP, and of a value that is not secret, are none', () => {
  assert.deepEqual(found('otp=7301** value=99990000****'), []);
});

test('an OTP is found as a number of its own, and not as one side of a decimal number', () => {
  for (const text of ['otp=730184', 'verified 730184.', '[730184]', '1,730184', '730184, 1'])
    assert.deepEqual(found(text), [['otp-1', 'raw']], text);
  for (const text of [
    '2026-11-21 12:00:00.730184 INFO sent',
    '2026-11-21 12:00:00,730184 INFO sent',
    '1764514800.730184 sent',
    'took 730184.55 ns',
  ])
    assert.deepEqual(found(text), [], text);
});

test('an OTP in Base64 is found at every offset, and not within a longer number', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  for (const lead of ['', ':', '::', 'otp=', 'user:', 'x-otp:', '{"otp":"']) {
    assert.deepEqual(found(`Basic ${base64(`${lead}730184`)}`), [['otp-1', 'base64']], lead);
    assert.deepEqual(found(`Basic ${base64(`${lead}730184 and more`)}`), [['otp-1', 'base64']], lead);
    assert.deepEqual(found(`x.${Buffer.from(`${lead}730184,`).toString('base64url')}.y`), [
      ['otp-1', 'base64'],
    ]);
  }
  for (const lead of ['', ' ', '  ', '{"iat":', '{"exp": ']) {
    assert.deepEqual(found(base64(`${lead}7301841299,"jti"`)), [], lead);
    assert.deepEqual(found(base64(`${lead}1730184`)), [], lead);
    assert.deepEqual(found(base64(`${lead}1017301842,`)), [], lead);
    assert.deepEqual(found(`Bearer eyJhbGciOiJSUzI1NiJ9.${base64(`${lead}17301842}`)}.x`), [], lead);
  }
});
