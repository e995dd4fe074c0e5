import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EntrySplitter } from '../../../support/exchange/har/read-har';
import { assertProperty } from '../../hold';

/** The entries of a text that comes in pieces of so many bytes. */
function split(text: string, size = 7, maxBytes = 10_000, within?: readonly string[]) {
  const splitter = new EntrySplitter(maxBytes, within);
  const bytes = Buffer.from(text);
  const entries = [];
  for (let at = 0; at < bytes.length; at += size)
    entries.push(...splitter.push(bytes.subarray(at, at + size)));
  return { entries, isEnded: splitter.isEnded };
}

const harOf = (...entries: readonly unknown[]) =>
  JSON.stringify({ log: { creator: { entries: [1, 2] }, entries, pages: [{ entries: [3] }] }, entries: [4] });

describe('the entries of a HAR file', () => {
  it('are what a parser finds, however the bytes come', async () => {
    const json = fc.jsonValue({ maxDepth: 5 });
    await assertProperty(
      fc.property(fc.array(json), fc.integer({ min: 1, max: 30 }), fc.boolean(), (values, size, wide) => {
        const har = JSON.parse(harOf(...values)) as unknown;
        const { entries, isEnded } = split(JSON.stringify(har, null, wide ? 2 : 0), size);
        assert.ok(isEnded);
        assert.deepEqual(
          entries.map((each) => JSON.parse(each ?? '') as unknown),
          values.map((each) => JSON.parse(JSON.stringify(each)) as unknown),
        );
      }),
      300,
    );
  });

  it('end where they do, however long their strings are and whatever is escaped in them', async () => {
    const long = fc.array(fc.constantFrom('"', '\\', ']}', 'abcdefgh'.repeat(8)), { maxLength: 40 });
    await assertProperty(
      fc.property(fc.array(long), fc.integer({ min: 1, max: 400 }), (values, size) => {
        const texts = values.map((each) => each.join(''));
        const { entries, isEnded } = split(harOf(...texts), size);
        assert.ok(isEnded);
        assert.deepEqual(
          entries,
          texts.map((each) => JSON.stringify(each)),
        );
      }),
      300,
    );
  });

  it('stand one by one: neither a broken one nor one that is too large takes the others with it', () => {
    const large = 'x'.repeat(20_000);
    const text = harOf({ a: 1 }, 'BROKEN', { large }, { b: 2 }).replace('"BROKEN"', '{"a": tru}');
    assert.deepEqual(split(text, 1000).entries, ['{"a":1}', '{"a": tru}', undefined, '{"b":2}']);
  });

  it('are told from other lists, and from text that looks like one', () => {
    assert.deepEqual(split(harOf('{"log":{"entries":[1]}}', '\\"]}')).entries, [
      JSON.stringify('{"log":{"entries":[1]}}'),
      JSON.stringify('\\"]}'),
    ]);
    for (const text of [
      '{"log":[[[1]]]}',
      '[{"log":{"entries":[1]}}]',
      '{"log":{"x":[1]},"entries":[1]}',
      '{}',
    ])
      assert.deepEqual(split(text).entries, [], text);
    assert.deepEqual(split('{"log":{"entries":[]}}').entries, []);
  });

  it('end with the file, whatever stands behind it, or are known to go on', () => {
    assert.equal(split(`${harOf(1)} ]]]]`).isEnded, true);
    for (const cut of [1, 2, 20]) assert.equal(split(harOf(1, 2).slice(0, -cut)).isEnded, false);
    assert.deepEqual(split(']]]'), { entries: [], isEnded: false });
  });
});

describe('the entries of lists in a row', () => {
  it('are those of each list, and of no list or object within', async () => {
    const lists = fc.array(fc.array(fc.jsonValue({ maxDepth: 4 })), { maxLength: 4, minLength: 1 });
    await assertProperty(
      fc.property(lists, fc.integer({ min: 1, max: 30 }), (all, size) => {
        const { entries, isEnded } = split(
          all.map((each) => JSON.stringify(each)).join('\n'),
          size,
          10_000,
          [],
        );
        assert.ok(isEnded);
        assert.deepEqual(
          entries,
          all.flat().map((each) => JSON.stringify(each)),
        );
      }),
      200,
    );
    assert.deepEqual(split('[{"a":1},{"b"', 5, 10_000, []), { entries: ['{"a":1}'], isEnded: false });
  });
});
