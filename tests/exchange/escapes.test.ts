import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unescapedForms } from '../../support/exchange/escapes';

const textsOf = (text: string) => unescapedForms(text).map((form) => form.text);

test('escapes of forms are undone one byte at a time, in runs, and where they are no UTF-8', () => {
  assert.deepEqual(textsOf('a%2Bb+c%2bd'), ['a+b+c+d', 'a+b c+d']);
  assert.deepEqual(textsOf('%C3%A9+%E9'), ['é+é', 'é é']);
  assert.deepEqual(textsOf('%41%42%zz'), ['AB%zz']);
  const [form] = unescapedForms('x%2By');
  assert.deepEqual([...(form?.origins ?? [])], [0, 1, 4, 5]);
});

const cpuOf = (act: () => unknown): number => {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

test('a megabyte of +%2B takes no more than some passes of a plain replacement', () => {
  const text = '+%2B'.repeat(250_000);
  const plain = () => text.replace(/(?:%[0-9a-fA-F]{2})+|\+/g, (run) => (run === '+' ? ' ' : '+'));
  // The best of some: the collector of garbage comes when it likes.
  const best = (act: () => unknown) => Math.min(...Array.from({ length: 5 }, () => cpuOf(act)));
  const [least, own] = [best(plain), best(() => unescapedForms(text))];
  assert.ok(own < 10 * least, `${own / 1000} ms, and ${least / 1000} ms for a plain replacement`);
});
