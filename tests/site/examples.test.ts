import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleSection } from '../../scripts/site/examples';
import { escapeForMarkdown } from '../../scripts/site/page';
import { contractObligations } from '../../support/obligations';

/** Right and wrong of an obligation, as its page has it. */
function htmlOf(id: string): string {
  const [, html = ''] = exampleSection(contractObligations.get(id));
  return html;
}

describe('right and wrong on the page of an obligation', () => {
  it('leads only to exchanges that are shown', () => {
    // An exchange of its cycle is no evidence of CBK-06, and is not shown.
    for (const id of ['FLW-03', 'CBK-06']) {
      const html = htmlOf(id);
      const [links, ids] = [/href="#([^"]+)"/g, / id="([^"]+)"/g].map((pattern) =>
        [...html.matchAll(pattern)].map(([, name]) => name),
      ) as [string[], string[]];
      assert.notEqual(links.length, 0, id);
      assert.deepEqual(
        links.filter((each) => !ids.includes(each)),
        [],
        id,
      );
    }
  });

  it('marks the difference, and underlines what both sides say', () => {
    const html = htmlOf('FLW-03');
    assert.match(html, /<mark>payer decision: approved<\/mark>/);
    assert.match(html, /<mark class="same">HTTP 202<\/mark>/);
  });
});

describe('a text in Markdown', () => {
  it('is what it says, whatever it holds', () => {
    assert.equal(
      escapeForMarkdown(' a | <b>\n\n# [c](d) {{ e }} '),
      'a \\| \\<b\\> \\# \\[c\\]\\(d\\) \\{\\{ e \\}\\}',
    );
  });
});
