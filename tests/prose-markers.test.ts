import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proseFiles } from '../scripts/prose';
import { excessMarkerLines, lowerAllowances, markersIn } from '../scripts/prose/markers';

const wordsIn = (file: string, text: string): string[] =>
  markersIn(file, text).found.map(({ line, words }) => `${line} ${words}`);

describe('the search for markers of hard English', () => {
  it('reads the comments of a source, and neither its code nor its strings', () => {
    const code = "const takes = 'it says'; // Port 0 takes a free one.\n/** What it adds\n * up. */\n";
    assert.deepEqual(wordsIn('support/a.ts', code), ['1 takes', '2 What']);
    assert.deepEqual(wordsIn('support/a.tsx', 'const a = <p>{/* says */}It says // told</p>;\n'), ['1 says']);
    assert.deepEqual(wordsIn('support/a.ts', '// eslint-disable-next-line: where it stands\n'), []);
  });

  it('reads adjacent line comments as one, across their line ends', () => {
    assert.deepEqual(wordsIn('support/a.ts', '\n// A name that is\n// shown.\n'), ['2 is shown']);
    assert.deepEqual(wordsIn('support/a.ts', '// It is\n\n// shown.\n'), ['1 It']);
  });

  it('counts a pattern once in a comment', () => {
    assert.deepEqual(wordsIn('support/a.ts', '// A says, B says\n// C says\n'), ['1 says']);
  });

  for (const [file, text] of [
    ['adapters/a.py', '"""Adds.\n\nIt stands\n"""\nx = "#"  # here\n# It takes\n# all\n'],
    ['adapters/a.go', 'a := "// says"\n\n// It stands\n\n/* It takes */\n'],
    ['adapters/A.java', 'a = "// says";\n\n/** Stands */\n\n  // It takes\n'],
    ['adapters/a.php', '#[Attribute]\n// It stands\n\n/** It takes */\n'],
    ['adapters/a.sh', '#!/bin/sh\necho "# says"\n# It stands\n\n# It takes\n'],
  ] as const)
    it(`reads the comments of ${file}`, () => {
      const found = markersIn(file, text).found.map(({ words }) => words.toLowerCase());
      assert.deepEqual(
        found.filter((words) => words !== 'it'),
        ['stands', 'takes'],
      );
    });

  it('reads the paragraphs and tables of a guide, and neither headings, quotes nor code', () => {
    assert.deepEqual(
      wordsIn('docs/a.md', '# Where\n\n`where` "where" is\nshown.\n\n| a |\n| - |\n| where |\n'),
      ['3 is shown', '8 where'],
    );
    assert.deepEqual(wordsIn('docs/a.md', 'What to do\n\n> where\n'), []);
  });

  it('reads the texts of a feature, and neither its steps nor its tables', () => {
    const feature = [
      'Feature: a',
      '  @b',
      '  Rule: It takes',
      '    "It takes" (5.2). It stands.',
      '    Example: c',
      '      Given it takes',
      '        | takes |',
    ];
    assert.deepEqual(wordsIn('features/a.feature', feature.join('\n')), ['3 takes', '4 stands']);
  });

  it('covers the tests too', () => {
    assert.ok(proseFiles('markers').includes('tests/prose-markers.test.ts'));
  });
});

describe('the markers that a file may still contain', () => {
  const found = (
    file: string,
    count: number,
  ): [string, { line: number; words: string; expected: string }[]] => [
    file,
    Array.from({ length: count }, (_none, at) => ({ line: at + 1, words: 'says', expected: 'reports' })),
  ];
  const allowance = { 'a.ts': 2, 'b.ts': 1 };

  it('are as many as it has', () => {
    assert.deepEqual(excessMarkerLines(allowance, new Map([found('a.ts', 2), found('b.ts', 1)])), []);
    assert.deepEqual(lowerAllowances(allowance, new Map([found('a.ts', 2), found('b.ts', 1)])), allowance);
  });

  it('are never more, and none in a new file', () => {
    assert.deepEqual(
      excessMarkerLines(allowance, new Map([found('a.ts', 3), found('b.ts', 1), found('new.ts', 1)])),
      [
        'a.ts has 3 markers of hard English, and may have 2',
        '  a.ts:1 says => reports',
        '  a.ts:2 says => reports',
        '  a.ts:3 says => reports',
        'new.ts has 1 markers of hard English, and may have 0',
        '  new.ts:1 says => reports',
      ],
    );
    assert.deepEqual(lowerAllowances(allowance, new Map([found('a.ts', 3), found('new.ts', 1)])), {
      'a.ts': 2,
    });
  });

  it('are fewer once it has lost some, or is gone', () => {
    const counted = new Map([found('a.ts', 1)]);
    const hint = 'a.ts and 1 more: fewer markers than allowed => npm run prose -- --lower';
    assert.deepEqual(excessMarkerLines(allowance, counted), [hint]);
    assert.deepEqual(lowerAllowances(allowance, counted), { 'a.ts': 1 });
  });
});
