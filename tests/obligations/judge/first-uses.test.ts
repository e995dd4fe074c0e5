import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FirstUses, isSameMark, markOf } from '../../../support/obligations/judge/first-uses';
import { digestOf } from '../../../support/obligations/judge/repeats';
import { randomInt } from '../../seed';
import { Kept, spilling } from './spilling';

interface Model {
  readonly seq: number;
  readonly mark: string;
}

const uses = fc.array(
  fc.record({ key: fc.integer({ min: 0, max: 60 }), mark: fc.integer({ min: 0, max: 3 }) }),
  {
    maxLength: 150,
  },
);

test('first uses are found, whether in memory or put away', () => {
  fc.assert(
    fc.property(uses, fc.option(fc.integer({ min: 1, max: 20 })), (given, bound) => {
      const firsts = new FirstUses(bound === null ? undefined : spilling(bound));
      const model = new Map<number, Model>();
      given.forEach(({ key, mark }, index) => {
        const seq = index + 1;
        const known = model.get(key);
        const found = firsts.earlier(digestOf(String(key)), seq, digestOf(String(mark)));
        assert.equal(found?.seq, known?.seq);
        if (found !== undefined && known !== undefined)
          for (const each of [0, 1, 2, 3].map((number) => digestOf(String(number))))
            assert.equal(isSameMark(found.mark, markOf(each)), each === known.mark);
        if (known === undefined) model.set(key, { seq, mark: digestOf(String(mark)) });
      });
      assert.equal(firsts.size, model.size);
    }),
    { seed: randomInt(0, 2 ** 31), numRuns: 300 },
  );
});

test('keys that differ in their last bytes alone are two', () => {
  const firsts = new FirstUses(spilling(1));
  const key = digestOf('a key');
  const other = `${key.slice(0, 15)}${String.fromCharCode(key.charCodeAt(15) ^ 1)}`;
  assert.equal(firsts.firstOr(key, 1), 1);
  assert.equal(firsts.firstOr(other, 2), 2);
  assert.equal(firsts.firstOr(key, 3), 1);
  assert.equal(firsts.firstOr(other, 4), 2);
});

test('memory stays as it is beyond the bound', () => {
  const kept = new Kept();
  const firsts = new FirstUses(spilling(500, kept));
  for (let seq = 1; seq <= 2001; seq += 1) assert.equal(firsts.firstOr(digestOf(`key ${seq}`), seq), seq);
  // Four tables of 1,024 slots, at 28 bytes.
  assert.equal(kept.size, 4 * 1024 * 28);
  for (let seq = 1; seq <= 2001; seq += 1) assert.equal(firsts.firstOr(digestOf(`key ${seq}`), 9999), seq);
});

test('those that share a spill share its room, and nothing else', () => {
  const kept = new Kept();
  const spill = spilling(100, kept);
  const all = [new FirstUses(spill), new FirstUses(spill), new FirstUses(spill)];
  for (let seq = 1; seq <= 300; seq += 1)
    for (const [index, firsts] of all.entries())
      assert.equal(firsts.firstOr(digestOf(`key ${seq}`), 1000 * index + seq), 1000 * index + seq);
  assert.ok(kept.size > 0);
  for (const [index, firsts] of all.entries())
    for (let seq = 1; seq <= 300; seq += 1)
      assert.equal(firsts.firstOr(digestOf(`key ${seq}`), 9999), 1000 * index + seq);
});
