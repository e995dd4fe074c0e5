import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from './effort';

/** Work of so many steps, of which each is as dear as another. */
function work(steps: number): number {
  let sum = 0;
  for (let at = 0; at < steps; at += 1) sum += Math.sqrt(at);
  return sum;
}

test('work that grows with its input passes, and work that grows with the square of it fails', () => {
  assertLinear(40_000_000, Number, work);
  assert.throws(() => {
    assertLinear(6000, Number, (size) => work(size ** 2));
  }, /: [\d.]+ ms of computing, and [\d.]+ ms for a quarter of the input: more than 8 times as much$/);
});
