import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideAllButPlainWords } from '../../support/exchange/plain-words';

const hide = (part: string): string => `<${part.length}>`;

test('the words of an error are kept', () => {
  for (const text of [
    'Invalid user credentials',
    'Invalid user credentials: the token has expired',
    'SVC-9999',
    'Unable to decrypt the value: BadPaddingException',
    'upstream timed out after 30 seconds',
    'INVALID_ENCRYPTED_VALUE',
    "Cannot read property 'otp' of undefined (line 12)",
  ])
    assert.equal(hideAllButPlainWords(text, hide), text);
});

test('what is no word is hidden, and so is a secret in pieces', () => {
  assert.equal(hideAllButPlainWords('The OTP 482913 is wrong', hide), 'The OTP <6> is wrong');
  assert.equal(hideAllButPlainWords('Use 4829 13 to sign in', hide), 'Use <4> <2> to sign in');
  assert.equal(hideAllButPlainWords('Use 48 29 13 to sign in', hide), 'Use <2> <2> <2> to sign in');
  assert.equal(hideAllButPlainWords('Use AKIA MPZD ELIZ to sign in', hide), 'Use <4> <4> <4> to sign in');
  assert.equal(hideAllButPlainWords('key NAAwADYANQAyADUA is unknown', hide), 'key <16> is unknown');
  // This key contains letters only, and most pairs of its letters are common in words.
  assert.equal(hideAllButPlainWords('Use AKIACAPOVFFUNOLIDODX to sign in', hide), 'Use <20> to sign in');
  assert.equal(hideAllButPlainWords('no CoverageEligibility', hide), 'no CoverageEligibility');
  assert.equal(hideAllButPlainWords('an INTERNALSERVERERROR', hide), 'an INTERNALSERVERERROR');
});

test('other blanks than the documented ones stay visible', () => {
  for (const text of [
    'Invalid  user credentials',
    'Invalid\tuser credentials',
    ' Invalid user credentials\n',
  ])
    assert.equal(hideAllButPlainWords(text, hide), text);
  assert.equal(hideAllButPlainWords('Use  4829\n\n\n13 to sign in', hide), 'Use  <4>\n\n<2> to sign in');
});

test('a long text is cut', () => {
  const text = 'token '.repeat(100);
  assert.equal(hideAllButPlainWords(text, hide), `${'token '.repeat(33)}to… <400>`);
});
