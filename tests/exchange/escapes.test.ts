import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unescapedForms } from '../../support/exchange/escapes';
import { assertEffort } from '../effort';

const textsOf = (text: string) => unescapedForms(text).map((form) => form.text);

test('escapes of forms are undone one byte at a time, in runs, and where they are no UTF-8', () => {
  assert.deepEqual(textsOf('a%2Bb+c%2bd'), ['a+b+c+d', 'a+b c+d']);
  assert.deepEqual(textsOf('%C3%A9+%E9'), ['é+é', 'é é']);
  assert.deepEqual(textsOf('%41%42%zz'), ['AB%zz']);
  const [form] = unescapedForms('x%2By');
  assert.deepEqual([...(form?.origins ?? [])], [0, 1, 4, 5]);
});

test('a megabyte of +%2B takes no more than some passes of a plain replacement', () => {
  // Two forms, so two passes and more. Work that grows with the square would take thousands of them.
  const text = '+%2B'.repeat(250_000);
  assertEffort(() => unescapedForms(text), {
    what: 'a plain replacement',
    act: () => text.replace(/(?:%[0-9a-fA-F]{2})+|\+/g, (run) => (run === '+' ? ' ' : '+')),
    most: 12,
  });
});
