import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBoundedJson } from '../../support/contract/json';

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a JSON text', () => {
  it('is read to a depth of 1,000', () => {
    assert.ok('value' in parseBoundedJson(deep(1000)));
    assert.deepEqual(parseBoundedJson(deep(1001)), { flaw: 'nested more than 1000 deep' });
  });

  it('is read with a million members', () => {
    assert.ok('value' in parseBoundedJson(`[${'1,'.repeat(999_998)}1]`));
    assert.deepEqual(parseBoundedJson(`[${'1,'.repeat(1_000_000)}1]`), { flaw: 'more than 1000000 members' });
  });

  it('may hold any brackets in a string, whatever is escaped around them', () => {
    for (const text of ['['.repeat(5000), '"['.repeat(5000), '\\"['.repeat(5000), '\\'])
      assert.deepEqual(parseBoundedJson(JSON.stringify({ text })), { value: { text } });
  });

  it('hides no depth behind a string that ends in backslashes or quotes', () => {
    for (const text of ['\\', '\\\\', '"', '\\"', ''])
      assert.deepEqual(parseBoundedJson(`[${JSON.stringify(text)},${deep(1001)}]`), {
        flaw: 'nested more than 1000 deep',
      });
  });

  it('that is cut within a string is not JSON', () => {
    for (const text of ['"', '"abc', '"abc\\"', '{"a":"\\'])
      assert.deepEqual(parseBoundedJson(text), { flaw: 'no JSON' });
  });
});
