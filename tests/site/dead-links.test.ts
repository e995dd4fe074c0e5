import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { deadLinksIn } from '../../scripts/site/finish';

/** What is found in a page with a link, beside a page that has the anchor `here`. */
function foundIn(t: TestContext, html: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'other.html'), '<h2 id="here">Here</h2>');
  writeFileSync(join(folder, 'page.html'), `<p id="own">${html}</p>`);
  return deadLinksIn(folder).map(({ why }) => why);
}

describe('the links of a site', () => {
  for (const html of [
    '<a href="./other.html#here">page and anchor</a>',
    '<a class="own" href="#own">own anchor</a>',
    '<a href="https://keepachangelog.com">elsewhere, for people</a>',
    '<img alt="" src="./other.html">',
  ])
    it(`may be ${html}`, (t) => {
      assert.deepEqual(foundIn(t, html), []);
    });

  for (const [html, why] of [
    ['<a href="./none.html">no page</a>', 'there is no such file'],
    ['<a href="./other.html#there">no anchor</a>', 'the page has no such anchor'],
    ['<a href="#there">no own anchor</a>', 'the page has no such anchor'],
    ['<a href="/other.html">root</a>', 'it works at the root of a host alone'],
    ['<img alt="" src="./none.png">', 'there is no such file'],
    ['<script src="https://cdn.example.org/a.js"></script>', 'it is loaded from elsewhere'],
    ['<link rel="stylesheet" href="//fonts.example.org/a.css">', 'it is loaded from elsewhere'],
  ] as const)
    it(`may not be ${html}`, (t) => {
      assert.deepEqual(foundIn(t, html), [why]);
    });
});
