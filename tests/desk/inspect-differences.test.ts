import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { headerDifferences } from '../../support/desk/page/inspect/differences-headers';
import { jsonDifferences } from '../../support/desk/page/inspect/differences-json';
import { changedParts, lineDifferences } from '../../support/desk/page/inspect/differences-lines';
import { readNodes } from '../../support/desk/page/inspect/json-nodes';

type Fields = readonly (readonly [string, string])[];

/** Each row in one line, as in `case,value: A=1 | a=2`. */
const headers = (first: Fields, second: Fields): string[] =>
  headerDifferences(first, second).map(
    ({ kinds, first: one, second: other }) =>
      `${kinds.join()}: ${one?.join('=') ?? ''} | ${other?.join('=') ?? ''}`,
  );

describe('headers beside each other', () => {
  it('tells spelling, value, and what only one side has', () => {
    assert.deepEqual(
      headers(
        [
          ['Accept', 'a'],
          ['X-Id', '1'],
          ['X-Old', 'o'],
        ],
        [
          ['accept', 'a'],
          ['X-New', 'n'],
          ['X-ID', '2'],
        ],
      ),
      ['case: Accept=a | accept=a', 'second:  | X-New=n', 'case,value: X-Id=1 | X-ID=2', 'first: X-Old=o | '],
    );
  });

  it('tells as few fields as can be that stand in another place', () => {
    assert.deepEqual(
      headers(
        [
          ['a', '1'],
          ['b', '2'],
          ['c', '3'],
        ],
        [
          ['c', '3'],
          ['a', '1'],
          ['b', '2'],
        ],
      ),
      ['same: a=1 | a=1', 'same: b=2 | b=2', 'moved: c=3 | c=3'],
    );
  });

  it('puts fields of one name beside each other in their order', () => {
    assert.deepEqual(
      headers(
        [
          ['set', '1'],
          ['set', '2'],
        ],
        [['Set', '1']],
      ),
      ['case: set=1 | Set=1', 'first: set=2 | '],
    );
    assert.deepEqual(headers([], [['a', '1']]), ['second:  | a=1']);
    assert.deepEqual(headers([], []), []);
  });
});

function json(first: string, second: string) {
  const [one, other] = [readNodes(first), readNodes(second)];
  assert.ok('node' in one && 'node' in other);
  return jsonDifferences(one.node, other.node);
}

describe('JSON beside each other', () => {
  it('tells each place that differs, and counts what is the same', () => {
    assert.deepEqual(json('{"a":{"b":1,"c":"x"},"d":[1,2]}', '{"a":{"b":"1","c":"x"},"e":null,"d":[1,2]}'), {
      found: [
        { path: '/a/b', kind: 'changed', first: '1', second: '"1"' },
        { path: '/e', kind: 'second', second: 'null' },
      ],
      more: 0,
      same: 3,
    });
  });

  it('tells an element that was put in by itself', () => {
    assert.deepEqual(json('[1,2,3]', '[1,9,2,3]').found, [{ path: '/1', kind: 'second', second: '9' }]);
    assert.deepEqual(json('[1,2,3]', '[1,3]').found, [{ path: '/1', kind: 'first', first: '2' }]);
    assert.deepEqual(json('[{"a":1},{"a":2}]', '[{"a":1},{"a":3}]').found, [
      { path: '/1/a', kind: 'changed', first: '2', second: '3' },
    ]);
  });

  it('tells another order of members, another spelling of a number, and members of one name', () => {
    assert.deepEqual(json('{"a":1,"b":2}', '{"b":2,"a":1}').found, [{ path: '', kind: 'order' }]);
    assert.deepEqual(json('{"a":1.0}', '{"a":1}').found, [
      { path: '/a', kind: 'changed', first: '1.0', second: '1' },
    ]);
    assert.deepEqual(json('{"a":1,"a":2}', '{"a":1}').found, [{ path: '/a', kind: 'first', first: '2' }]);
    assert.deepEqual(
      json('{"x":1,"a":1}', '{"a":1,"y":1}').found.map(({ path, kind }) => `${kind} ${path}`),
      ['first /x', 'second /y'],
    );
  });

  it('tells a value of another kind whole, and the name of a member as a pointer', () => {
    assert.deepEqual(json('{"a/b~c":[]}', '{"a/b~c":{}}').found, [
      { path: '/a~1b~0c', kind: 'changed', first: '[]', second: '{}' },
    ]);
  });

  it('lists so many and counts the rest', () => {
    const object = (value: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 10_000 }, (_unused, index) => [`m${index}`, value])),
      );
    const { found, more } = json(object(1), object(2));
    assert.equal(found.length, 500);
    assert.equal(more, 9500);
  });
});

describe('texts beside each other', () => {
  const lines = (first: string, second: string): string =>
    lineDifferences(first, second)
      .map(({ kind, text }) => `${{ first: '-', same: '=', second: '+' }[kind]}${text}`)
      .join(' ');

  it('tells the lines of one side between those of both', () => {
    assert.equal(lines('a\nb\nc\nd', 'a\nx\nc\ny\nd'), '=a -b +x =c +y =d');
    assert.equal(lines('a', 'a'), '=a');
    assert.equal(lines('a\nb', 'b\na'), '-a =b +a');
  });

  it('tells very long texts without comparing each line with each', () => {
    const text = (letter: string): string =>
      Array.from({ length: 5000 }, (_u, index) => `${letter}${index}`).join('\n');
    const rows = lineDifferences(`same\n${text('a')}\nend`, `same\n${text('b')}\nend`);
    assert.equal(rows.length, 10_002);
    assert.deepEqual(rows.at(-1), { kind: 'same', text: 'end' });
  });

  it('cuts out what differs between two values, between characters', () => {
    assert.deepEqual(changedParts('abXcd', 'abYYcd'), [
      ['ab', 'X', 'cd'],
      ['ab', 'YY', 'cd'],
    ]);
    assert.deepEqual(changedParts('😀', '😁'), [
      ['', '😀', ''],
      ['', '😁', ''],
    ]);
    assert.deepEqual(changedParts('aa', 'aaa'), [
      ['aa', '', ''],
      ['aa', 'a', ''],
    ]);
  });
});
