import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { KeptNumbers } from '../../support/traffic/jobs/kept-numbers';
import { temporaryFolder } from '../report/embedded-run';

test('numbers are kept in memory up to a bound, and beyond it in a file that has no name', (t) => {
  const folder = temporaryFolder(t);
  for (const count of [0, 1, 4, 5, 8, 11, 100]) {
    using kept = new KeptNumbers(folder, 4);
    const numbers = Array.from({ length: count }, (_none, at) => at * 7919);
    for (const each of numbers) kept.add(each);
    for (const turn of ['first', 'second'])
      assert.deepEqual(
        numbers.map((_each, at) => kept.at(at)),
        numbers,
        `${count} numbers, ${turn} turn`,
      );
    assert.deepEqual([kept.count, kept.at(count)], [count, 0]);
    assert.deepEqual(readdirSync(folder), []);
  }
});
