import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonNode } from '../../support/desk/page/inspect/json-nodes';
import { readNodes } from '../../support/desk/page/inspect/json-nodes';
import { textPieces } from '../../support/desk/page/inspect/text-pieces';
import { stepInTree } from '../../support/desk/page/inspect/tree-keys';
import { openAtFirst, toggled, treeRows, withMore } from '../../support/desk/page/inspect/tree-rows';

/** What JSON.parse would make of it; `undefined` where it is no JSON. */
function valueOf(node: JsonNode): unknown {
  if ('members' in node) {
    const values = node.members.map(({ name, value }) => [name, valueOf(value)] as const);
    return node.kind === 'array' ? values.map(([, value]) => value) : Object.fromEntries(values);
  }
  return node.kind === 'text' ? node.text : (JSON.parse(node.text) as unknown);
}

function nodeOf(text: string): JsonNode {
  const read = readNodes(text);
  assert.ok('node' in read, text.slice(0, 80));
  return read.node;
}

describe('JSON as it is written', () => {
  it('reads what JSON.parse reads', () => {
    const texts = [
      ...[
        'null',
        ' true ',
        '-0.5e+10',
        '""',
        '[]',
        '{}',
        '[1, [2, [3]]]',
        '{"a" : {"b":[{"c":"\\u0041\\n"}]}}',
      ],
      ...['"\\ud83d\\ude00"', '{"__proto__":1}', '[1,\n\t2\r\n]', '"a\\\\"', '1E5', '{"":{"":0}}'],
    ];
    for (const text of texts) assert.deepEqual(valueOf(nodeOf(text)), JSON.parse(text), text);
  });

  it('refuses what JSON.parse refuses, with its place', () => {
    const texts = [
      ...[
        '',
        '{',
        '[1,]',
        '{"a":1,}',
        '{a:1}',
        "{'a':1}",
        '01',
        '1.',
        '.5',
        '+1',
        '"\\x"',
        '"\\u12"',
        '"a\nb"',
      ],
      ...['nul', 'NaN', '[1 2]', '{"a" 1}', '1 2', '"', '[', '{"a":', '\ufeff1', '// x', '"\\'],
    ];
    for (const text of texts) {
      assert.throws(() => JSON.parse(text) as unknown, text);
      assert.ok('flaw' in readNodes(text), text);
    }
    assert.deepEqual(readNodes('{\n "a": 1,\n "b" 2\n}'), {
      flaw: { why: 'another character', at: 16, line: 3, column: 6 },
    });
    assert.deepEqual(readNodes('[1,'), { flaw: { why: 'an end', at: 3, line: 1, column: 4 } });
  });

  it('keeps what JSON.parse loses: two members of one name, the spelling of a number', () => {
    const node = nodeOf('{"a":1.0,"a":2}');
    assert.deepEqual(node, {
      kind: 'object',
      members: [
        { name: 'a', value: { kind: 'number', text: '1.0' } },
        { name: 'a', value: { kind: 'number', text: '2' }, isRepeated: true },
      ],
    });
  });

  it('stops where nesting is an attack, and takes a megabyte of one line', () => {
    const nested = readNodes('['.repeat(100_000));
    assert.ok('flaw' in nested && nested.flaw.why === 'too deep');
    const long = nodeOf(JSON.stringify('x\u0001"'.repeat(350_000)));
    assert.equal(valueOf(long), 'x\u0001"'.repeat(350_000));
  });
});

describe('a tree of JSON', () => {
  const lines = (rows: ReturnType<typeof treeRows>): string[] =>
    rows.map((row) => `${row.level} ${row.kind === 'more' ? `+${row.left}` : (row.name ?? '')} ${row.path}`);

  it('opens what is small, and of what is large shows the beginning', () => {
    const small = nodeOf('{"a":{"b":{"c":{"d":1}}}}');
    assert.deepEqual(lines(treeRows(small, openAtFirst(small))), ['1  ', '2 a /a', '3 b /a/b', '4 c /a/b/c']);
    const large = nodeOf(JSON.stringify(Array.from({ length: 10_000 }, (_unused, index) => index)));
    const open = openAtFirst(large);
    const rows = treeRows(large, open);
    assert.equal(rows.length, 102);
    assert.deepEqual(rows.at(-1), { kind: 'more', path: '/~~', level: 2, parent: '', left: 9900 });
    assert.equal(treeRows(large, withMore(open, '')).length, 202);
    assert.equal(treeRows(large, toggled(open, '')).length, 1);
  });

  it('gives each line a path of its own, whatever the names', () => {
    const node = nodeOf('{"a":1,"a":2,"a/b":3,"~":4,"":5,"":6,"a~~1":7}');
    const paths = treeRows(node, openAtFirst(node)).map(({ path }) => path);
    assert.equal(new Set(paths).size, paths.length);
  });

  it('is walked by arrow keys', () => {
    const node = nodeOf('{"a":[1,2],"b":3}');
    const rows = treeRows(node, openAtFirst(node));
    const go = (path: string, key: string): string | undefined => {
      const step = stepInTree(rows, path, key);
      return step && `${step.kind} ${step.path}`;
    };
    assert.equal(go('', 'ArrowDown'), 'go /a');
    assert.equal(go('/a', 'ArrowRight'), 'go /a/0');
    assert.equal(go('/a', 'ArrowLeft'), 'act /a');
    assert.equal(go('/a/1', 'ArrowLeft'), 'go /a');
    assert.equal(go('/a/1', 'ArrowRight'), undefined);
    assert.equal(go('/b', 'ArrowLeft'), 'go ');
    assert.equal(go('/a', 'End'), 'go /b');
    assert.equal(go('/b', 'Home'), 'go ');
    assert.equal(go('', 'ArrowUp'), undefined);
    assert.equal(go('/a', 'Enter'), 'act /a');
    assert.equal(go('/a', 'x'), undefined);
    const closed = treeRows(node, toggled(openAtFirst(node), '/a'));
    assert.deepEqual(stepInTree(closed, '/a', 'ArrowRight'), { kind: 'act', path: '/a' });
  });
});

describe("a text of someone else's", () => {
  it('has what cannot be seen named, and keeps all else', () => {
    assert.deepEqual(textPieces('a\u202eb\u0000\u0007c\n\td'), [
      { text: 'a' },
      { text: '\u202e', odd: 'U+202E' },
      { text: 'b' },
      { text: '\u0000\u0007', odd: 'U+0000 U+0007' },
      { text: 'c\n\td' },
    ]);
    assert.deepEqual(textPieces('<script>é😀'), [{ text: '<script>é😀' }]);
    assert.deepEqual(textPieces(''), []);
    assert.equal(textPieces('\u200b'.repeat(50))[0]?.odd, `${Array(8).fill('U+200B').join(' ')} … ×50`);
    assert.equal(textPieces('\ud800')[0]?.odd, 'U+D800');
  });
});
