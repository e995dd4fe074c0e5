import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FirstUses, digestOf } from '../../../support/obligations/judge/seen-before';
import { assertProperty } from '../../hold';

const keys = Array.from({ length: 12_000 }, (_unused, index) => digestOf('key', String(index)));
const marks = ['one', 'other'].map((each) => digestOf(each));

/** Keys side by side that are used with one mark; some of them were used before. */
const stretch = fc.record({
  from: fc.nat(keys.length),
  length: fc.integer({ min: 1, max: 1500 }),
  mark: fc.constantFrom(...marks),
});

test('first uses are found as a Map finds them, whether they fill one table or many', () =>
  assertProperty(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 20 }), (stretches) => {
      const firsts = new FirstUses();
      const model = new Map<string, { seq: number; mark: string }>();
      let seq = 0;
      for (const { from, length, mark } of stretches)
        for (const key of keys.slice(from, from + length)) {
          seq += 1;
          const found = firsts.earlier(key, seq, mark);
          const known = model.get(key);
          if (known === undefined) model.set(key, { seq, mark });
          assert.equal(found?.seq, known?.seq);
          if (known !== undefined) assert.equal(found?.sameMark, known.mark === mark);
        }
      assert.equal(firsts.size, model.size);
    }),
    25,
  ));

test('keys that differ in one of their twelve bytes are two', () => {
  const firsts = new FirstUses();
  const key = digestOf('a key');
  const others = Array.from(
    { length: 12 },
    (_unused, at) => key.slice(0, at) + String.fromCharCode(key.charCodeAt(at) ^ 1) + key.slice(at + 1),
  );
  for (const first of [undefined, 1])
    for (const each of [key, ...others]) assert.equal(firsts.earlier(each, 1)?.seq, first);
});
