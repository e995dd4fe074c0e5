import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentEntries } from '../../../support/obligations/judge/seen-before';

test('of more entries than there is room for, the last ones stay', () => {
  const recent = new RecentEntries<number>(3);
  for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) recent.set(key, index);
  assert.deepEqual([...recent.values()], [2, 3, 4]);
  assert.equal(recent.get('a'), 3);
  assert.equal(recent.has('b'), false);
  assert.equal(recent.size, 3);
});

test('as many as there is room for all stay', () => {
  const recent = new RecentEntries<number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) recent.set(key, index);
  assert.deepEqual([...recent.values()], [0, 1, 2]);
  recent.delete('a');
  assert.deepEqual([...recent.values()], [1, 2]);
});
