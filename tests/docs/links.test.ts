import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { root } from '../cli/conform';
import { linksOf, markdownFiles, textOf } from './markdown';

/** As GitHub makes anchors of headings. */
const anchorsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

for (const file of markdownFiles)
  test(`every link of ${file} leads somewhere`, () => {
    for (const link of linksOf(file)) {
      const [path = '', anchor] = link.split('#');
      const to = path === '' ? file : relative(root, join(root, dirname(file), path));
      assert.ok(existsSync(join(root, to)), link);
      if (anchor !== undefined) assert.ok(anchorsOf(to).includes(anchor), link);
    }
  });

for (const file of markdownFiles)
  test(`no line of ${file} begins with a placeholder: the site would take it for the tag of an element`, () => {
    const lines = textOf(file).split('\n');
    assert.equal(
      lines.find((line) => /^<[a-z]/.test(line)),
      undefined,
    );
  });

test('the index of docs names each guide', () => {
  const linked = linksOf('docs/README.md');
  const guides = readdirSync(join(root, 'docs/guides')).map((name) => `guides/${name}`);
  assert.ok(guides.length > 5);
  for (const guide of [...guides, 'coverage.md', 'glossary.md', 'how-it-is-built.md'])
    assert.ok(linked.includes(guide), guide);
});

test('the README fits on a few screens', () => {
  assert.ok(textOf('README.md').split('\n').length <= 151);
});
